import { type Nullable, type SelectQueryBuilder, sql } from 'kysely';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal, cancellationRefusal, isLateCancellation } from '#domain/appointments/appointments.ts';
import { summaryOf } from '#domain/appointments/lines.ts';
import { type AbsenceDays, isAbsentOn } from '#domain/appointments/slots.ts';
import type { AppointmentId, PersonId, TechnicianId, UserId } from '#domain/ids.ts';
import { concerns } from '#domain/technicians.ts';
import type { CallReason } from '#domain/told/calls.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { noShowsColumn } from '../figures/figures.ts';
import { recordChange } from '../history/history.ts';
import {
  type ActContext,
  immediately,
  type NotificationTiming,
  notifyOfChanges,
  notifyOwner,
} from '../notifications/notifications.ts';
import { againIfAhead, derivingSlots, offerAgain, type Plan, withdraw } from '../openings/openings.ts';
import { depositFromJson, depositJson, followMoney, paidColumns } from '../payments/payments.ts';
import { assertMay, isStaff } from '../platform/auth/sessions.ts';
import { type Clock, momentText, type Now } from '../platform/clock.ts';
import { linesJson, updateAppointment } from '../platform/db/appointments.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { forgetPictures, picturesFromJson, picturesJson } from '../platform/db/pictures.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../platform/db/schema.ts';
import { forgetWork, lastWorkJson, workJson, workOfRow } from '../platform/db/work.ts';
import { refuseIf } from '../platform/errors.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import { expectedTime, forgetMessages } from '../reached/reached.ts';
import { hiddenFromTechnicians, seesPhones, shownIf, type Viewer } from '../roles/roles.ts';
import { linesFromJson } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianName } from '../technicians/technicians.ts';
import { startUndoOfCancelling } from '../undo/undo.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { lockAppointments, lockedRows, lockWithClients } from './locks.ts';
import { type RequestColumns, requestJson, withoutPaid } from './rows.ts';

/** An appointment as the query returns it: unlike in the contract, `cancelled_at` is epoch ms, objects are JSON text, and the services are not summarized. */
type Selected = Omit<
  Appointment,
  | 'cancelled_at'
  | 'confirmed_at'
  | 'services'
  | 'technician_name'
  | 'deposit'
  | 'pictures'
  | 'request'
  | `service_${string}`
> & {
  technician_name: string | null;
  cancelled_at: number | null;
  confirmed_at: number | null;
  services: string;
  /** The price of a booking without services. */
  price: number | null;
  deposit: string | null;
  /** JSON text. */
  wishes: string;
} & RequestColumns;

/** Appointments joined with their bookings, the people of the accounts (`client`) and the people who come (`person`). */
export type Joined = Omit<Schema, 'bookings'> & {
  bookings: Nullable<Schema['bookings']>;
  client: Nullable<Schema['people']>;
  person: Nullable<Schema['people']>;
};
export type Query<Row> = SelectQueryBuilder<Joined, 'appointments' | 'bookings' | 'client' | 'person', Row>;

/** Whoever may see the row may see the contact in it. */
const ANYBODY: Viewer = { user: null, now: { wall: '0001-01-01 00:00:00' } };

/** Appointments with their bookings, the accounts of these and the people who come, and the columns that clients may see. */
export const selectAppointments = (db: Db | Trx, viewer: Viewer = ANYBODY): Query<Selected> =>
  db
    .selectFrom('appointments')
    .leftJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .leftJoin('people as client', 'client.user_id', 'bookings.client_id')
    .leftJoin('people as person', 'person.id', 'bookings.person_id')
    .select(({ fn }) => [
      'appointments.id',
      'appointments.start_datetime',
      'appointments.end_datetime',
      'appointments.status',
      'appointments.technician_id',
      'appointments.booking_id',
      'bookings.client_id',
      'bookings.guest_name',
      fn.coalesce('bookings.note', 'appointments.notes').as('notes'),
      'bookings.cancel_reason',
      'bookings.price',
      linesJson(db).as('services'),
      technicianName().as('technician_name'),
      'client.name as client_name',
      shownIf(seesPhones(viewer), 'bookings.guest_phone').as('guest_phone'),
      shownIf(seesPhones(viewer, 'client.id'), 'client.phone').as('client_phone'),
      hiddenFromTechnicians(viewer, sql.ref('client.email')).as('client_email'),
      'bookings.cancelled_at',
      'bookings.confirmed_at',
      expectedTime().as('expected'),
      'bookings.series_id',
      'bookings.request_state',
      'bookings.request_until',
      'appointments.version',
      depositJson(db).as('deposit'),
      picturesJson(db, 'WISH').as('wishes'),
    ]);

