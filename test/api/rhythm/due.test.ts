import { beforeEach, expect, test } from 'vitest';
import type { ServiceId } from '../../../src/domain/ids.ts';
import { addDays, type WallDate, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { deleteOutdatedRows } from '../../../src/server/start.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aService } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById, changeRow } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TODAY: WallDate = '2026-11-17';
const at = (daysAgo: number, clock: `${number}:${number}` = '10:00'): WallTime =>
  wallTimeOn(addDays(TODAY, -daysAgo), clock);

let owner: Person;
let ana: Person;
let service: ServiceId;

const due = (query: { limit?: string; offset?: string; hidden?: '1' } = {}) =>
  owner.call('GET /clients/due', { query });
const mark = (key: string, action: 'CONTACTED' | 'STOP' | 'RESUME') =>
  owner.call('POST /clients/due/{key}', { params: { key }, body: { action } });
const dates = async () => (await due()).map(({ name, due_date }) => [name, due_date]);
const only = async () => (await due())[0]?.key ?? '';
const DAY_MS = 86_400_000;
/** Moves the clock, and logs the owner in again: sessions end after 30 days. */
async function daysLater(days: number): Promise<void> {
  salon.clock.set(at(-days, '12:00'));
  owner = await salon.loggedIn(salon.admin.id);
}

onBothEngines('GET /clients/due', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    owner = salon.admin;
    ana = await aClient(salon, { name: 'Ana', phone: '064 111 111' });
    service = await aService(salon, { name: 'Gel lak' });
  });

  test('the list contains the clients who are due for a new appointment, with the text of a message to them', async () => {
    await aBooking(salon, at(22), ana.id, { service_id: service, service_name: 'Gel lak' });
    expect(await due()).toEqual([
      {
        key: `c${ana.id}`,
        person_id: (await accountById(salon, ana.id)).person_id,
        client_id: ana.id,
        name: 'Ana',
        phone: '064 111 111',
        last_datetime: at(22),
        service_names: ['Gel lak'],
        interval_weeks: 3,
        due_date: addDays(TODAY, -1),
        contacted_at: null,
        text: expect.stringMatching(
          /^Dobar dan, Ana! Vreme je za sledeći termin: Gel lak\..*\/booking Lunula$/,
        ),
      },
    ]);
  });

  test.each([
    ['three days before the due date', 18, true],
    ['four days before the due date', 17, false],
    ['years after the due date', 3000, true],
  ])('a client is listed as due %s, %i days after the last booking: %s', async (_, daysAgo, listed) => {
    await aBooking(salon, at(daysAgo), ana.id);
    expect(await due()).toHaveLength(listed ? 1 : 0);
  });

  test('the due date depends on the return weeks of the longest service, else on the client’s usual gap, else on three weeks', async () => {
    await aBooking(salon, at(28), ana.id, { service_id: service });
    expect(await dates()).toEqual([['Ana', addDays(TODAY, -7)]]);
    for (const ago of [63, 98]) await aBooking(salon, at(ago), ana.id);
    expect(await dates()).toEqual([]);
    await owner.call('PUT /services/{id}', { params: { id: service }, body: { return_weeks: 1 } });
    expect(await dates()).toEqual([['Ana', addDays(TODAY, -21)]]);
  });

  test('a client with an upcoming booking is not due; no-shows, cancellations and bookings for other people do not count', async () => {
    await aBooking(salon, at(40), ana.id);
    await aBooking(salon, at(2), ana.id, { attended: 0 });
    await anAppointment(salon, at(3), { status: 'CANCELLED', client_id: ana.id });
    await aBooking(salon, at(4), ana.id, {
      guest_name: 'Mila',
      guest_phone: '063',
    });
    expect(await dates()).toEqual([['Ana', addDays(TODAY, -19)]]);
    await aBooking(salon, at(-1), ana.id);
    expect(await dates()).toEqual([]);
  });

  test('guests with the same phone are one person, also with the phone of a client, with the name that was typed first', async () => {
    await aGuestBooking(salon, at(60), { name: 'Eva', phone: '065222222' });
    await aGuestBooking(salon, at(46), { name: 'Eva Ević', phone: '065222222' });
    await aBooking(salon, at(40), ana.id);
    await aGuestBooking(salon, at(43), { name: 'Anina mama', phone: '064111111' });
    expect(await dates()).toEqual([
      ['Eva', addDays(TODAY, -32)],
      ['Anina mama', addDays(TODAY, -22)],
      ['Ana', addDays(TODAY, -19)],
    ]);
    await aGuestBooking(salon, at(-3), { name: 'Eva', phone: '065222222' });
    expect((await dates()).map(([name]) => name)).toEqual(['Anina mama', 'Ana']);
  });

  test.each([
    ['a later past booking', 39, ['Mila']],
    ['a booking ahead', -2, []],
  ])('%s of a guest with the client’s phone hides the client from the list', async (_, daysAgo, listed) => {
    await aBooking(salon, at(40), ana.id);
    await aGuestBooking(salon, at(daysAgo), { name: 'Mila', phone: '064111111' });
    expect((await dates()).map(([name]) => name)).toEqual(listed);
  });

  test('an account that is registered with the phone of a guest changes no row of the list', async () => {
    await aGuestBooking(salon, at(40), { name: 'Jelena', phone: '0657777071' });
    const before = await due();
    expect(before).toMatchObject([{ client_id: null, name: 'Jelena', phone: '0657777071' }]);
    const stranger = { name: 'Poklon na zlo.example!', phone: '+381 65 777 7071', city: 'Novi Sad' };
    await salon.visitor.call('POST /auth/register', {
      body: { ...stranger, email: 'zlo@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    });
    expect(await due()).toEqual(before);
    expect(await due({ hidden: '1' })).toEqual([]);
  });

  test('the list is sorted by due date, oldest first, and returned in pages with a total', async () => {
    for (const ago of [30, 50, 40]) await aBooking(salon, at(ago), (await aClient(salon)).id);
    const page = await salon.app.inject({
      url: '/api/clients/due?limit=2&offset=1',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect((page.json() as { due_date: string }[]).map(({ due_date }) => due_date)).toEqual([
      addDays(TODAY, -19),
      addDays(TODAY, -9),
    ]);
    expect(page.headers['x-total-count']).toBe('3');
  });

  test('CONTACTED hides a client for three weeks, and STOP hides a client until RESUME', async () => {
    await aBooking(salon, at(40), ana.id);
    const key = await only();
    await mark(key, 'CONTACTED');
    expect(await due()).toEqual([]);
    expect(await due({ hidden: '1' })).toMatchObject([{ key, contacted_at: salon.clock.wall() }]);
    await daysLater(21);
    expect(await due()).toMatchObject([{ key, contacted_at: expect.any(String) }]);
    await mark(key, 'STOP');
    await daysLater(400);
    expect(await due()).toEqual([]);
    await mark(key, 'RESUME');
    expect(await due()).toHaveLength(1);
  });

  test('STOP and CONTACTED of a guest are stored for the guest’s phone, so they also apply after later appointments', async () => {
    await aGuestBooking(salon, at(80), { phone: '065222222' });
    const key = await only();
    await mark(key, 'STOP');
    await aGuestBooking(salon, at(50), { phone: '065222222' });
    expect(await due()).toEqual([]);
    await mark(key, 'RESUME');
    expect(await due()).toHaveLength(1);
    expect(key).not.toContain('065');
  });

  test('STOP of a guest does not hide an account with the guest’s phone', async () => {
    await aGuestBooking(salon, at(80), { phone: '065222222' });
    const key = await only();
    await mark(key, 'STOP');
    const eva = await aClient(salon, { name: 'Eva', phone: '065 222 222' });
    await aBooking(salon, at(50), eva.id);
    const keys = async (query = {}) => (await due(query)).map((row) => row.key);
    expect([await keys(), await keys({ hidden: '1' })]).toEqual([[`c${eva.id}`], [key]]);
    await mark(`c${eva.id}`, 'STOP');
    await mark(key, 'RESUME');
    expect([await keys(), await keys({ hidden: '1' })]).toEqual([[key], [`c${eva.id}`]]);
  });

  test('refuses CONTACTED and STOP for an unknown key of a client or guest', async () => {
    const slot = await anAppointment(salon, at(1));
    for (const key of ['c0', `g${slot}`, 'x1', `c${salon.admin.id}`])
      await expectRefused(mark(key, 'STOP'), 'not_found');
  });

  test('GET /clients/due/results returns the number of messages, and how many of them were followed by a booking within 14 days', async () => {
    const [eva, mila] = [await aClient(salon), await aClient(salon)];
    for (const { id } of [ana, eva, mila]) {
      await aBooking(salon, at(40 + (id % 100)), id);
      await mark(`c${id}`, 'CONTACTED');
    }
    await aGuestBooking(salon, at(200), { phone: '065222222' });
    await mark(await only(), 'CONTACTED');
    const now = salon.clock.ms();
    await aBooking(salon, at(-20), ana.id, { booked_at: now + 14 * DAY_MS });
    await aBooking(salon, at(-21), eva.id, { booked_at: now + 14 * DAY_MS + 1 });
    await aBooking(salon, at(-22), mila.id, { booked_at: now - 1 });
    const guests = await aGuestBooking(salon, at(-23), { phone: '065222222' });
    await changeRow(salon, guests, { booked_at: now + 1 });
    expect(await owner.call('GET /clients/due/results')).toEqual({ messages: 4, returned: 2 });
    await daysLater(91);
    expect(await owner.call('GET /clients/due/results')).toEqual({ messages: 0, returned: 0 });
  });

  test('deleting a client deletes what the owner recorded about reminding the client', async () => {
    await aBooking(salon, at(40), ana.id);
    await mark(await only(), 'STOP');
    await owner.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    expect(await salon.db.selectFrom('due_marks').selectAll().execute()).toEqual([]);
    expect(await due()).toEqual([]);
  });

  test('deleting a guest’s data deletes what the owner recorded about reminding the guest', async () => {
    await aGuestBooking(salon, at(80), { phone: '065222222' });
    await mark(await only(), 'STOP');
    const forget = () => forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    await forget();
    expect(await salon.db.selectFrom('due_marks').select('kind').execute()).toEqual([{ kind: 'STOP' }]);
    await owner.call('PUT /settings', { body: { guest_retention_months: 1 } });
    await forget();
    expect(await salon.db.selectFrom('due_marks').select('kind').execute()).toEqual([]);
  });

  test('with guest_retention_months 0, deleting a guest’s last appointment deletes what the owner recorded about reminding the guest', async () => {
    await owner.call('PUT /settings', { body: { guest_retention_months: 0 } });
    const [first, last] = [
      await aGuestBooking(salon, at(90), { phone: '065222222' }),
      await aGuestBooking(salon, at(80), { phone: '065222222' }),
    ];
    await mark(await only(), 'STOP');
    for (const [id, kinds] of [
      [last, ['STOP']],
      [first, []],
    ] as const) {
      await owner.call('DELETE /appointments/{id}', { params: { id } });
      await deleteOutdatedRows(salon.platform);
      const marks = await salon.db.selectFrom('due_marks').select('kind').execute();
      expect(marks.map(({ kind }) => kind)).toEqual(kinds);
    }
  });
});
