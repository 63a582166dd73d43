import { phoneDigits } from '../../src/domain/clients/phone.ts';
import type { UserId } from '../../src/domain/ids.ts';
import type { ClientNotificationType } from '../../src/domain/notifications.ts';
import { addDays, addMinutes, type WallDate } from '../../src/domain/wall-clock.ts';
import { reminderMessage, timeChangedMessage } from '../../src/domain/wording/notifications.ts';
import { notifyAdmin } from '../../src/server/notifications/notifications.ts';
import { APPOINTMENT_COLUMNS } from '../../src/server/platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../../src/server/platform/db/schema.ts';
import { fullDayFrom } from './appointments.ts';

const DAY_MS = 86_400_000;
const TOLD_DAYS = 10;
const UNREAD_NEWEST = 4;

/** As it was when it was booked. */
const NOT_CANCELLED = { cancel_reason: null, cancelled_at: null, is_late: 0 } as const;

async function tellAdminOf(trx: Trx, rows: readonly AppointmentRow[], nowMs: number): Promise<void> {
  const told = rows
    .flatMap((row) => [
      { at: row.booked_at ?? 0, type: 'NEW_BOOKING' as const, row: { ...row, ...NOT_CANCELLED } },
      ...(row.status === 'CANCELLED' ? [{ at: row.cancelled_at ?? 0, type: 'CANCELLED' as const, row }] : []),
    ])
    .filter(({ at }) => at > nowMs - TOLD_DAYS * DAY_MS && at < nowMs)
    .sort((a, b) => a.at - b.at);
  for (const { at, type, row } of told) await notifyAdmin(trx, { type, nowMs: at, appointment: row });
}

async function tellNewClients(trx: Trx, clientIds: readonly UserId[], nowMs: number): Promise<void> {
  for (const [index, id] of clientIds.slice(-3).entries())
    await notifyAdmin(trx, {
      type: 'NEW_CLIENT',
      nowMs: nowMs - (3 - index) * DAY_MS - 3_600_000,
      client_id: id,
    });
}

/** All but the newest few have been read. */
async function markOlderRead(trx: Trx): Promise<void> {
  const newest = await trx
    .selectFrom('admin_notifications')
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(UNREAD_NEWEST)
    .execute();
  const ids = newest.map(({ id }) => id);
  const readAt = (newest.at(-1)?.created_at ?? 0) - 60_000;
  await trx.updateTable('admin_notifications').set({ read_at: readAt }).where('id', 'not in', ids).execute();
}

async function tellDemoClient(
  trx: Trx,
  clientId: UserId,
  rows: readonly AppointmentRow[],
  { today, nowMs }: { today: WallDate; nowMs: number },
): Promise<void> {
  const hers = rows.filter((row) => row.client_id === clientId && row.status === 'BOOKED');
  const [next] = hers.slice(-1);
  const [last] = hers.slice(-2);
  const notice = (
    type: ClientNotificationType,
    message: string,
    row: AppointmentRow,
    at: number,
    isRead: boolean,
  ) => ({
    user_id: clientId,
    type,
    message,
    created_at: at,
    visible_at: at,
    read_at: isRead ? at + 600_000 : null,
    appointment_id: row.id,
    appt_start: row.start_datetime,
  });
  const notices = [];
  if (last)
    notices.push(notice('APPT_REMINDER_2H', reminderMessage(last, today), last, nowMs - 5 * DAY_MS, true));
  if (next) {
    const before = {
      start_datetime: addMinutes(next.start_datetime, -75),
      end_datetime: addMinutes(next.end_datetime, -75),
    };
    notices.push(
      notice('APPT_TIME_CHANGED', timeChangedMessage(before, next, today), next, nowMs - DAY_MS, false),
    );
  }
  if (notices.length) await trx.insertInto('client_notifications').values(notices).execute();
}

/** What the admin and the demo client have heard of in the last days, and who waits for a full day. */
export async function tellDemoNews(
  trx: Trx,
  { today, nowMs, clientIds }: { today: WallDate; nowMs: number; clientIds: readonly UserId[] },
): Promise<void> {
  const rows = await trx
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('start_datetime', '>', `${addDays(today, -TOLD_DAYS * 2)} 00:00:00`)
    .orderBy('start_datetime')
    .execute();
  await tellAdminOf(trx, rows, nowMs);
  await tellNewClients(trx, clientIds, nowMs);
  await markOlderRead(trx);
  const [demoClient] = clientIds;
  if (demoClient !== undefined) await tellDemoClient(trx, demoClient, rows, { today, nowMs });
  const day = fullDayFrom(today);
  const ofClients = clientIds.slice(4, 6).map((client_id, n) => ({
    day,
    client_id,
    guest_name: null,
    created_at: nowMs - DAY_MS + n * 3_600_000,
  }));
  const guest_phone = '063 555 190';
  const guest = { guest_name: 'Tea Vidić', guest_phone, guest_phone_digits: phoneDigits(guest_phone) };
  const waits = [...ofClients, { day, client_id: null, ...guest, created_at: nowMs - DAY_MS / 2 }];
  await trx.insertInto('waitlist_entries').values(waits).execute();
}
