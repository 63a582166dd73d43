import { phoneNumber } from '../../src/domain/clients/phone.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { REMINDER_HOURS_BEFORE } from '../../src/domain/limits.ts';
import type { ClientNotificationType } from '../../src/domain/notifications.ts';
import {
  addDays,
  addMinutes,
  dateOf,
  type WallDate,
  wallTimeOn,
  weekdayOf,
} from '../../src/domain/wall-clock.ts';
import { reminderMessage, timeChangedMessage } from '../../src/domain/wording/notifications.ts';
import { notifyAdmin } from '../../src/server/notifications/notifications.ts';
import { withBookings } from '../../src/server/platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../../src/server/platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../../src/server/platform/db/schema.ts';
import { fullDayFrom } from './appointments.ts';
import { slotsOfWeekday } from './week.ts';

export interface DemoTime {
  readonly today: WallDate;
  readonly nowMs: number;
  /** Converts a wall-clock time to epoch milliseconds. */
  readonly msOf: (wall: string) => number;
}

const DAY_MS = 86_400_000;
const NOTIFIED_DAYS = 10;
const UNREAD_NEWEST = 4;

/** The cancellation columns of a booking that is not canceled. */
const NOT_CANCELLED = { cancel_reason: null, cancelled_at: null, is_late: 0 } as const;

async function notifyAdminOfAppointments(
  trx: Trx,
  rows: readonly AppointmentRow[],
  nowMs: number,
): Promise<void> {
  const events = rows
    .flatMap((row) => [
      { at: row.booked_at ?? 0, type: 'NEW_BOOKING' as const, row: { ...row, ...NOT_CANCELLED } },
      ...(row.status === 'CANCELLED' ? [{ at: row.cancelled_at ?? 0, type: 'CANCELLED' as const, row }] : []),
    ])
    .filter(({ at }) => at > nowMs - NOTIFIED_DAYS * DAY_MS && at < nowMs)
    .sort((a, b) => a.at - b.at);
  for (const { at, type, row } of events) await notifyAdmin(trx, { type, nowMs: at, appointment: row });
}

async function notifyAdminOfClients(trx: Trx, clientIds: readonly UserId[], nowMs: number): Promise<void> {
  for (const [index, id] of clientIds.slice(-3).entries())
    await notifyAdmin(trx, {
      type: 'NEW_CLIENT',
      nowMs: nowMs - (3 - index) * DAY_MS - 3_600_000,
      client_id: id,
    });
}

/** Marks the owner's notifications as read, except the newest. */
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

/**
 * Adds two notifications for the demo client: a reminder of the last past booking, and one about the changed time of
 * the next booking.
 */
async function notifyDemoClient(
  trx: Trx,
  clientId: UserId,
  rows: readonly AppointmentRow[],
  { today, nowMs, msOf }: DemoTime,
): Promise<void> {
  const hers = rows.filter((row) => row.client_id === clientId && row.status === 'BOOKED');
  const last = hers.findLast((row) => dateOf(row.start_datetime) < today);
  const next = hers.find((row) => dateOf(row.start_datetime) > today);
  const notification = (
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
  const notifications = [];
  if (last) {
    const at = msOf(addMinutes(last.start_datetime, -60 * REMINDER_HOURS_BEFORE));
    const message = reminderMessage(last, dateOf(last.start_datetime));
    notifications.push(notification('APPT_REMINDER_2H', message, last, at, true));
  }
  if (next) {
    const day = dateOf(next.start_datetime);
    const [clock = '08:00:00'] =
      slotsOfWeekday(weekdayOf(day)).find(([other]) => wallTimeOn(day, other) !== next.start_datetime) ?? [];
    const before = { ...next, start_datetime: wallTimeOn(day, clock) };
    notifications.push(
      notification('APPT_TIME_CHANGED', timeChangedMessage(before, next, today), next, nowMs - DAY_MS, false),
    );
  }
  if (notifications.length) await trx.insertInto('client_notifications').values(notifications).execute();
}

/**
 * Adds recent notifications for the owner and the demo client, and entries on the waitlist of the fully booked day.
 */
export async function addDemoNotifications(
  trx: Trx,
  clientIds: readonly UserId[],
  time: DemoTime,
): Promise<void> {
  const { today, nowMs } = time;
  const plain = await trx
    .selectFrom('appointments')
    .select(PLAIN_COLUMNS)
    .where('start_datetime', '>', `${addDays(today, -NOTIFIED_DAYS * 4)} 00:00:00`)
    .orderBy('start_datetime')
    .execute();
  const rows = await withBookings(trx, plain);
  await notifyAdminOfAppointments(trx, rows, nowMs);
  await notifyAdminOfClients(trx, clientIds, nowMs);
  await markOlderRead(trx);
  const [demoClient] = clientIds;
  if (demoClient !== undefined) await notifyDemoClient(trx, demoClient, rows, time);
  const day = fullDayFrom(today);
  const ofClients = clientIds.slice(4, 6).map((client_id, n) => ({
    day,
    client_id,
    guest_name: null,
    created_at: nowMs - DAY_MS + n * 3_600_000,
  }));
  const guest_phone = '063 555 190';
  const guest = { guest_name: 'Tea Vidić', guest_phone, guest_number: phoneNumber(guest_phone) };
  const waits = [...ofClients, { day, client_id: null, ...guest, created_at: nowMs - DAY_MS / 2 }];
  await trx.insertInto('waitlist_entries').values(waits).execute();
}