/** Converts a row to the response: `cancelled_at` becomes the salon's local time, JSON is parsed, and the services are summarized. docs/spec/behaviour.md §2.3 */
export function appointmentJson<Row extends Selected & Partial<StoredWork>>(
  row: Row,
  { clock, user }: Pick<RequestContext, 'clock' | 'user'>,
) {
  const {
    technician_name,
    services,
    price,
    deposit,
    cancelled_at,
    confirmed_at,
    work,
    last_work = null,
    wishes,
    results = '[]',
    request_state,
    request_until,
    ...all
  } = row;
  const fields = withoutPaid(all, user);
  const lines = linesFromJson(services);
  return {
    ...fields,
    ...(technician_name !== null && { technician_name }),
    services: lines,
    ...summaryOf(lines),
    ...(lines.length === 0 && { service_price: price }),
    deposit: depositFromJson(deposit, clock),
    request: requestJson({ request_state, request_until }),
    cancelled_at: momentText(cancelled_at, clock),
    confirmed_at: momentText(confirmed_at, clock),
    pictures: [wishes, results].flatMap((text) => picturesFromJson(text, clock.ms())),
    ...(work !== undefined && workOfRow({ work, last_work })),
  };
}

type ReadContext = Pick<RequestContext, 'clock' | 'now' | 'user'>;

/** JSON text, like the services. */
interface StoredWork {
  work: string;
  last_work: string | null;
  results: string;
}

type AdminOnly = StoredWork &
  Pick<
    SalonAppointment,
    'attended' | 'guest_email' | 'client_notes' | 'client_no_shows' | 'paid' | 'person_id' | 'staff_note'
  >;

/** SQL for the person who comes; null for an erased one, whom no search finds. */
const shownPerson = sql<PersonId | null>`case when person.user_id is null or person.search_text is not null then person.id end`;

const adminOnlyColumns = (db: Db | Trx, viewer: Viewer) =>
  [
    'bookings.attended',
    shownPerson.as('person_id'),
    hiddenFromTechnicians(viewer, sql.ref('bookings.guest_email')).as('guest_email'),
    'person.staff_note',
    hiddenFromTechnicians(
      viewer,
      sql`case when bookings.client_id is null then person.notes else client.notes end`,
    ).as('client_notes'),
    noShowsColumn(db, viewer.now.wall, 'bookings.client_id', 'bookings.person_id').as('client_no_shows'),
    ...paidColumns(db),
    workJson(db).as('work'),
    lastWorkJson(db).as('last_work'),
    picturesJson(db, 'RESULT').as('results'),
  ] as const;

export const selectForSalon = (db: Db | Trx, viewer: Viewer): Query<Selected & AdminOnly> =>
  selectAppointments(db, viewer).select(adminOnlyColumns(db, viewer));

