// The technicians of the salon. They are never deleted, only deactivated. docs/spec/behaviour.md §16
import { type RawBuilder, sql } from 'kysely';
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { SalonTechnician, technicianEndpoints } from '#contract/technicians.ts';
import { TECHNICIAN_SWITCHES } from '#domain/accounts/roles.ts';
import type { AppointmentId, ServiceId, TechnicianId, UserId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN, technicianRefusal } from '#domain/technicians.ts';
import { addDays, dateOf, startOfDay, type WallDate } from '#domain/wall-clock.ts';
import { hashPasswordIfSet } from '../clients/clients.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { endCalendarFeedOf, endResetLinks, endSessionsOf, isStaff } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { merged } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { addAccount, updateAccount } from '../platform/db/people.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { saveTerms, termsByTechnician, termsForOthers, withPercent } from '../platform/db/terms.ts';
import {
  inTransaction,
  isPostgres,
  lockRows,
  lockTechnicians,
  retryTransaction,
} from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { servicesByIds } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';

type Listed = Omit<SalonTechnician, 'service_ids' | 'terms' | 'percent'> & { percent: number | null };

const listed = compiledOnce<Listed>((db) =>
  db
    .selectFrom('technicians')
    .leftJoin('people', 'people.user_id', 'technicians.user_id')
    .select(['technicians.id', 'technicians.name', 'position', 'is_active', 'bookable', 'hue', 'percent'])
    .select('people.email')
    .select(TECHNICIAN_SWITCHES)
    .orderBy('position')
    .orderBy('technicians.id'),
);
const listedServices = compiledOnce<{ technician_id: TechnicianId; service_id: ServiceId }>((db) =>
  db.selectFrom('technician_services').select(['technician_id', 'service_id']).orderBy('service_id'),
);

async function technicians(db: Db | Trx): Promise<SalonTechnician[]> {
  const rows = await listed(db, {});
  const byTechnician = Map.groupBy(await listedServices(db, {}), ({ technician_id }) => technician_id);
  const terms = await termsByTechnician(db);
  return rows.map(({ percent, ...row }) => ({
    ...row,
    ...withPercent(percent),
    service_ids: byTechnician.get(row.id)?.map(({ service_id }) => service_id) ?? null,
    terms: terms.get(row.id) ?? [],
  }));
}

async function technicianById(db: Db | Trx, id: TechnicianId): Promise<SalonTechnician> {
  return (await technicians(db)).find((one) => one.id === id) ?? refuse('not_found');
}

async function listTechnicians({ db, user }: RequestContext, { all }: ParsedQuery<'GET /technicians'>) {
  const list = await technicians(db);
  const active = list.filter(({ is_active }) => is_active === 1);
  if (user?.role === 'ADMIN') return all === '1' ? list : active;
  if (active.length < 2) return [];
  return active.map(({ id, name, service_ids, terms, bookable, hue }) => ({
    id,
    name,
    service_ids,
    terms: termsForOthers(terms),
    bookable,
    ...(isStaff(user) && { hue }),
  }));
}

/** SQL condition: the salon has several active technicians. With only one, responses name no technician. */
const hasSeveral = sql<boolean>`(select count(*) from technicians as active where active.is_active = 1) > 1`;

/** SQL for the technician of an appointment; null while the salon has only one technician. */
export const technicianOfSeveral = () => sql`case when ${hasSeveral} then appointments.technician_id end`;

export const activeTechnicians = async (db: Db | Trx): Promise<SalonTechnician[]> =>
  (await technicians(db)).filter(({ is_active }) => is_active === 1);

/** Returns an appointment's technician and her name, or nothing while the salon has only one technician. */
export async function technicianNamed(db: Db | Trx, { id }: { readonly id: AppointmentId }) {
  const row = await db
    .selectFrom('appointments')
    .select(['technician_id', technicianName().as('technician_name')])
    .where('id', '=', id)
    .executeTakeFirst();
  const { technician_id, technician_name } = row ?? {};
  return technician_id && technician_name ? { technician_id, technician_name } : {};
}

