import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ResponseBody } from '../../../src/contract/index.ts';
import type { AppointmentId, TechnicianId } from '../../../src/domain/ids.ts';
import { clockOf, type WallTime } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aTechnicianPerson,
} from '../../support/builders.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { expectRefused } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-17';
const at = (clock: string): WallTime => `${DAY} ${clock}:00` as WallTime;

onBothEngines(
  '“Kasnim”',
  { emptyBeforeEach: true, now: at('13:06'), settings: { SMTP_URL: 'smtp://localhost:1' } },
  () => {
    afterEach(() => salon.clock.set(NOW));
    let ana: Awaited<ReturnType<typeof aClient>>;
    let ids: AppointmentId[];
    beforeEach(async () => {
      ana = await aClient(salon, { name: 'Ana' });
      ids = [
        await aBooking(salon, at('14:15'), ana.id, { minutes: 120 }),
        await aGuestBooking(salon, at('16:30')),
        await aGuestBooking(salon, at('18:15')),
      ];
      await changeRow(salon, ids[1] as AppointmentId, { end_datetime: at('18:00') });
    });
    const late = (minutes: number, more: { technician_id?: TechnicianId } = {}, who: Person = salon.admin) =>
      who.call('PUT /delay', { body: { minutes, ...more } });
    const times = ({ people }: Pick<ResponseBody<'PUT /delay'>, 'people'>) =>
      people.map(({ expected }) => clockOf(expected)).join(' ');
    const undo = (undo_token: string) =>
      salon.admin.call('POST /appointments/undo', { body: { undo_token } });
    const ticketOf = async (id: AppointmentId) =>
      (await salon.admin.call('GET /appointments/{id}', { params: { id } })).expected;
    const toTell = async () => {
      const rows = await salon.admin.call('GET /appointments/round', { query: { date: DAY } });
      return rows.map(({ to_tell }) => to_tell && clockOf(to_tell));
    };
    const notices = () => salon.db.selectFrom('client_notifications').select(['type', 'message']).execute();

    test('the preview changes nothing; the delay tells the client, and others stand in “Još da javite”', async () => {
      const query = { minutes: 30 };
      expect(times(await salon.admin.call('GET /delay/preview', { query }))).toBe('14:45 16:45 18:15');
      expect(await ticketOf(ids[0] as AppointmentId)).toBeNull();
      expect(await salon.admin.call('GET /delay')).toEqual([]);
      const saved = await late(30);
      expect(times(saved)).toBe('14:45 16:45 18:15');
      expect(saved.people[0]).toEqual({
        appointment_id: ids[0],
        name: 'Ana',
        start_datetime: at('14:15'),
        expected: at('14:45'),
        reach: 'MAIL',
      });
      expect(saved.people[1]).toMatchObject({ reach: null });
      expect(await salon.admin.call('GET /delay')).toEqual([
        { technician_id: 1, minutes: 30, at: at('13:06') },
      ]);
      expect(await ana.call('GET /appointments/upcoming')).toMatchObject([{ expected: at('14:45') }]);
      expect(await notices()).toEqual([
        { type: 'APPT_DELAYED', message: 'Salon kasni: očekujemo vas oko 14:45.' },
      ]);
      expect((await outboxOf(salon)).map(({ kind }) => kind)).toEqual(['DELAYED_CLIENT']);
      expect(await toTell()).toEqual([null, '16:45', null]);
      salon.clock.set('2026-11-18 08:00:00');
      expect(await salon.admin.call('GET /delay')).toEqual([]);
    });

    test('between two bookings the longest clean-up of the first counts, not the sum', async () => {
      const services = [await aService(salon), await aService(salon)];
      for (const [n, id] of services.entries())
        await salon.admin.call('PUT /services/{id}', {
          params: { id },
          body: { cleanup_minutes: n === 0 ? 10 : 5 },
        });
      await salon.admin.call('PUT /appointments/{id}', {
        params: { id: ids[0] as AppointmentId },
        body: { service_ids: services },
      });
      expect(times(await salon.admin.call('GET /delay/preview', { query: { minutes: 30 } }))).toBe(
        '14:45 16:55 18:15',
      );
    });

    test('a told time never gets earlier: smaller minutes and 0 leave it, the same minutes tell only the new', async () => {
      await late(30);
      salon.clock.set(at('13:10'));
      expect(times(await late(10))).toBe('14:45 16:45 18:15');
      expect(times(await late(0))).toBe('14:45 16:45 18:15');
      expect(await salon.admin.call('GET /delay')).toEqual([]);
      expect(await notices()).toHaveLength(1);
      const late1 = await aBooking(salon, at('16:15'), (await aClient(salon)).id, { minutes: 15 });
      await late(30);
      expect(await notices()).toHaveLength(2);
      expect(await ticketOf(late1)).toBe(at('16:45'));
      salon.clock.set(at('14:20'));
      const { people } = await late(45);
      expect(people.map(({ expected }) => clockOf(expected))).toEqual(['15:00', '17:00', '17:15', '18:45']);
    });

    test('within 10 s a newer delay replaces the messages, and undo takes them back', async () => {
      const first = await late(30);
      await undo(first.undo_token);
      expect(await notices()).toEqual([]);
      expect(await outboxOf(salon)).toEqual([]);
      expect(await ticketOf(ids[0] as AppointmentId)).toBeNull();
      expect(await salon.admin.call('GET /delay')).toEqual([]);
      await late(45);
      const smaller = await late(15);
      expect(times(smaller)).toBe('14:30 16:30 18:15');
      expect((await notices()).map(({ message }) => message)).toEqual([
        'Salon kasni: očekujemo vas oko 14:30.',
      ]);
      await undo(smaller.undo_token);
      expect(await ticketOf(ids[0] as AppointmentId)).toBe(at('15:00')); // the 45 minutes before it
      await expectRefused(undo(smaller.undo_token), 'undo_expired');
    });

    test('a message that went out ends nothing to tell; a moved booking has no expected time', async () => {
      await late(30);
      const server = await openMailServer();
      salon.clock.set(at('13:07'));
      await sendMails(salon, server.url);
      await server.close();
      expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Salon kasni')]);
      const [row] = await salon.admin.call('GET /appointments/round', { query: { date: DAY } });
      expect(row).toMatchObject({ reached: [{ what: 'DELAY', channel: 'MAIL', by: null }], to_tell: null });
      const times = { start_datetime: at('14:00'), end_datetime: at('16:00') };
      await salon.admin.call('PUT /appointments/{id}', {
        params: { id: ids[0] as AppointmentId },
        body: times,
      });
      expect(await ticketOf(ids[0] as AppointmentId)).toBeNull();
    });

    test('at most three messages a day reach a person; beyond, somebody has to call', async () => {
      const minutes = [10, 20, 30, 45];
      for (const [n, one] of minutes.entries()) {
        salon.clock.set(at(`13:1${n}`));
        await late(one);
      }
      expect(await notices()).toHaveLength(3);
      const [row] = await salon.admin.call('GET /appointments/round', { query: { date: DAY } });
      expect(row).toMatchObject({ to_tell: at('15:00'), calls_only: 1 });
    });

    test('three messages by hand are enough too: then somebody has to call', async () => {
      const id = ids[1] as AppointmentId;
      const row = async () =>
        (await salon.admin.call('GET /appointments/round', { query: { date: DAY } })).find(
          (one) => one.id === id,
        );
      for (const [n, minutes] of [10, 20, 30].entries()) {
        salon.clock.set(at(`13:1${n}`));
        await late(minutes + 15);
        const seen = (await row())?.reached.at(-1)?.id ?? null;
        expect(await row()).toMatchObject({ calls_only: 0 });
        await salon.admin.call('POST /appointments/{id}/reached', {
          params: { id },
          body: { what: 'DELAY', channel: 'VIBER', seen },
        });
      }
      salon.clock.set(at('13:14'));
      await late(60);
      expect(await row()).toMatchObject({ to_tell: at('17:15'), calls_only: 1 });
    });

    test('a short appointment is not over before its expected time', async () => {
      const params = { id: ids[2] as AppointmentId };
      await changeRow(salon, params.id, { end_datetime: at('18:45') });
      salon.clock.set(at('18:05'));
      await late(45);
      salon.clock.set(at('18:46'));
      const reach = (body: object) =>
        salon.admin.call('POST /appointments/{id}/reached', { params, body: body as never });
      expect(await reach({ claim: 1, claim_id: 'a' })).toMatchObject({
        text: expect.stringContaining('Očekujemo vas oko 19:00.'),
      });
      await reach({ what: 'DELAY', channel: 'VIBER', seen: null, claim_id: 'a' });
      await expectRefused(reach({ claim: 1, claim_id: 'a' }), 'appointment_over');
    });

    test('a person who was marked missed is not told of a delay', async () => {
      await late(30);
      salon.clock.set(at('14:20'));
      const params = { id: ids[0] as AppointmentId };
      await salon.admin.call('POST /appointments/{id}/attendance', { params, body: { attended: 0 } });
      expect(times(await late(45))).toBe('17:00 18:30');
      expect(await notices()).toHaveLength(1);
    });

    test('a waiting request and a person who is there count but are not told', async () => {
      await changeRow(salon, ids[1] as AppointmentId, {
        request_state: 'WAITING',
        request_until: at('15:00'),
      });
      expect(times(await late(45))).toBe('15:00 18:15');
      expect(await ticketOf(ids[1] as AppointmentId)).toBeNull();
    });

    test('several technicians need a name; a technician is late for her own people only', async () => {
      const mina = await aTechnicianPerson(salon);
      await anAppointment(salon, at('15:00'), { status: 'AVAILABLE', technician_id: mina.technician });
      await expectRefused(late(15), 'unknown_technician');
      expect(times(await late(15, { technician_id: mina.technician }))).toBe('');
      expect(times(await late(15, {}, mina))).toBe('');
      await expectRefused(late(15, { technician_id: 1 as TechnicianId }, mina), 'not_allowed');
      expect(await mina.call('GET /delay')).toMatchObject([{ technician_id: mina.technician }]);
    });

    test('two phones that announce the same delay at once tell each person once', async () => {
      await Promise.all([late(30), late(30), late(30)]);
      expect(await notices()).toHaveLength(1);
      expect(await outboxOf(salon)).toHaveLength(1);
    });
  },
);
