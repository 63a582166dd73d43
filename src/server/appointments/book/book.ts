import type { ReceivedBody } from '#contract/index.ts';
import { type Booker, bookingPerson, bookRefusal, type Person } from '#salon/appointments/booking.ts';
import { contactDigits } from '#salon/search.ts';

import { makeGuestLink } from '../../guest-link/make.ts';
import { queueMail } from '../../mail/queue.ts';
import { tellOwnerOfBooking } from '../../notifications/tell-owner.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { AppointmentRow, Db, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuse } from '../../platform/refuse.ts';
import { refuseClash } from '../../platform/refuse-clash.ts';
import { endWaitFor } from '../../waitlist/end-wait.ts';
import { savedAppointment } from '../appointment-row.ts';
import { copiedService } from '../chosen-service.ts';
import { lockRowOnly } from '../lock-appointment.ts';
import { assertWithinLimit, lockBooker } from './booking-limit.ts';
import { type Booked, firstAnswer, type KeyedRequest, keepAnswer, keyedRequest } from './repeated-request.ts';

type Given = ReceivedBody<'POST /appointments/{id}/book'>;
interface Booking {
  readonly id: number;
  readonly given: Given;
  readonly person: Person;
  readonly digits: string | null;
  readonly request: KeyedRequest | undefined;
}

/**
 * Books a free slot for the caller, or for a guest: one atomic step. Refuses what is no longer free, a third active booking,
 * half a contact. Repeated with its Idempotency-Key it gives the first answer again. behaviour.md §5 Book
 */
export async function bookAppointment(
  context: Context & { readonly idempotencyKey: string | undefined },
  id: number,
  given: Given,
): Promise<Booked> {
  const { db, who } = context;
  const person = bookingPerson(bookerOf(context), given);
  if (person === 'guest_contact_missing') refuse(person);
  const digits = contactDigits(person.guest_phone);
  if (person.guest_phone !== null && digits === null) refuse('guest_contact_missing');
  const request = keyedRequest(context.idempotencyKey, who, ['POST /appointments/{id}/book', id, given]);
  // of 300 callers most find the slot gone here, without waiting for each other; a repeated one finds its answer
  if (await isGone(db, await slotById(db, id), given, context))
    return (request && (await firstAnswer(db, request))) ?? refuse('slot_gone');
  const booking = { id, given, person, digits, request };
  return refuseClash(
    inTransaction(db, (trx) => bookOnce(trx, context, booking)),
    { 'foreign-key': 'unknown_service' }, // deleted between the look and the booking
  );
}

function bookerOf({ who, config }: Context): Booker {
  if (who === null) return config.guestBooking ? { role: 'VISITOR' } : refuse('login_required');
  return who.role === 'ADMIN' ? { role: 'ADMIN' } : { role: 'CLIENT', client_id: who.id };
}

const slotById = (db: Db, id: number): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();

async function isGone(
  db: Db | Trx,
  slot: AppointmentRow | undefined,
  seen: Given,
  { now }: Context,
): Promise<boolean> {
  if (slot?.status !== 'AVAILABLE') return true;
  const absences = await db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_from', '<=', slot.day)
    .where('date_to', '>=', slot.day)
    .execute();
  return bookRefusal(slot, seen, now.wall, absences) !== undefined;
}

async function bookOnce(trx: Trx, context: Context, booking: Booking): Promise<Booked> {
  const { id, given, person, digits, request } = booking;
  if (request) {
    await lockKey(trx, request.keyHash);
    const known = await firstAnswer(trx, request);
    if (known) return known;
  }
  await lockBooker(trx, person, digits);
  if (await isGone(trx, await lockRowOnly(trx, id), given, context)) refuse('slot_gone');
  if (context.who?.role !== 'ADMIN') await assertWithinLimit(trx, person, digits, context.now.wall);
  const booked = await saveBooking(trx, context, booking);
  await tellOwnerOfBooking(trx, context, booked);
  await mailToGuest(trx, context, booked);
  await endWaitFor(trx, booked);
  const guest_link = context.who ? null : await makeGuestLink(trx, { id, booked_at: context.now.ms });
  const answer = { ...(await savedAppointment(trx, id, context.clock)), guest_link };
  if (request)
    await keepAnswer(trx, request, answer, { userId: context.who?.id ?? null, nowMs: context.now.ms });
  return answer;
}

/** Writes every column that a slot may carry: nothing of what it was before is left on it. */
async function saveBooking(
  trx: Trx,
  { now }: Context,
  { id, given, person, digits }: Booking,
): Promise<AppointmentRow> {
  const service = await copiedService(trx, given.service_id);
  return trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      ...person,
      ...service,
      status: 'BOOKED',
      guest_phone_digits: digits,
      guest_email: person.client_id === null ? (given.guest_email ?? null) : null,
      notes: given.notes ?? null,
      cancel_reason: null,
      cancelled_at: null,
      cancelled_by: null,
      is_late: 0,
      booked_at: now.ms,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function mailToGuest(trx: Trx, { now }: Context, booked: AppointmentRow): Promise<void> {
  const { id, guest_email, start_datetime, end_datetime, service_name, version } = booked;
  if (guest_email === null) return;
  await queueMail(trx, {
    kind: 'BOOKED_GUEST',
    onceKey: `BOOKED_GUEST:${id}:${version}`,
    toEmail: guest_email,
    appointmentId: id,
    content: { visit: { start_datetime, end_datetime, service_name, version }, booked_at: now.ms },
    nowMs: now.ms,
    visibleAtMs: now.ms,
  });
}