/** SQL for the name of an appointment's technician; null while the salon has only one technician. */
export const technicianName = (): RawBuilder<string | null> =>
  sql`(select technicians.name from technicians where technicians.id = appointments.technician_id and ${hasSeveral})`;

/** Refuses a technician who is missing, inactive or does not do all these services. If `db` is a transaction, also locks the technician's row. */
export async function assertDoes(db: Db | Trx, id: TechnicianId, serviceIds: readonly ServiceId[]) {
  const row = db.selectFrom('technicians').select('is_active').where('id', '=', id);
  const locked = db.isTransaction && isPostgres(db) ? row.forShare() : row;
  if ((await locked.executeTakeFirst())?.is_active !== 1) refuse('unknown_technician');
  if (serviceIds.length === 0) return;
  const found = (await technicians(db)).find((one) => one.id === id) ?? refuse('unknown_technician');
  refuseIf(await servicesRefusal(db, found.service_ids, serviceIds));
}

/** Refuses services that the technician does not do. Refuses a deleted service with another error, `unknown_service`. */
async function servicesRefusal(db: Db | Trx, ...services: Parameters<typeof technicianRefusal>) {
  const refusal = technicianRefusal(...services);
  return refusal && !(await servicesByIds(db, services[1])) ? 'unknown_service' : refusal;
}

/** Returns a refusal if the technician does not do all these services. */
export const technicianDoes = async (db: Db | Trx, id: TechnicianId, serviceIds: readonly ServiceId[]) => {
  if (serviceIds.length === 0) return undefined;
  const rows = await db
    .selectFrom('technician_services')
    .select('service_id')
    .where('technician_id', '=', id)
    .execute();
  const hers = rows.length === 0 ? null : rows.map(({ service_id }) => service_id);
  return servicesRefusal(db, hers, serviceIds);
};

type Added = ParsedBody<'POST /technicians'>;
type Edited = ParsedBody<'PUT /technicians/{id}'>;

/** Converts the services to a text for the history, which stores only texts and numbers. */
const recorded = ({ service_ids, terms, ...row }: SalonTechnician) => ({
  ...row,
  service_ids: service_ids?.join() ?? null,
  terms: terms.map((term) => Object.values(term).join('/')).join() || null,
});

async function saveServices(
  trx: Trx,
  technician_id: TechnicianId,
  ids: readonly ServiceId[] | null | undefined,
): Promise<void> {
  if (ids === undefined) return;
  await trx.deleteFrom('technician_services').where('technician_id', '=', technician_id).execute();
  const rows = [...new Set(ids)].map((service_id) => ({ technician_id, service_id }));
  if (rows.length > 0) await trx.insertInto('technician_services').values(rows).execute();
}

const VIOLATION_CODES = { 'foreign-key': 'unknown_service', unique: 'email_taken' } as const;

async function addTechnician(
  context: RequestContext,
  { name, is_active, hue, service_ids, terms, email, password, ...switches }: Added,
) {
  const password_hash = await hashPasswordIfSet(context.passwords, { password }, 'password');
  const adding = inTransaction(context.db, async (trx) => {
    await lockTechnicians(trx);
    const { technicians_see_phones } = await currentSettings(trx, context.config);
    const { last } = await trx
      .selectFrom('technicians')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('technicians')
      .values({ name, is_active, position: last + 1, hue, sees_phones: technicians_see_phones, ...switches })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveServices(trx, id, service_ids);
    await saveTerms(trx, id, terms);
    await saveLogin(trx, context, id, { email, password_hash });
    const after = await technicianById(trx, id);
    await recordChange(trx, context, 'technician', { before: null, after: recorded(after) });
    return after;
  });
  return refuseOnViolation(adding, VIOLATION_CODES);
}

/** Runs `change` and notifies waitlist entries of `days`. The waitlist's function is passed as a parameter, because the waitlist imports this file. */
type Serving = <T>(
  trx: Trx,
  context: RequestContext,
  days: readonly WallDate[],
  change: () => Promise<T>,
) => Promise<T>;

