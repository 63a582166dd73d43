// What stands after the stories on the release itself and after every upgrade from it, by story.
import { expect } from 'vitest';
import { expireDeposits } from '../../src/server/appointments/deposits.ts';
import { remindClients } from '../../src/server/notifications/reminders.ts';
import { deleteOutdatedRows } from '../../src/server/start.ts';
import { openMailServer } from '../support/mail-server.ts';
import { sendMails } from '../support/outbox.ts';
import { openPushService, type PushService } from '../support/push/push-service.ts';
import { pushAll, shownOn } from '../support/push/pushes.ts';
import type { Salon } from '../support/salon.ts';
import type { Checks, Look } from './look.ts';
import { askerOf, recordingOf } from './opened.ts';

const oneBooking = (name: string) => async (look: Look) => expect(await look.rowsOf(name)).toHaveLength(1);

/** The UID of each entry of a calendar with its sequence. */
function sequencesIn(lines: readonly string[]): Map<string, number> {
  const uids = lines.filter((line) => line.startsWith('UID:'));
  const sequences = lines.filter((line) => line.startsWith('SEQUENCE:'));
  return new Map(uids.map((uid, n) => [uid, Number(sequences[n]?.split(':')[1])]));
}

/** The fields of a person in each booking of story 8, as they were typed. */
const TYPED = {
  '8a 1': ['P8 Ana', null],
  '8a 2': ['P8 Ana', null],
  '8b 1': ['P8 Hana', 'nema'],
  '8b 2': ['P8 Ivana', 'nema'],
  '8c 1': ['P8 Jana', '123-4567'],
  '8c 2': ['P8 Jana', '1234567'],
  '8d 1': ['P8 Nemica', '+49 170 1234567'],
  '8d 2': ['P8 Nemica', '0049 (0)170 1234567'],
  '8e 1': ['P8 Mama', '064/999 888'],
  '8e 2': ['P8 Ćerka', '+38164999888'],
  '8f 1': ['P8 Vesna Simić', '064 708 0001'],
  '8f 2': ['P8 VESNA  SIMIC', '+381 (0)64 708-0001'],
} as const;

