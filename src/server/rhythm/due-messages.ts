import { sql } from 'kysely';
import { isHiddenFromDue, isQuietHour } from '#domain/clients/rhythm.ts';
import type { AppointmentId, UserId } from '#domain/ids.ts';
import { returnMessage } from '#domain/wording/notifications.ts';
import { futureBooking } from '../clients/clients.ts';
import { immediately, notifyClient } from '../notifications/notifications.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { peopleWithVisits } from './people.ts';
import { dueAmong } from './rhythm.ts';

type Context = Pick<Platform, 'db' | 'clock'>;

const AGREED = sql<boolean>`users.marketing_on = 1 and users.active = 1 and users.deleted_at is null`;

/** Notifies a client who still consents and has no future booking of her own, at most once after each appointment. */
function sendOne({ db }: Context, clientId: UserId, lastId: AppointmentId, now: Now): Promise<void> {
  return inTransaction(db, async (trx) => {
    const client = trx.selectFrom('users').select('id').where('id', '=', clientId).where(AGREED);
    if (!(await client.$call(lockRows(trx)).executeTakeFirst())) return;
    const ahead = futureBooking(trx, clientId, now).where('guest_name', 'is', null); // one for another person does not count
    if (await ahead.executeTakeFirst()) return;
    const claimed = await trx
      .insertInto('due_marks')
      .values({ client_id: clientId, kind: 'SENT', appointment_id: lastId, at: now.ms })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!claimed) return;
    const last = await trx
      .selectFrom('appointments')
      .select(['id', 'start_datetime', 'end_datetime', 'service_name', 'version'])
      .where('id', '=', lastId)
      .executeTakeFirstOrThrow();
    const notification = {
      client_id: clientId,
      type: 'TIME_TO_RETURN',
      message: returnMessage(last),
    } as const;
    await notifyClient(trx, notification, last, immediately(now));
  });
}

/** Sends a message to each client who has agreed and is due for an appointment. Sends at most one per appointment, and none at night. docs/spec/behaviour.md §20.4 */
export async function sendDueMessages(context: Context): Promise<void> {
  const now = readClock(context.clock);
  if (isQuietHour(now.wall)) return;
  const anybody = context.db.selectFrom('users').select('id').where(AGREED).limit(1);
  if (!(await anybody.executeTakeFirst())) return;
  const people = await peopleWithVisits(context.db, now.wall, AGREED);
  const clients = people.filter(({ client_id }) => client_id !== null);
  const due = await dueAmong(context.db, now, clients);
  const unsent = due.filter(
    ({ marks, last_id }) =>
      !isHiddenFromDue(marks, now.ms) &&
      !marks.some(({ kind, appointment_id }) => kind === 'SENT' && appointment_id === last_id),
  );
  await forEachIsolated(unsent, async ({ client_id, last_id }) => {
    if (client_id !== null) await sendOne(context, client_id, last_id, now);
  });
}

/** The job that messages clients who are due for an appointment. Each process runs it only once an hour, because it reads all their bookings. */
export function dueMessages(context: Context): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const nowMs = context.clock.ms();
    if (nowMs < nextMs) return;
    await sendDueMessages(context);
    nextMs = nowMs + HOUR_MS;
  };
}
