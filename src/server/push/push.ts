import { sql } from 'kysely';
import { z } from 'zod';
import { wallDate, wallTime } from '#contract/schemas.ts';
import type { AdminNotificationId, AppointmentId, ClientNotificationId, UserId } from '#domain/ids.ts';
import { isMorningDue } from '#domain/push/morning.ts';
import { dateOf, startOfMinute, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { readClock } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { offeredTime } from '../slots/slots.ts';

/** The kind of a queued push. The text of the push is made when the push is sent. docs/spec/behaviour.md §14.2 */
export type QueuedKind = 'CLIENT_NOTICE' | 'OWNER_NOTICE' | 'REMINDER_24H' | 'OWNER_MORNING';

/** The content of a queued reminder: the start of the booking, because a moved booking gets another reminder, and the time that the reminder offers. */
export const remindedBooking = z.object({ start_datetime: wallTime, offer: offeredTime.nullish() });
type RemindedBooking = z.infer<typeof remindedBooking>;

export const morningContent = z.object({ day: wallDate });
type MorningContent = z.infer<typeof morningContent>;

interface Timing {
  readonly nowMs: number;
  /** The earliest time to send the push: later than `nowMs` if the change can be undone. */
  readonly visibleAtMs: number;
}
interface Row extends Timing {
  readonly kind: QueuedKind;
  readonly content: string;
  readonly subjectId: number | null;
}

const COLUMNS = [
  'subscription_id',
  'user_id',
  'kind',
  'content',
  'created_at',
  'visible_at',
  'next_try_at',
  'subject_id',
] as const;

// a literal, because SQLite prepares a statement anew each time if a parameter decides whether a partial index applies
const OWNER = sql.lit('ADMIN' as const);

/** Selects the rows to queue: one for each device of users who have switched pushes on. */
const rowsFor = (db: Db | Trx, { kind, content, subjectId, nowMs, visibleAtMs }: Row) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('users.push_on', '=', 1)
    .select(({ val, ref }) => [
      ref('push_subscriptions.id').as('subscription_id'),
      ref('push_subscriptions.user_id').as('user_id'),
      val(kind).as('kind'),
      val(content).as('content'),
      val(nowMs).as('created_at'),
      val(visibleAtMs).as('visible_at'),
      val(visibleAtMs).as('next_try_at'),
      val(subjectId).as('subject_id'),
    ]);

// these queries are compiled once, because every booking runs them, even if no device receives pushes
const insertForUser = compiledOnce((db, row: Row & { readonly userId: UserId }) =>
  db
    .insertInto('push_outbox')
    .columns(COLUMNS)
    .expression(rowsFor(db, row).where('push_subscriptions.user_id', '=', row.userId)),
);
const insertForOwner = compiledOnce((db, row: Row) =>
  db
    .insertInto('push_outbox')
    .columns(COLUMNS)
    .expression(rowsFor(db, row).where('users.role', '=', OWNER)),
);

const NOTHING_MORE = '{}';

/** Queues a notification's pushes to the client's devices, in the transaction that wrote the notification. docs/spec/behaviour.md §14.2 */
export async function pushClientNotification(
  trx: Trx,
  notification: { readonly id: ClientNotificationId; readonly user_id: UserId },
  timing: Timing,
): Promise<void> {
  const row = { ...timing, kind: 'CLIENT_NOTICE', content: NOTHING_MORE } as const;
  await insertForUser(trx, { ...row, userId: notification.user_id, subjectId: notification.id });
}

/** Queues a notification's pushes to the owner or a technician, in the transaction that wrote the notification. docs/spec/behaviour.md §14.2 */
export async function pushOwnerNotification(
  trx: Trx,
  subjectId: AdminNotificationId,
  { recipient_id = null, ...timing }: Timing & { readonly recipient_id?: UserId | null },
): Promise<void> {
  const row = { ...timing, kind: 'OWNER_NOTICE', content: NOTHING_MORE, subjectId } as const;
  if (recipient_id === null) await insertForOwner(trx, row);
  else await insertForUser(trx, { ...row, userId: recipient_id });
}

/** Queues the push of the reminder a day before. The caller has recorded that the reminder is sent. docs/spec/behaviour.md §5.16 */
export async function pushReminder(
  trx: Trx,
  booking: RemindedBooking & { readonly id: AppointmentId; readonly client_id: UserId },
  nowMs: number,
): Promise<void> {
  const { id, client_id, start_datetime, offer } = booking;
  const content: RemindedBooking = { start_datetime, offer };
  await insertForUser(trx, {
    kind: 'REMINDER_24H',
    content: JSON.stringify(content),
    userId: client_id,
    subjectId: id,
    nowMs,
    visibleAtMs: nowMs,
  });
}

/** The start times of the day's bookings from the current minute on. docs/spec/behaviour.md §14.4 */
export async function startsAhead(db: Db | Trx, day: WallDate, now: WallTime): Promise<WallTime[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('start_datetime')
    .where('day', '=', day)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfMinute(now))
    .orderBy('start_datetime')
    .execute();
  return rows.map(({ start_datetime }) => start_datetime);
}

/** Queues the owner's morning summary. The caller has recorded that the day's summary is sent. docs/spec/behaviour.md §14.4 */
async function pushMorning(trx: Trx, day: WallDate, nowMs: number): Promise<void> {
  const content: MorningContent = { day };
  await insertForOwner(trx, {
    kind: 'OWNER_MORNING',
    content: JSON.stringify(content),
    subjectId: null,
    nowMs,
    visibleAtMs: nowMs,
  });
}

/** Queues the owner's morning summary, once a day at the time in the settings, if the day has bookings. docs/spec/behaviour.md §14.4 */
export async function queueOwnerMorning({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const now = readClock(clock);
  const { owner_morning_at } = await currentSettings(db, config);
  if (!isMorningDue(now.wall, owner_morning_at)) return;
  const day = dateOf(now.wall);
  const queued = db.selectFrom('owner_mornings').select('day').where('day', '=', day);
  if (await queued.executeTakeFirst()) return; // the pushes of this day are already queued; without this check each run would open a write transaction
  await inTransaction(db, async (trx) => {
    const claimed = await trx
      .insertInto('owner_mornings')
      .values({ day, told_at: now.ms })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!claimed || (await startsAhead(trx, day, now.wall)).length === 0) return;
    await pushMorning(trx, day, now.ms);
  });
}
