import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { endHolds } from '../../../src/server/appointments/holds.ts';
import { lapseRequests } from '../../../src/server/appointments/requests.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aSlot, aTechnicianPerson, seen } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { adminNotifications, mailsAbout, notificationTypes, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const DAY = '2026-11-19';
const START: WallTime = `${DAY} 12:00:00`;
const UNTIL: WallTime = '2026-11-18 11:20:00';
const AFTER: WallTime = '2026-11-18 11:20:01';
const RACES = bySize(3, 30);
let ana: Person;

const set = (body: Partial<Settings>) => salon.admin.call('PUT /settings', { body });
const slotAt = (start: WallTime) => aSlot(salon, start);
const book = async (who: Person, start: WallTime = START, body: object = {}) =>
  who.call('POST /appointments/{id}/book', {
    params: { id: await slotAt(start) },
    body: { ...seen(start), ...body },
  });
const answer = (id: AppointmentId, action: 'ACCEPT' | 'DECLINE', body: object = {}, by = salon.admin) =>
  by.call('POST /appointments/{id}/request', { params: { id }, body: { action, ...body } });
const find = (id: AppointmentId) => salon.admin.call('GET /appointments/{id}', { params: { id } });
const cancel = (who: Person, id: AppointmentId) =>
  who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu.' } });
const move = (id: AppointmentId, hour: string) =>
  salon.admin.call('PUT /analytics/appointments/{id}/move', {
    params: { id },
    body: {
      start_datetime: `${DAY} ${hour}:00:00` as WallTime,
      end_datetime: `${DAY} ${hour}:45:00` as WallTime,
    },
  });
const MIRA = { guest_name: 'Mira', guest_phone: '064 555 0123' };