export async function adminOnlyOf(db: Db | Trx, id: AppointmentId, context: Viewer) {
  const row = await selectAppointments(db)
    .clearSelect()
    .select(adminOnlyColumns(db, context))
    .where('appointments.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { results: _, ...columns } = row;
  return { ...columns, ...workOfRow(row) };
}

export async function savedForSalon(trx: Db | Trx, id: AppointmentId, context: ReadContext) {
  const row = await selectForSalon(trx, context).where('appointments.id', '=', id).executeTakeFirstOrThrow();
  return appointmentJson(row, context);
}

export const savedForUser = (trx: Trx, id: AppointmentId, context: RequestContext) =>
  isStaff(context.user) ? savedForSalon(trx, id, context) : savedAppointment(trx, id, context.clock);

const selectedAppointment = compiledOnce((db, { id }: { id: AppointmentId }) =>
  selectAppointments(db).where('appointments.id', '=', id),
);

/** The response to a client's command: the row as written, with the columns that clients may see. */
export async function savedAppointment(trx: Trx, id: AppointmentId, clock: Clock): Promise<Appointment> {
  const [row] = await selectedAppointment(trx, { id });
  if (!row) throw new Error(`appointment ${id} was not written`);
  return appointmentJson(row, { clock, user: null });
}

/** Cancels a booking on behalf of its client or guest and makes its time free. The caller has locked `row` and its day. */
export async function cancelByPerson(
  trx: Trx,
  context: ActContext,
  row: AppointmentRow,
  reason: string,
): Promise<AppointmentRow> {
  const { now, config } = context;
  refuseIf(actionRefusal('cancel', row, 'CLIENT', now.wall));
  const settings = await currentSettings(trx, config);
  const { cancel_until_hours, late_cancel_hours } = settings;
  const isWaiting = row.request_state === 'WAITING'; // the salon has not promised anything yet
  if (!isWaiting)
    refuseIf(cancellationRefusal(now.wall, row.start_datetime, cancel_until_hours), cancel_until_hours);
  // a booking that was moved inside the deadline is already late
  const isLate =
    !isWaiting && (isLateCancellation(now.wall, row.start_datetime, late_cancel_hours) || row.is_late === 1);
  const cancel = () => saveCancelled(trx, context, row, { reason, by: 'CLIENT', isLate });
  const { result: cancelled } = await servingWaitlists(trx, context, [row.day], () =>
    derivingSlots(trx, context, [row], cancel, { plan: offerAgain }),
  );
  await notifyOwner(trx, context, cancelled, 'CANCELLED', settings);
  return cancelled;
}

interface SalonCancellation extends Pick<Cancellation, 'reason' | 'request_state'> {
  /** What becomes of the booking's time; default: it is withdrawn. */
  readonly plan?: Plan;
  /** When the client is told; default: at once. */
  readonly timing?: NotificationTiming | undefined;
  readonly told?: CallReason;
}

interface Cancellation extends Partial<Pick<AppointmentRow, 'request_state'>> {
  readonly reason: string;
  readonly by: 'ADMIN' | 'CLIENT';
  readonly isLate: boolean;
}

export async function saveCancelled(
  trx: Trx,
  context: ChangeContext,
  before: AppointmentRow,
  { reason, by, isLate, request_state = null }: Cancellation,
): Promise<AppointmentRow> {
  const after = await updateAppointment(trx, before, {
    status: 'CANCELLED',
    cancel_reason: reason,
    cancelled_at: context.now.ms,
    cancelled_by: by,
    is_late: isLate ? 1 : 0,
    attended: null,
    called: null,
    ...(before.request_state === 'WAITING' && { request_state }),
  });
  await recordChange(trx, context, 'appointment', { before, after, action: 'cancelled' });
  await followMoney(trx, context, { before, after });
  return after;
}

/** Cancels a booking on the salon's behalf; returns what changed. The caller has locked row, day and client. */
export async function cancelForSalon(
  trx: Trx,
  context: ChangeContext,
  before: AppointmentRow,
  {
    reason,
    plan = withdraw,
    request_state = null,
    told,
    timing = immediately(context.now),
  }: SalonCancellation,
) {
  const cancellation = { reason, by: 'ADMIN', isLate: false, request_state } as const;
  const cancel = () => saveCancelled(trx, context, before, cancellation);
  const { result: after, derived } = await derivingSlots(trx, context, [before], cancel, { plan });
  await notifyOfChanges(trx, context, [{ before, after, reason: told }], timing);
  return { before, after, derived };
}

/** Cancels a booking on the salon's behalf and offers its time again. */
export const releaseForSalon = (
  trx: Trx,
  context: ChangeContext,
  before: AppointmentRow,
  cancellation: Omit<SalonCancellation, 'plan'>,
) =>
  servingWaitlists(trx, context, [before.day], () =>
    cancelForSalon(trx, context, before, { ...cancellation, plan: againIfAhead(context.now.wall, before) }),
  );

/** The bookings of a day to come, or of today, that an absence affects: not begun, marked or paid. docs/spec/behaviour.md §6.6 */
export const bookingsAhead = (db: Db | Trx, viewer: Viewer) =>
  selectAppointments(db, viewer)
    .where('appointments.status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>', viewer.now.wall)
    .where('bookings.attended', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.booking_id', '=', 'bookings.id')
            .where('kind', '=', 'VISIT')
            .where('voided_at', 'is', null),
        ),
      ),
    );