/** What an upgraded salon shows to readers. Changes nothing. */
export const KEPT: Checks = {
  async 1({ row, rowsOf }) {
    expect(await row('1')).toMatchObject({ status: 'BOOKED', client_name: 'P1 Beba' });
    expect(await rowsOf('P1 Beba')).toHaveLength(1);
  },
  async 2(look) {
    await oneBooking('P2')(look);
    expect(await look.row('2')).toMatchObject({ status: 'BOOKED', paid: 1000, deposit: { amount: 1000 } });
  },
  async 3(look) {
    await oneBooking('P3')(look);
    expect(await look.row('3')).toMatchObject({ paid: 1000, deposit: { state: 'RECEIVED' } });
    expect(await look.link('P3 Dara')).toMatchObject({
      status: 200,
      body: { status: 'BOOKED', guest_phone: '064 703 0002', deposit: { state: 'RECEIVED' } },
    });
  },
  async 4(look) {
    await oneBooking('P4')(look);
    const { id } = look.told.clients['P4 Ema'] ?? {};
    expect(await look.row('4')).toMatchObject({ client_id: id, guest_name: null, paid: 1000 });
    expect(await look.paymentsOf(look.told.rows['4'] ?? 0)).toEqual(['DEPOSIT 1000']);
  },
  async 5({ rowsOf, row, paymentsOf, link }) {
    const [copy, ...more] = await rowsOf('P5 Fani');
    expect(more).toEqual([]);
    expect(copy).toMatchObject({
      status: 'CANCELLED',
      service_name: 'P Pedikir',
      deposit: { state: 'TO_REFUND' },
    });
    expect(await paymentsOf(copy?.id ?? 0)).toEqual(['DEPOSIT 1000']);
    expect(await row('5')).toMatchObject({ guest_name: 'P5 Gaga', paid: 0, deposit: { state: 'WAITING' } });
    expect(await link('P5 Gaga')).toMatchObject({ status: 200, body: { status: 'BOOKED' } });
  },
  async 6({ rowsOf, owner, client, told }) {
    const rows = await rowsOf('P6');
    expect(rows.map(({ guest_name, status }) => `${guest_name} ${status}`).sort()).toEqual([
      'P6 Iva CANCELLED',
      'P6 Lidija BOOKED',
    ]);
    const freed = { appointment_id: told.rows['6 freed'] };
    const { body: ofJelka } = await client('P6 Jelka', 'GET /client-notifications');
    expect(ofJelka).toMatchObject([{ type: 'FREE_SLOT_AVAILABLE', ...freed }]);
    const { body: ofOwner } = await owner('GET /notifications');
    const toCall = (ofOwner as { guest_name: string }[]).filter(({ guest_name }) => guest_name === 'P6 Kata');
    expect(toCall).toMatchObject([{ type: 'FREE_SLOT_GUEST', ...freed }]);
  },
  async 7(look) {
    await oneBooking('P7')(look);
    expect(await look.row('7')).toMatchObject({ status: 'BOOKED', client_name: 'P7 Nina', paid: 700 });
    expect(await look.paymentsOf(look.told.rows['7'] ?? 0)).toEqual(['VISIT 700']);
  },
  async 8({ row }) {
    for (const [key, [guest_name, guest_phone]] of Object.entries(TYPED))
      expect(await row(key)).toMatchObject({ guest_name, guest_phone });
  },
  async 9({ client, link, told, row }) {
    const { body } = await client('P9 Nada', 'GET /appointments/upcoming');
    expect(body).toMatchObject([{ id: told.rows['9 by client'], guest_name: 'P9 Lela' }]);
    const { start_datetime } = await row('9 own');
    expect(await link('P9 Lela')).toMatchObject({ status: 200, body: { start_datetime } });
  },
  async 10({ row, link, paymentsOf, told }) {
    const [ofGuest, ofClient] = [await row('10 guest'), await row('10 client')];
    expect(ofGuest).toMatchObject({ guest_name: 'P10 Olga', paid: 1000, deposit: { state: 'RECEIVED' } });
    expect(ofClient).toMatchObject({
      client_name: 'P10 Petra',
      paid: 0,
      start_datetime: expect.stringMatching(/10:00:00$/),
    });
    const { start_datetime } = ofGuest;
    expect(start_datetime).toMatch(/13:00:00$/);
    expect(await link('P10 Olga')).toMatchObject({ status: 200, body: { start_datetime } });
    expect(await paymentsOf(told.rows['10 guest'] ?? 0)).toEqual(['DEPOSIT 1000']);
  },
  async 11({ link, rowsOf }) {
    expect(await rowsOf('P11')).toEqual([]);
    expect(await link('P11 Rada')).toMatchObject({ status: 404, body: { code: 'guest_link_dead' } });
  },
  async 12({ row }) {
    expect(await row('12')).toMatchObject({ status: 'CANCELLED', client_id: null, guest_name: null });
  },
  async 13({ row, rowsOf }) {
    expect(await row('13')).toMatchObject({ status: 'BOOKED', client_name: 'P13 Tea' });
    expect(await rowsOf('P13 Tea')).toHaveLength(1);
  },
  async 14({ row }) {
    expect(await row('14')).toMatchObject({ status: 'BOOKED', client_name: 'P14 Zora' });
  },
  async 15(look) {
    await oneBooking('P15')(look);
    expect(await look.row('15')).toMatchObject({ status: 'BOOKED', client_name: 'P15 Branka' });
    expect(await look.notificationsOf('P15 Anka')).toEqual(['APPT_TIME_CHANGED', 'APPT_CLIENT_SWAPPED']);
    expect(await look.notificationsOf('P15 Branka')).toEqual(['APPT_CLIENT_CHANGED_ADDED']);
  },
  async 16({ told, opened: { salon, commit } }) {
    const recorded = recordingOf(commit, salon.engine)?.answers ?? {};
    expect(Object.keys(told.feeds).sort()).toEqual(['Mina', 'owner', 'salon']);
    for (const [name, secret] of Object.entries(told.feeds)) {
      const { status, body } = await askerOf(salon)(`GET /calendar-feed/${secret}`, {});
      const after = sequencesIn(String(body).split('\r\n'));
      const answer = recorded[`feed: ${name}`]?.['GET /calendar-feed/{secret}'];
      const before = sequencesIn(answer?.body as string[]);
      expect({ name, status, uids: [...after.keys()] }).toEqual({
        name,
        status: 200,
        uids: [...before.keys()],
      });
      expect(before.size).toBeGreaterThan(0);
      for (const [uid, sequence] of before) expect(after.get(uid)).toBeGreaterThanOrEqual(sequence);
    }
  },
  async 18({ owner }) {
    const namesIn = async (line: string) =>
      ((await owner(line)).body as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => /P18/.test(name));
    expect(await namesIn('GET /clients/due')).toEqual([]);
    expect((await namesIn('GET /clients/due?hidden=1')).sort()).toEqual(['P18 Dunja', 'P18 Ela']);
  },
  async 19({ owner, row, told }) {
    const { id } = told.clients['P19 Flora'] ?? {};
    expect((await owner(`GET /users/${id}`)).status).toBe(404);
    expect(await row('19 P19 Flora')).toMatchObject({ guest_name: null, guest_phone: null });
    expect(await row('19 P19 Gala')).toMatchObject({ guest_name: 'P19 Gala' });
  },
  async 21({ rowsOf }) {
    expect(await rowsOf('Gost')).toHaveLength(50);
  },
};

