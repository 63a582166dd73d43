import {
  type AppointmentToImport,
  type ImportedAppointment,
  importedAppointment,
} from '#contract/booking/imports.ts';
import { errors } from '#contract/errors.ts';
import { wallTime } from '#contract/schemas.ts';
import { minutesOfServices, type ServiceLine } from '#domain/appointments/lines.ts';
import { rowInTheWay } from '#domain/appointments/room.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { isSameName } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { nearestRoom } from '#domain/clients/rhythm.ts';
import type { AppointmentId, PersonId, ServiceId, TechnicianId } from '#domain/ids.ts';
import {
  IMPORT_REASONS,
  type ImportedStatus,
  type ImportState,
  importKey,
  importRefusal,
  lineNamed,
  roomInWords,
  roundedTimes,
  roundingInWords,
  technicianNamed,
} from '#domain/imports/appointments.ts';
import { DEFAULT_SLOT_MINUTES, MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { foldSearch } from '#domain/search.ts';
import { OWNERS_TECHNICIAN, withTerms } from '#domain/technicians.ts';
import { dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { keyedHasher } from '../../platform/auth/secrets.ts';
import { guestNamed, knownPerson, personCard, soleNamesake } from '../../platform/db/people.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { allServices } from '../../services/services.ts';
import { currentSettings } from '../../settings/settings.ts';
import { activeTechnicians } from '../../technicians/technicians.ts';

export interface Verdict {
  readonly state: ImportState;
  readonly reason?: string | null;
  readonly appointment_id?: AppointmentId | null;
}

/** A row whose values are right. */
interface ReadRow {
  readonly index: number;
  readonly name: string | null;
  readonly phone: string | null;
  readonly person_id: PersonId | null;
  readonly start_datetime: WallTime;
  readonly minutes: number | null;
  readonly services: readonly string[];
  readonly price: number | null;
  readonly technician: string | null;
  readonly notes: string | null;
  readonly status: ImportedStatus;
  readonly uid: string | null;
  readonly series: string | null;
}

type Refused = { readonly index: number; readonly verdict: Verdict };
const refused = (reason: string | null): Verdict => ({ state: 'REFUSED', reason });

/** Reads a row of the request, which may be anything. A canceled one, one without a time and one with a bad value have their result. */
export function readRow(sent: unknown, position: number): ReadRow | Refused {
  const given = typeof sent === 'object' ? (sent as AppointmentToImport | null) : null;
  const index = Number.isSafeInteger(given?.index) ? Number(given?.index) : position;
  if (!given) return { index, verdict: refused(IMPORT_REASONS.badRow) };
  if (given.status === 'CANCELLED') return { index, verdict: refused(IMPORT_REASONS.cancelled) };
  const start = wallTime.safeParse(given.start_datetime);
  if (!start.success) return { index, verdict: { state: 'NO_TIME', reason: IMPORT_REASONS.noTime } };
  const read = importedAppointment.safeParse(given);
  if (!read.success)
    return { index, verdict: refused(read.error.issues[0]?.message ?? IMPORT_REASONS.badRow) };
  const isNameless = !read.data.name && read.data.person_id === undefined;
  if (isNameless) return { index, verdict: refused(IMPORT_REASONS.noName) };
  return { index, start_datetime: start.data, ...filled(read.data) };
}

const filled = ({ duration_minutes, services = [], status = 'BOOKED', ...row }: ImportedAppointment) => ({
  name: row.name || null,
  phone: row.phone || null,
  person_id: row.person_id ?? null,
  minutes: duration_minutes ?? null,
  services: services.filter((name) => name !== ''),
  price: row.price ?? null,
  technician: row.technician ?? null,
  notes: row.notes || null,
  status,
  uid: row.uid ?? null,
  series: row.series ?? null,
});

/** What rows are compared with: read once for all of them. */
export async function salonOf({ db, config, now }: RequestContext) {
  const { guest_retention_months } = await currentSettings(db, config);
  const lists = { services: await allServices(db), technicians: await activeTechnicians(db) };
  return { guest_retention_months, ...lists, hash: await keyedHasher(db, now.ms) };
}
export type Salon = Awaited<ReturnType<typeof salonOf>>;

/** A row that can be booked. */
export interface Planned {
  readonly row: ReadRow;
  readonly times: Times;
  readonly minutes: number;
  /** Says how the times were rounded. */
  readonly rounded: string | null;
  /** undefined: the person of the row's words, as of a guest's booking. */
  readonly person: PersonId | undefined;
  /** Who comes; undefined: somebody new. */
  readonly comes: PersonId | undefined;
  readonly technician_id: TechnicianId;
  readonly service_ids: readonly ServiceId[];
  /** The lines of services that the salon does not have. */
  readonly unknown: readonly ServiceLine[];
  readonly hashes: { readonly key_hash: string; readonly uid_hash: string | null };
}

export type Judged = Verdict | { readonly plan: Planned };

export interface Judging {
  readonly row: ReadRow;
  /** Whether its UID, if it has one, is of a single time. */
  readonly isOneTime: boolean;
  /** The rows of this request that a dry run would create before it; undefined: whoever creates it learns whether there is room. */
  readonly ahead?: readonly Planned[] | undefined;
}

/** Decides what becomes of a row. Writes nothing. */
export async function judge(
  trx: Trx,
  { now }: RequestContext,
  salon: Salon,
  { row, isOneTime, ahead }: Judging,
): Promise<Judged> {
  const chosen = row.person_id === null ? undefined : await personCard(trx, row.person_id);
  if (row.person_id !== null && !chosen) return refused(errors.unknown_client.text);
  const name = row.name ?? chosen?.name ?? NAMELESS_GUEST;
  const number = phoneNumber(row.phone);
  const hashes = {
    key_hash: salon.hash(importKey({ ...row, name, number })),
    uid_hash: row.uid && salon.hash(`uid\n${row.uid}`),
  };
  const imported = await importedBefore(trx, hashes, isOneTime);
  if (imported) return imported;
  if (ahead?.some((one) => one.hashes.key_hash === hashes.key_hash)) return EXISTS;
  const { technician_id, service_ids, unknown, ofServices } = asked(salon, row);
  const length = row.minutes ?? ofServices ?? DEFAULT_SLOT_MINUTES;
  const times = roundedTimes(row.start_datetime, length);
  const servicesCount = service_ids.length + unknown.length;
  const refusal = refusalInWords(times, row.status, servicesCount, { now: now.wall, ...salon });
  if (refusal) return refused(refusal);
  const { booked: person, comes } = await personFor(trx, chosen?.id, { name, number });
  const existing = comes && (await bookingAt(trx, comes, times.start_datetime));
  if (existing) return { ...EXISTS, appointment_id: existing.id };
  if (ahead?.some((one) => isSameVisit(one, { times, comes, name, number }))) return EXISTS;
  const minutes = minutesBetween(times.start_datetime, times.end_datetime);
  const rounded = roundingInWords(row.start_datetime, length);
  const plan = {
    row,
    times,
    minutes,
    rounded,
    person,
    comes,
    technician_id,
    service_ids,
    unknown,
    hashes,
  };
  return (ahead && (await takenBy(trx, plan, ahead, now.wall))) ?? { plan };
}

function refusalInWords(
  times: Times,
  status: ImportedStatus,
  servicesCount: number,
  rules: Parameters<typeof importRefusal>[2],
): string | undefined {
  const refusal = importRefusal(times, status, rules);
  if (refusal) return 'code' in refusal ? errors[refusal.code].text : refusal.text;
  return servicesCount > MAX_SERVICES_COUNT ? `Najviše ${MAX_SERVICES_COUNT} usluga.` : undefined;
}

const EXISTS: Verdict = { state: 'EXISTS', reason: IMPORT_REASONS.same };

/** The result of a row that an import has brought before, also if its booking was moved, canceled or deleted since. */
async function importedBefore(
  trx: Trx,
  { key_hash, uid_hash }: Planned['hashes'],
  isOneTime: boolean,
): Promise<Verdict | undefined> {
  const found = await trx
    .selectFrom('import_rows')
    .select(['key_hash', 'appointment_id'])
    .where(({ or, eb }) => or([eb('key_hash', '=', key_hash), eb('uid_hash', '=', uid_hash)]))
    .limit(MOST_ROWS)
    .execute();
  const same = found.find((one) => one.key_hash === key_hash);
  const [moved] = isOneTime && found.length === 1 ? found : [];
  const of = same ?? moved;
  if (!of) return undefined;
  const live = await trx
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', of.appointment_id)
    .executeTakeFirst();
  return { ...EXISTS, ...(!same && { reason: IMPORT_REASONS.moved }), appointment_id: live?.id ?? null };
}
const MOST_ROWS = 500; // of one UID

/** The technician and services that the words of a row name. An unknown technician is the owner's. */
function asked({ services, technicians }: Salon, row: ReadRow) {
  const technician = row.technician === null ? undefined : technicianNamed(row.technician, technicians);
  const technician_id = technician?.id ?? OWNERS_TECHNICIAN;
  const isCalled = (text: string) => (service: Salon['services'][number]) =>
    [service.name, ...(service.short_words ?? [])].some((word) => foldSearch(word) === foldSearch(text));
  const found = row.services.map((text) => ({ text, service: services.find(isCalled(text)) }));
  const known = [...new Set(found.flatMap(({ service }) => service ?? []))];
  const unknown = found.flatMap(({ text, service }) => (service ? [] : lineNamed(text)));
  const { terms } = technicians.find(({ id }) => id === technician_id) ?? { terms: [] };
  const lengths = [...known.map((service) => withTerms(service, terms)), ...unknown];
  return {
    technician_id,
    service_ids: known.map(({ id }) => id),
    unknown,
    ofServices: minutesOfServices(lengths),
  };
}

interface Words {
  readonly name: string;
  readonly number: string | null;
}

/** Whom the row books: a person who is chosen, else (`comes` alone) the one of a guest's words. */
async function personFor(trx: Trx, chosen: PersonId | undefined, { name, number }: Words) {
  const byName = number === null && foldSearch(name) !== foldSearch(NAMELESS_GUEST);
  const booked =
    chosen ?? (byName ? await soleNamesake(trx, name) : await knownPerson(trx, { name, number }));
  return { booked, comes: booked ?? (await guestNamed(trx, { name, number })) };
}

/** The booking of a person that begins then. */
const bookingAt = (trx: Trx, person: PersonId, start: WallTime) =>
  trx
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('appointments.id')
    .where('person_id', '=', person)
    .where('start_datetime', '=', start)
    .where('status', '=', 'BOOKED')
    .executeTakeFirst();

/** Whether an earlier row of a dry run brings the same person at the same start. */
function isSameVisit(
  { row, ...earlier }: Planned,
  { times, comes, name, number }: Words & Pick<Planned, 'times' | 'comes'>,
): boolean {
  if (earlier.times.start_datetime !== times.start_datetime || earlier.comes !== comes) return false;
  if (comes !== undefined) return true;
  return number === null ? isSameName(name, row.name) : number === phoneNumber(row.phone);
}

async function takenBy(
  trx: Trx,
  { times, minutes, technician_id }: Planned,
  ahead: readonly Planned[],
  now: WallTime,
): Promise<Verdict | undefined> {
  const stored = await trx
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'status'])
    .where('day', '=', dateOf(times.start_datetime))
    .where('technician_id', '=', technician_id)
    .execute();
  const planned = ahead
    .filter((one) => one.technician_id === technician_id)
    .map((one) => ({ ...one.times, status: 'BOOKED' as const }));
  const rows = [...stored, ...planned];
  if (!rowInTheWay(times, 'BOOKED', rows)) return undefined;
  const room = nearestRoom(times.start_datetime, { minutes, cleanup: 0 }, rows, now);
  return { state: 'TAKEN', reason: room ? roomInWords(room.start_datetime) : errors.slot_overlaps.text };
}
