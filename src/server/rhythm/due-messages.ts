import { sql } from 'kysely';
import { isHiddenFromDue, isQuietHour } from '#domain/clients/rhythm.ts';
import type { AppointmentId, PersonId, UserId } from '#domain/ids.ts';
import { factsOf } from '#domain/notifications.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { immediately, notifyClient } from '../notifications/notifications.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { appointmentById } from '../platform/db/appointments.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { peopleWithVisits } from './people.ts';
import { dueAmong } from './rhythm.ts';

type Context = Pick<Platform, 'db' | 'clock'>;

const AGREED = sql<boolean>`users.marketing_on = 1 and users.active = 1 and users.deleted_at is null`;

/** The clients among these who consent, are due and not hidden, and got no message after their last appointment. */
async function dueClients(db: Db | Trx, now: Now, isChosen = AGREED) {
  const due = await dueAmong(db, now, await peopleWithVisits(db, now.wall, isChosen));
  return due.flatMap(({ id, client_id, last_id, marks }) => {
    const isSent = marks.some(({ kind, appointment_id }) => kind === 'SENT' && appointment_id === last_id);
    return client_id === null || isSent || isHiddenFromDue(marks, now.ms) ? [] : [{ id, client_id, last_id }];
  });
}

/** Notifies a client who is still due, at most once after each appointment. Says nothing about an appointment that another account booked, or that is for another person. */
function sendOne({ db }: Context, clientId: UserId, now: Now): Promise<void> {
  return inTransaction(db, async (trx) => {
    const client = trx.selectFrom('users').select('id').where('id', '=', clientId).where(AGREED);
    if (!(await client.$call(lockRows(trx)).executeTakeFirst())) return;
    const [due] = await dueClients(trx, now, sql<boolean>`users.id = ${clientId}`);
    if (!due) return;
    const last = await appointmentById(trx, due.last_id);
    if (last?.client_id !== clientId || last.guest_name !== null) return;
    if (!(await claimMessage(trx, due.id, last.id, now.ms))) return;
    const notification = {
      client_id: clientId,
      type: 'TIME_TO_RETURN',
      facts: factsOf(last, dateOf(now.wall)),
    } as const;
    await notifyClient(trx, notification, last, immediately(now));
  });
}

/** Records that a message is sent. Returns false if another process has already recorded it. */
async function claimMessage(trx: Trx, person_id: PersonId, appointment_id: AppointmentId, at: number) {
  const claimed = await trx
    .insertInto('due_marks')
    .values({ person_id, kind: 'SENT', appointment_id, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The clients to write to now; at night nobody. */
async function clientsToWriteTo({ db }: Context, now: Now) {
  if (isQuietHour(now.wall)) return [];
  const anybody = db.selectFrom('users').select('id').where(AGREED).limit(1);
  return (await anybody.executeTakeFirst()) ? dueClients(db, now) : [];
}

/** The job that messages clients who are due for an appointment: at most once per appointment. Each process runs it only once an hour, because it reads all their bookings. docs/spec/behaviour.md §20.4 */
export function dueMessages(context: Context): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const now = readClock(context.clock);
    if (now.ms < nextMs) return;
    const clients = await clientsToWriteTo(context, now);
    nextMs = now.ms + HOUR_MS; // also if a message fails below: the client is tried again after an hour
    await forEachIsolated(clients, ({ client_id }) => sendOne(context, client_id, now));
  };
}