async function editTechnician(context: RequestContext, id: TechnicianId, input: Edited, serving: Serving) {
  const password_hash = await hashPasswordIfSet(context.passwords, input, 'password');
  const editing = inTransaction(context.db, async (trx) => {
    await lockTechnicians(trx);
    const before = await technicianById(trx, id);
    const { service_ids, terms, email, password: _, ...columns } = input;
    const { name, hue, is_active, bookable, percent, sees_phones, can_charge, can_take_days_off } = merged(
      { percent: null, ...before },
      columns,
    );
    const after = { name, hue, is_active, bookable, percent, sees_phones, can_charge, can_take_days_off };
    const isLeaving = is_active < before.is_active;
    const locked = isLeaving ? await lockFreeSlots(trx, id, context.now) : [];
    const save = async () => {
      await trx.updateTable('technicians').set(after).where('id', '=', id).execute();
      await saveServices(trx, id, service_ids);
      await saveTerms(trx, id, terms);
      if (isLeaving) await leave(trx, context, id, locked);
      await saveLogin(trx, context, id, { email, password_hash });
      const saved = await technicianById(trx, id);
      await recordChange(trx, context, 'technician', { before: recorded(before), after: recorded(saved) });
      return saved;
    };
    const days = is_active > before.is_active ? await daysOfSlots(trx, id, context.now) : [];
    return days.length === 0 ? save() : serving(trx, context, days, save);
  });
  return refuseOnViolation(editing, VIOLATION_CODES);
}

/** The days of her future slots, which are hidden while she is inactive. */
async function daysOfSlots(trx: Trx, id: TechnicianId, now: Now): Promise<WallDate[]> {
  const slots = trx.selectFrom('appointments').select('day').distinct().where('technician_id', '=', id);
  const ahead = slots.where('status', '=', 'AVAILABLE').where('start_datetime', '>', now.wall);
  return (await ahead.execute()).map(({ day }) => day);
}

/** Her appointments that have not ended. */
const appointmentsAhead = (trx: Trx, id: TechnicianId, now: Now) =>
  trx
    .selectFrom('appointments')
    .select('id')
    .where('technician_id', '=', id)
    .where('start_datetime', '>=', startOfDay(dateOf(now.wall))) // redundant, because no appointment crosses midnight, but lets the query use an index
    .where('end_datetime', '>', now.wall);

/** Locks a technician's free slots, to wait for concurrent bookings. Lock slots before the technician's row, as every edit of an appointment does. */
const lockFreeSlots = (trx: Trx, id: TechnicianId, now: Now) =>
  appointmentsAhead(trx, id, now)
    .where('status', '=', 'AVAILABLE')
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();

/** Ends feed and absences of a deactivated technician, and opens waitlist entries for her to any technician. Refuses if she has a booking that has not ended. Her row and the `locked` slots must be locked. */
async function leave(
  trx: Trx,
  context: RequestContext,
  id: TechnicianId,
  locked: readonly { readonly id: AppointmentId }[],
): Promise<void> {
  if (id === OWNERS_TECHNICIAN) refuse('technician_is_owner');
  const ahead = appointmentsAhead(trx, id, context.now);
  const known = new Set(locked.map((slot) => slot.id));
  const free = await ahead.where('status', '=', 'AVAILABLE').execute();
  if (!free.every((slot) => known.has(slot.id))) retryTransaction('a technician');
  const booking = await ahead.where('status', '=', 'BOOKED').limit(1).executeTakeFirst();
  if (booking) refuse('technician_has_bookings');
  await trx.deleteFrom('calendar_feeds').where('technician_id', '=', id).execute();
  await trx
    .updateTable('waitlist_entries')
    .set({ technician_id: null })
    .where('technician_id', '=', id)
    .execute();
  await endAbsences(trx, context, id);
}

/** Shortens the technician's current absences, so that they end yesterday. Deletes absences that begin today or later. */
async function endAbsences(trx: Trx, context: RequestContext, id: TechnicianId): Promise<void> {
  const today = dateOf(context.now.wall);
  const absences = await trx
    .selectFrom('absences')
    .select(['id', 'date_from', 'date_to', 'reason', 'technician_id'])
    .where('technician_id', '=', id)
    .where('date_to', '>=', today)
    .execute();
  const changes = absences.map((before) => ({
    before,
    after: before.date_from < today ? { ...before, date_to: addDays(today, -1) } : null,
  }));
  for (const { before, after } of changes)
    await (after
      ? trx.updateTable('absences').set({ date_to: after.date_to }).where('id', '=', before.id).execute()
      : trx.deleteFrom('absences').where('id', '=', before.id).execute());
  await recordChanges(trx, context, 'absence', changes);
}

