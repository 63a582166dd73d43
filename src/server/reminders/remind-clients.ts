import { reminderMessage } from '#salon/notices/client-messages.ts';
import { isReminderDue } from '#salon/notices/reminder.ts';
import { wallTimeAt } from '#salon/salon-time.ts';
import { tellClient } from '../client-notifications/tell-client.ts';
import { queueMail } from '../mail/queue.ts';
import { tellingNow } from '../notifications/telling.ts';
import { type Now, readClock } from '../platform/clock.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/call.ts';
import { HOURS_BEFORE, lockedRow, type ReminderKind, takeOnce, unreminded } from './due.ts';

type Ground = Pick<Platform, 'db' | 'clock'>;
type Booking = AppointmentRow & { readonly client_id: number; readonly booked_at: number };

function isDue(
  row: AppointmentRow | undefined,
  kind: ReminderKind,
  now: Now,
  timeZone: string,
): row is Booking {
  if (row === undefined || row.booked_at === null) return false;
  const booked_at = wallTimeAt(row.booked_at, timeZone);
  return isReminderDue({ ...row, booked_at }, now.wall, HOURS_BEFORE[kind]);
}

const GIVE: Record<ReminderKind, (trx: Trx, booking: Booking, now: Now) => Promise<void>> = {
  NOTICE_2H: (trx, booking, now) => {
    const news = {
      client_id: booking.client_id,
      type: 'APPT_REMINDER_2H',
      message: reminderMessage(booking),
    } as const;
    return tellClient(trx, news, booking, tellingNow(now));
  },
  MAIL_24H: (trx, booking, now) => {
    const { id, client_id, start_datetime, end_datetime, service_name, version, booked_at } = booking;
    return queueMail(trx, {
      kind: 'REMINDER_24H',
      onceKey: `REMINDER_24H:${id}:${start_datetime}:${booked_at}`,
      userId: client_id,
      appointmentId: id,
      content: { visit: { start_datetime, end_datetime, service_name, version }, booked_at },
      nowMs: now.ms,
      visibleAtMs: now.ms,
    });
  },
};

/** One booking in one transaction: its row is read anew under its lock, so nobody is reminded of what was cancelled meanwhile. */
function remindOne({ db, clock }: Ground, kind: ReminderKind, id: number, now: Now): Promise<void> {
  return inTransaction(db, async (trx) => {
    const row = await lockedRow(trx, id);
    if (!isDue(row, kind, now, clock.timeZone)) return;
    if (await takeOnce(trx, kind, row, now.ms)) await GIVE[kind](trx, row, now);
  });
}

async function remindOf(ground: Ground, kind: ReminderKind, now: Now): Promise<void> {
  for (const row of await unreminded(ground.db, kind, now).execute())
    if (isDue(row, kind, now, ground.clock.timeZone)) await remindOne(ground, kind, row.id, now);
}

/**
 * Gives every reminder that is due, each once per booking and start: safe to run twice, after a restart, and by several
 * servers at once. behaviour.md §5 (APPT_REMINDER_2H)
 */
export async function remindClients(ground: Ground): Promise<void> {
  const now = readClock(ground.clock);
  await remindOf(ground, 'MAIL_24H', now);
  await remindOf(ground, 'NOTICE_2H', now);
}