onBothEngines('requests', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    await set({ requests_for: 'ALL' });
    ana = await aClient(salon);
  });

  test('a booking waits for the salon and blocks its time', async () => {
    const { id, request, status } = await book(ana);
    expect({ status, request }).toEqual({ status: 'BOOKED', request: { state: 'WAITING', until: UNTIL } });
    expect(await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } })).toEqual([]);
    const listed = (state: 'WAITING' | 'ACCEPTED') =>
      salon.admin.call('GET /appointments/list', { query: { from: DAY, to: DAY, request: state } });
    expect((await listed('WAITING')).map((row) => row.id)).toEqual([id]);
    expect(await listed('ACCEPTED')).toEqual([]);
  });

  test('the link of a guest shows the request', async () => {
    const { guest_link } = await book(salon.visitor, START, MIRA);
    const shown = await salon.visitor.call('POST /guest-link/view', { body: { token: guest_link ?? '' } });
    expect(shown.request).toEqual({ state: 'WAITING', until: UNTIL });
  });

  test('a booking by the owner is no request', async () => {
    expect((await book(salon.admin, START, MIRA)).request).toBeNull();
  });

  test('an accepted request is told and cannot be answered again', async () => {
    const { id } = await book(ana);
    expect((await answer(id, 'ACCEPT')).request).toEqual({ state: 'ACCEPTED', until: UNTIL });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_REQUEST_ACCEPTED']);
    expect((await mailsAbout(salon, id)).map(({ kind }) => kind)).toContain('ACCEPTED_CLIENT');
    await expectRefused(answer(id, 'ACCEPT'), 'request_state');
    await expectRefused(answer(id, 'DECLINE'), 'request_state');
  });

  test('a declined request is told with its reason, and its time is offered again', async () => {
    const { id } = await book(ana);
    expect(await answer(id, 'DECLINE')).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'Salon ne može da vas primi u tom terminu.',
      request: { state: 'DECLINED', until: UNTIL },
    });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
    expect(await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } })).toMatchObject([
      { start_datetime: START },
    ]);
    const other = await book(await aClient(salon), `${DAY} 15:00:00`);
    expect(await answer(other.id, 'DECLINE', { reason: 'Bolest.' })).toMatchObject({
      cancel_reason: 'Bolest.',
    });
  });

  test('an unanswered request lapses at its deadline, and both sides are told', async () => {
    const { id } = await book(ana);
    salon.clock.set('2026-11-18 11:19:59');
    await lapseRequests(salon.platform);
    expect((await find(id)).status).toBe('BOOKED');
    salon.clock.set(UNTIL);
    await lapseRequests(salon.platform);
    await lapseRequests(salon.platform);
    expect(await find(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'Salon nije potvrdio termin na vreme.',
      request: { state: 'LAPSED' },
    });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
    const told = (await adminNotifications(salon, id)).map(({ type }) => type);
    expect(told).toEqual(expect.arrayContaining(['NEW_BOOKING', 'REQUEST_LAPSED']));
    expect((await rowsOfDay(salon, DAY)).filter(({ status }) => status === 'AVAILABLE')).toHaveLength(1);
  });

  test('a request after its deadline can be answered until it has lapsed', async () => {
    const { id } = await book(ana);
    salon.clock.set(AFTER);
    expect((await answer(id, 'ACCEPT')).request?.state).toBe('ACCEPTED');
  });

  test('a request that has begun after a downtime is accepted by Lunula', async () => {
    const { id } = await book(ana);
    salon.clock.set('2026-11-19 12:00:00');
    await lapseRequests(salon.platform);
    expect(await find(id)).toMatchObject({ status: 'BOOKED', request: { state: 'ACCEPTED' } });
    const [entry] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(entry?.by.role).toBe('LUNULA');
  });

  test('nothing lapses within two hours after an hour of downtime', async () => {
    const { id } = await book(ana);
    await endHolds(salon.platform);
    salon.clock.set('2026-11-18 12:00:00');
    await endHolds(salon.platform);
    for (const clock of ['12:30', '13:00', '13:59']) {
      salon.clock.set(`2026-11-18 ${clock}:00` as WallTime);
      await endHolds(salon.platform);
      expect((await find(id)).status).toBe('BOOKED');
    }
    salon.clock.set('2026-11-18 14:00:00');
    await endHolds(salon.platform);
    expect((await find(id)).status).toBe('CANCELLED');
  });

  test('59 minutes without a mark are no downtime', async () => {
    const { id } = await book(ana);
    salon.clock.set('2026-11-18 10:21:00');
    await endHolds(salon.platform);
    salon.clock.set(UNTIL);
    await endHolds(salon.platform);
    expect((await find(id)).status).toBe('CANCELLED');
  });

  test.each([
    ['another time', (id: AppointmentId) => move(id, '15')],
    [
      'another length',
      (id: AppointmentId) =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id },
          body: { end_datetime: `${DAY} 13:30:00` },
        }),
    ],
    [
      'a payment',
      async (id: AppointmentId) => {
        await set({ payments: 1 });
        return salon.admin.call('POST /payments', {
          body: { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 100 },
        });
      },
    ],
  ])('the salon accepts by %s', async (_, change) => {
    const { id } = await book(ana);
    await change(id);
    expect((await find(id)).request?.state).toBe('ACCEPTED');
    await expectRefused(answer(id, 'DECLINE'), 'request_state');
  });

  test('the salon accepts by the attendance', async () => {
    const { id } = await book(ana);
    salon.clock.set('2026-11-19 12:30:00');
    await salon.admin.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: 1 } });
    expect((await find(id)).request?.state).toBe('ACCEPTED');
  });

  test('a payment accepts, and the person is told', async () => {
    await set({ payments: 1 });
    const { id, version } = await book(ana);
    const payment = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 500 } as const;
    await salon.admin.call('POST /payments', { body: payment });
    const accepted = await find(id);
    expect(accepted.request?.state).toBe('ACCEPTED');
    expect(accepted.version).toBe(version + 1);
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_REQUEST_ACCEPTED']);
    await salon.admin.call('POST /payments', { body: payment });
    expect(await find(id)).toMatchObject({ version: accepted.version });
  });

  test('a request that the salon cancels in the form waits no more', async () => {
    const { id } = await book(ana);
    const body = { status: 'CANCELLED', cancel_reason: 'Bolest' } as const;
    expect(await salon.admin.call('PUT /appointments/{id}', { params: { id }, body })).toMatchObject({
      status: 'CANCELLED',
      request: null,
    });
  });

  test('a note does not accept', async () => {
    const { id } = await book(ana);
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { notes: 'Nova.' } });
    expect((await find(id)).request?.state).toBe('WAITING');
  });

  test('undoing a move lets the request wait again, and nobody is told', async () => {
    const { id } = await book(ana);
    const { undo_token } = await move(id, '15');
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect((await find(id)).request?.state).toBe('WAITING');
    expect(await notificationTypes(salon, ana.id)).toEqual([]);
  });

  test('the client cancels a waiting request at any time, never late, but cannot move it', async () => {
    await set({ cancel_until_hours: 48, late_cancel_hours: 48 });
    const { id } = await book(ana);
    await expectRefused(
      ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id: await slotAt(`${DAY} 16:00:00`), ...seen(`${DAY} 16:00:00`) },
      }),
      'request_waiting',
    );
    await cancel(ana, id);
    const row = (await rowsOfDay(salon, DAY)).find((one) => one.id === id);
    expect(row).toMatchObject({ status: 'CANCELLED', is_late: 0, request_state: null });
    await expectRefused(answer(id, 'ACCEPT'), 'request_state');
  });

  test('a waiting request is never late, also if she asks the salon to cancel it', async () => {
    await set({ late_cancel_hours: 168 });
    const { id } = await book(ana);
    const body = { reason: 'Ne može.', asked_by: 'CLIENT' } as const;
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body });
    expect((await rowsOfDay(salon, DAY)).find((one) => one.id === id)).toMatchObject({ is_late: 0 });
  });

  test('a waiting request cannot be moved, however soon it begins', async () => {
    await set({ move_until_hours: 168 });
    const { id, guest_link } = await book(salon.visitor, START, MIRA);
    const to = `${DAY} 16:00:00` as const;
    const body = { token: guest_link ?? '', to_id: await slotAt(to), ...seen(to) };
    await expectRefused(salon.visitor.call('POST /guest-link/reschedule', { body }), 'request_waiting');
    await answer(id, 'ACCEPT');
    await expectRefused(salon.visitor.call('POST /guest-link/reschedule', { body }), 'move_too_late', 168);
  });

  test('an accepted guest is listed to be called, and one with an address gets a mail', async () => {
    const { id } = await book(salon.visitor, START, MIRA);
    await answer(id, 'ACCEPT');
    const toCall = await salon.admin.call('GET /appointments/to-call', { query: {} });
    expect(toCall).toMatchObject([{ id, status: 'BOOKED', called: 0, what: 'REQUEST_ACCEPTED' }]);
    const mailed = await book(salon.visitor, `${DAY} 15:00:00`, { ...MIRA, guest_email: 'mira@primer.rs' });
    await answer(mailed.id, 'ACCEPT');
    const kinds = (await mailsAbout(salon, mailed.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'BOOKED_GUEST')).toHaveLength(2);
    expect(await salon.admin.call('GET /appointments/to-call', { query: {} })).toHaveLength(2); // until it went out
  });

  test('a waiting request is reminded of by nobody and tentative in calendars', async () => {
    await set({ request_hours: 48 });
    const { id } = await book(ana, '2026-11-18 12:00:00');
    const file = async () => (await ana.call('GET /appointments/{id}/calendar', { params: { id } })).ics;
    expect(await file()).toContain('STATUS:TENTATIVE');
    salon.clock.set('2026-11-18 09:30:00');
    await remindClients(salon.platform);
    expect((await mailsAbout(salon, id)).map(({ kind }) => kind)).not.toContain('REMINDER_24H');
    await answer(id, 'ACCEPT');
    expect(await file()).toContain('STATUS:CONFIRMED');
    await remindClients(salon.platform);
    // accepted less than a day before: the acceptance is the reminder
    expect((await mailsAbout(salon, id)).map(({ kind }) => kind)).not.toContain('REMINDER_24H');
    salon.clock.set('2026-11-18 10:00:00');
    await remindClients(salon.platform);
    expect(await notificationTypes(salon, ana.id)).toContain('APPT_REMINDER_2H');
  });

  test.each([
    ['a minute too early for an hour to answer', '2026-11-17 14:19:00', 'too_soon'],
    ['with an hour to answer', '2026-11-17 14:20:00', undefined],
  ] as const)('a start %s', async (_, start, code) => {
    if (code) await expectRefused(book(ana, start), code);
    else expect((await book(ana, start)).request?.until).toBe('2026-11-17 12:20:00');
  });

  test('NEW asks only for those who never came', async () => {
    await set({ requests_for: 'NEW' });
    expect((await book(ana)).request?.state).toBe('WAITING');
    const past = await aBooking(salon, '2026-11-10 12:00:00', ana.id);
    expect((await book(ana, `${DAY} 15:00:00`)).request).toBeNull();
    await changeRow(salon, past, { attended: 0 });
    await set({ max_active_bookings: 10 });
    expect((await book(ana, `${DAY} 17:00:00`)).request?.state).toBe('WAITING');
  });

  test('the deposit of a request is asked for when it is accepted', async () => {
    await set({ payments: 1, account_number: '840-955845-10', account_name: 'Salon', request_hours: 48 });
    await set({ deposit_for: 'ALL', deposit_amount: 500 });
    const { id, deposit } = await book(ana);
    expect(deposit).toBeNull();
    expect((await answer(id, 'ACCEPT')).deposit).toMatchObject({ amount: 500, until: '2026-11-17 23:20:00' });
    const other = await book(ana, `${DAY} 16:00:00`);
    salon.clock.set('2026-11-17 21:00:00');
    expect((await answer(other.id, 'ACCEPT')).deposit).toMatchObject({ until: '2026-11-18 21:00:00' });
  });

  describe('access', () => {
    test('only the salon answers, a technician her own', async () => {
      const { id } = await book(ana);
      await expectRefused(answer(id, 'ACCEPT', {}, salon.visitor), 'login_required');
      await expectRefused(answer(id, 'ACCEPT', {}, ana), 'not_allowed');
      const other = await aTechnicianPerson(salon);
      await expectRefused(answer(id, 'ACCEPT', {}, other), 'not_allowed');
      await changeRow(salon, id, { technician_id: other.technician });
      expect((await answer(id, 'ACCEPT', {}, other)).request?.state).toBe('ACCEPTED');
    });
  });

  const ACTS = {
    accept: (id: AppointmentId) => answer(id, 'ACCEPT'),
    decline: (id: AppointmentId) => answer(id, 'DECLINE'),
    lapse: () => lapseRequests(salon.platform),
    cancel: (id: AppointmentId) => cancel(ana, id),
    move: (id: AppointmentId) => move(id, '15'),
  } as const;
  type Act = keyof typeof ACTS;
  const pairs = (Object.keys(ACTS) as Act[]).flatMap((a, n, all) =>
    all.slice(n).map((b): [Act, Act] => [a, b]),
  );

  /** A booked request has been accepted, a declined or lapsed one is canceled, and none waits. */
  async function expectOneEnd(id: AppointmentId): Promise<void> {
    const { status, request } = await find(id);
    if (status === 'BOOKED') expect(request?.state).toBe('ACCEPTED');
    else expect(['DECLINED', 'LAPSED', 'ACCEPTED', undefined]).toContain(request?.state);
    expect((await rowsOfDay(salon, DAY)).filter((row) => row.id === id)).toHaveLength(1);
    await expectInvariants(salon, {}, false);
  }

  test.each(pairs)('%s and %s at once end in one state', { timeout: 60_000 }, async (a, b) => {
    for (let race = 0; race < RACES; race++) {
      salon.clock.set('2026-11-17 11:20:00');
      const { id } = await book(ana);
      salon.clock.set(AFTER);
      await outcomesOf([ACTS[a](id), ACTS[b](id)]);
      await expectOneEnd(id);
      for (const row of await rowsOfDay(salon, DAY))
        if (row.status !== 'CANCELLED')
          await salon.admin.call('DELETE /appointments/{id}', { params: { id: row.id }, query: {} });
    }
  });
});