/** Orders the active technicians by `ids`, which must name each active technician once. */
function orderTechnicians(context: RequestContext, ids: readonly TechnicianId[]): Promise<{ count: number }> {
  return inTransaction(context.db, async (trx) => {
    await lockTechnicians(trx);
    const active = await activeTechnicians(trx);
    const isSame = ids.length === active.length && active.every(({ id }) => ids.includes(id));
    if (!isSame) refuse('conflict');
    for (const [position, id] of ids.entries())
      await trx.updateTable('technicians').set({ position }).where('id', '=', id).execute();
    const moved = active.map((before) => ({
      before: recorded(before),
      after: { ...recorded(before), position: ids.indexOf(before.id) },
    }));
    await recordChanges(trx, context, 'technician', moved);
    return { count: ids.length };
  });
}

export const technicianRoutes = (serving: Serving): RoutesOf<typeof technicianEndpoints> => ({
  'GET /technicians': (request) => listTechnicians(request, request.query),
  'POST /technicians': (request) => addTechnician(request, request.body),
  'PUT /technicians/order': (request) => orderTechnicians(request, request.body.ids),
  'PUT /technicians/{id}': (request) => editTechnician(request, request.params.id, request.body, serving),
  'DELETE /technicians/{id}': async (request) =>
    void (await editTechnician(request, request.params.id, { is_active: 0 }, serving)),
});

interface Login {
  /** The email of the technician's login. Undefined: unchanged; null: no login. */
  readonly email?: string | null | undefined;
  readonly password_hash: string | undefined;
}

/** Saves a technician's login. If the login is removed, the account stays, because bookings and history refer to it. docs/spec/behaviour.md §16.10 */
async function saveLogin(
  trx: Trx,
  { now }: Pick<RequestContext, 'now'>,
  id: TechnicianId,
  { email, password_hash }: Login,
): Promise<void> {
  const { name, is_active, user_id } = await trx
    .selectFrom('technicians')
    .select(['name', 'is_active', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = user_id === null ? undefined : await lockLogin(trx, user_id);
  const address = email === undefined ? (before?.email ?? null) : email;
  if (address === null && password_hash !== undefined)
    refuse('bad_input', { fields: { email: 'Unesite email adresu.' } });
  if (address !== null && id === OWNERS_TECHNICIAN)
    refuse('bad_input', { fields: { email: 'Vlasnica se prijavljuje svojim nalogom.' } });
  const account = {
    role: 'TECHNICIAN',
    person: { name, email: address, phone: before?.phone ?? null, city: before?.city ?? null },
    password_hash: address && (password_hash ?? before?.password_hash ?? null),
    active: is_active,
  } as const;
  if (before) {
    await updateAccount(trx, before.id, account);
    await endLogin(trx, before.id, {
      other: account.password_hash !== before.password_hash || is_active < before.active,
      moved: address !== before.email,
    });
  } else if (address !== null) {
    const made = (await addAccount(trx, { ...account, created_at: now.ms })) ?? refuse('email_taken');
    await trx.updateTable('technicians').set({ user_id: made }).where('id', '=', id).execute();
  }
}

/** Locks a technician's account before its person is read. */
async function lockLogin(trx: Trx, id: UserId) {
  const login = await trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'active'])
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirstOrThrow();
  const person = await trx
    .selectFrom('people')
    .select(['email', 'phone', 'city'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...login, ...person };
}

/** Ends the technician's sessions and reset links if the password changes or the login is removed; only the reset links if the address changes. */
async function endLogin(trx: Trx, user: UserId, is: { other: boolean; moved: boolean }): Promise<void> {
  if (is.other) await endSessionsOf(trx, user);
  if (is.moved) await endCalendarFeedOf(trx, user);
  if (is.other || is.moved) await endResetLinks(trx, user);
}
