import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import { outboxOf } from '../../support/outbox.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const BOOKED = '2026-11-10 09:00:00';
const START = '2026-11-17 15:00:00';
const ADDRESS = 'mila@primer.rs';

onBothEngines('the mail that reminds a guest a day before', { emptyBeforeEach: true }, () => {
  let id: AppointmentId;
  beforeEach(async () => {
    salon.clock.set(BOOKED);
    id = await aGuestBooking(salon, START);
    await changeRow(salon, id, { guest_email: ADDRESS, booked_by_role: 'GUEST' });
  });
  const remindAt = async (now: WallTime) => {
    salon.clock.set(now);
    await Promise.all([remindClients(salon.platform), remindClients(salon.platform)]);
    const mails = (await outboxOf(salon)).filter(({ kind }) => kind.startsWith('REMINDER'));
    return mails.map(({ kind, to_email, is_limited }) => ({ kind, to_email, is_limited }));
  };
  const mail = (is_limited: 0 | 1) => ({ kind: 'REMINDER_GUEST', to_email: ADDRESS, is_limited });

  test('a guest with an address gets it once per start, from 24 hours before, also from two processes', async () => {
    expect(await remindAt('2026-11-16 14:59:59')).toEqual([]);
    expect(await remindAt('2026-11-16 15:00:00')).toEqual([mail(1)]);
    expect(await remindAt('2026-11-17 13:00:00')).toEqual([mail(1)]); // no notification 2 hours before
    expect(await salon.db.selectFrom('client_notifications').select('id').execute()).toEqual([]);
  });

  test('a guest without an address, with a waiting request or with a canceled booking gets none', async () => {
    await changeRow(salon, id, { guest_email: null });
    expect(await remindAt('2026-11-16 15:00:00')).toEqual([]);
    await changeRow(salon, id, { guest_email: ADDRESS, request_state: 'WAITING', request_until: START });
    expect(await remindAt('2026-11-16 16:00:00')).toEqual([]);
    await changeRow(salon, id, { request_state: null, request_until: null });
    await salon.db.updateTable('appointments').set({ status: 'CANCELLED' }).where('id', '=', id).execute();
    expect(await remindAt('2026-11-16 17:00:00')).toEqual([]);
  });

  test('the mail counts for the limit of the address unless the salon booked, or a guest with this address has come', async () => {
    await changeRow(salon, id, { booked_by_role: 'ADMIN' });
    expect(await remindAt('2026-11-16 15:00:00')).toEqual([mail(0)]);
    salon.clock.set('2026-11-16 08:00:00');
    const other = await aGuestBooking(salon, '2026-11-17 17:00:00', { phone: '0641112223' });
    await changeRow(salon, other, { guest_email: ADDRESS, booked_by_role: 'GUEST' });
    const past = await aGuestBooking(salon, '2026-11-01 10:00:00');
    await changeRow(salon, past, { guest_email: ADDRESS, attended: 1 });
    expect(await remindAt('2026-11-16 17:00:00')).toEqual([mail(0), mail(0)]);
  });

  test('the salon’s move to a start that was told within 24 hours before it is the client’s reminder', async () => {
    await changeRow(salon, id, { guest_email: null });
    const ana = await aClient(salon);
    id = await aBooking(salon, '2026-11-18 09:00:00', ana.id);
    const moveTo = (start_datetime: WallTime, end_datetime: WallTime) =>
      salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { start_datetime, end_datetime } });
    salon.clock.set('2026-11-17 08:00:00');
    await moveTo('2026-11-18 07:30:00', '2026-11-18 08:30:00');
    expect(await remindAt('2026-11-17 08:01:00')).toEqual([]);
    await moveTo('2026-11-20 10:00:00', '2026-11-20 11:00:00');
    expect(await remindAt('2026-11-19 10:00:00')).toMatchObject([{ kind: 'REMINDER_24H' }]);
  });
});