/** Lets the push service of the test deliver to the device of story 22, whose service never existed. */
async function rewire(salon: Salon, service: PushService) {
  const device = service.device();
  const { endpoint, keys } = device.subscription;
  await salon.db
    .updateTable('push_subscriptions')
    .set({ endpoint, ...keys })
    .where('endpoint', '=', 'https://push.primer.rs/landed-22')
    .execute();
  return device;
}

/** What happens in an upgraded salon when somebody acts or time passes. Each needs a salon of its own. */
export const GOES_ON: Checks = {
  async 17({ told, opened }) {
    const { path = '', key = '', body = {}, answer } = told.repeated ?? {};
    const again = await askerOf(opened.salon)(`POST ${path}`, { key, body });
    expect(again).toMatchObject({ status: 200, body: answer as object }); // later releases add fields
  },
  async 19({ owner, row, told, rowsOf }) {
    const { id } = told.clients['P19 Hilda'] ?? {};
    expect((await owner(`DELETE /users/clients/${id}`)).status).toBe(204);
    expect(await row('19 P19 Hilda')).toMatchObject({ guest_name: null, guest_phone: null });
    expect(await rowsOf('P19 Ines')).toMatchObject([{ id: told.rows['19 P19 Ines'] }]);
  },
  async 20({ opened, row, rowsOf }) {
    expect(await rowsOf('P20 Jasna')).toHaveLength(13);
    await deleteOutdatedRows(opened.salon.platform);
    expect(await row('20 1')).toMatchObject({ guest_name: 'Gost', guest_phone: null });
    expect(await rowsOf('P20 Jasna')).toHaveLength(12);
  },
  async 22(look) {
    const { salon } = look.opened;
    const mails = await openMailServer();
    const pushes = await openPushService();
    try {
      const device = await rewire(salon, pushes);
      salon.clock.advance(61); // the attempts to reach the service that never existed are over, and so is the hour to pay
      for (let times = 0; times < 2; times++) {
        await remindClients(salon.platform);
        await expireDeposits(salon.platform);
        await sendMails(salon, mails.url);
        await pushAll(salon);
      }
      const reminders = mails.mails.filter(({ subject }) => subject.startsWith('Podsetnik'));
      expect(reminders.map(({ to }) => to)).toEqual(['P22 Mira <p22.mira@primer.rs>']);
      expect(shownOn(device)).toHaveLength(1);
      expect(await look.row('22 deposit')).toMatchObject({
        status: 'CANCELLED',
        deposit: { state: 'EXPIRED' },
      });
      expect(await look.notificationsOf('P22 Vera')).toEqual(['APPT_CANCELLED_BY_ADMIN']);
      expect(await look.row('9 own')).toMatchObject({ status: 'BOOKED', deposit: { state: 'WAITING' } });
    } finally {
      await Promise.all([mails.close(), pushes.close()]);
    }
  },
};