/** Cancels the given bookings that are within the absence and not begun, marked or paid; returns what changed, and the undo of it. docs/spec/behaviour.md §6.6 */
export async function cancelInAbsence(
  trx: Trx,
  context: RequestContext,
  absence: AbsenceDays & { readonly technician_id: TechnicianId | null },
  { ids, reason }: { readonly ids: readonly AppointmentId[]; readonly reason: string },
  canBeUndone: boolean,
) {
  const { rows } = await lockWithClients(trx, [...new Set(ids)]);
  const ahead = await bookingsAhead(trx, context).where('appointments.id', 'in', ids).execute();
  assertMay(context, 'takeDaysOff', rows);
  const booked = rows.filter(
    ({ id, day, technician_id }) =>
      ahead.some((row) => row.id === id) && isAbsentOn(day, [absence]) && concerns(absence, technician_id),
  );
  const undo = canBeUndone ? await startUndoOfCancelling(trx, context.now, booked) : undefined;
  const timing = undo?.timing;
  const changes = [];
  for (const row of booked) changes.push(await cancelForSalon(trx, context, row, { reason, timing }));
  return { undo, changes };
}

/** Locks and returns the client's bookings that have not started. The caller has locked the client, so no booking can be added. */
export async function lockUpcomingBookings(trx: Trx, now: Now, clientId: UserId): Promise<AppointmentRow[]> {
  const upcoming = await trx
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('appointments.id')
    .where('client_id', '=', clientId)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .execute();
  const ids = upcoming.map(({ id }) => id);
  const rows = await lockAppointments(trx, ids);
  // leaves out bookings that the owner changed before they were locked
  return rows.filter((row) => row.client_id === clientId && row.status === 'BOOKED');
}

/** Locks the appointments of people and accounts, without their days, because no time becomes free. The caller has locked the people. */
export async function lockAppointmentsOf(
  trx: Trx,
  people: readonly PersonId[],
  clients: readonly UserId[] = [],
): Promise<AppointmentRow[]> {
  const booked = trx.selectFrom('bookings').innerJoin('appointments', 'booking_id', 'bookings.id');
  const ofPeople = booked.select('appointments.id').where('person_id', 'in', people);
  const ofClients = booked.select('appointments.id').where('client_id', 'in', clients);
  const found = await (clients.length === 0 ? ofPeople : ofPeople.union(ofClients)).execute();
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : lockedRows(trx, ids);
}

/** Erases the guest from a booking, its mails and stored responses; a client's own notes stay. Raises the version, so that an open dialog cannot save the name again. docs/spec/behaviour.md §10.1 */
export async function forgetGuest(trx: Trx, row: AppointmentRow): Promise<void> {
  const { id, booking_id, client_id, guest_name } = row;
  await trx.deleteFrom('idempotency_keys').where('appointment_id', '=', id).execute();
  const bookings = booking_id === null ? [] : [booking_id];
  await forgetMessages(trx, bookings);
  await forgetWork(trx, bookings);
  await forgetPictures(trx, bookings);
  await updateAppointment(trx, row, {
    person_id: null,
    is_forgotten: 1,
    guest_name: guest_name === null ? null : NAMELESS_GUEST,
    guest_phone: null,
    guest_number: null,
    guest_email: null,
    language: null,
    called: null,
    ...(client_id === null && { notes: null, cancel_reason: null }),
  });
  await trx
    .updateTable('payments')
    .set({ note: null, void_reason: null })
    .where('booking_id', '=', booking_id)
    .execute();
}
