import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import type { RequestBody } from '#contract/index.ts';
import { type AppointmentStatus, isUnbooked } from '#domain/appointments/appointments.ts';
import {
  type AppointmentFields,
  CLIENT_PRIVATE_FIELDS,
  EDITABLE_FIELDS,
  isTakenAway,
} from '#domain/appointments/edit.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import {
  type Hours,
  startNow,
  startWithRoom,
  suggestedStart,
  walkInMinutes,
} from '#domain/appointments/room.ts';
import { type ListedTimes, overlaps, type Times } from '#domain/appointments/slots.ts';
import { type AppointmentId, type Id, type ServiceId, type TechnicianId, toId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { type BookedRow, untilClean } from '#domain/times/rest.ts';
import {
  clockOf,
  dateOf,
  isWallDate,
  minutesBetween,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { bookedFor } from '../../lib/appointment/booked-for.ts';
import { servicesBody, servicesText } from '../../lib/appointment/services-body.ts';
import { timesOf } from '../../lib/appointment/slot-errors.ts';
import type { PickedPerson } from '../../lib/queries/people-queries.ts';

/** The values of the form for a new or an existing appointment, as text; '' means empty. */
export type Values = {
  client_id: string;
  /** The chosen person, if the person has no account; `guest_name` and `guest_phone` are then the person's. */
  person_id: string;
  /** 'no': the time that the appointment gives up is not offered again. */
  offer_again: '' | 'no';
  /** 'yes' if the person is a guest, even without a name. */
  hasGuest: '' | 'yes';
  guest_name: string;
  guest_phone: string;
  guest_email: string;
  /** The ids of the services, separated by commas, or DELETED_SERVICE. */
  service_ids: string;
  /** The price in dinars; with several services one price for each, separated by semicolons. */
  service_price: string;
  /** How the start was chosen: from the list of free times, typed, the present time, or preset by the page that opened the form. */
  when: 'free' | 'other' | 'now' | 'given';
  date: string;
  start: string;
  duration: string;
  /** 'yes' if the later appointments of the series move too. */
  following: '' | 'yes';
  status: AppointmentStatus;
  technician_id: string;
  notes: string;
  cancel_reason: string;
};

export type Name = keyof Values;

/** The values that the owner has typed. The form derives its other values from the row, the services, the client and the day. */
export type Typed = { readonly [N in Name]?: Values[N] | undefined };

export const ROWS = {
  person: ['client_id', 'person_id', 'hasGuest', 'guest_name', 'guest_phone', 'guest_email'],
  services: ['service_ids', 'service_price'],
  technician: ['technician_id'],
  when: ['when', 'date', 'start', 'duration', 'following', 'offer_again'],
  status: ['status', 'cancel_reason'],
  notes: ['notes'],
} as const satisfies Record<string, readonly Name[]>;
export type RowName = keyof typeof ROWS;

export const NOTHING_TYPED: Typed = Object.fromEntries(
  Object.values(ROWS).flatMap((names) => names.map((name) => [name, undefined])),
);

export type EditPatch = RequestBody<'PUT /appointments/{id}'>;

export type FormRow = AppointmentFields &
  Pick<Appointment, 'service_price' | 'services'> & { readonly guest_email?: string | null | undefined };

/** The id of an appointment that is not saved yet. */
export const UNSAVED_ID = toId<AppointmentId>(0);

const textOf = (value: number | string | null): string => (value === null ? '' : String(value));
export const idOf = <I extends Id<string>>(text: string): I | null =>
  text === '' ? null : toId(Number(text));
const lineOf = (text: string): string | null => text.trim() || null;

/** The form's values for an appointment without person, services and price. */
export const NOBODY = {
  client_id: '',
  person_id: '',
  hasGuest: '',
  guest_name: '',
  guest_phone: '',
  guest_email: '',
  service_ids: '',
  service_price: '',
} as const satisfies Partial<Values>;

/** The form's values for a chosen person; of a person without an account also name and phone. */
export const valuesOfPerson = ({ person_id, client_id, name, phone }: PickedPerson) =>
  client_id === null
    ? { person_id: textOf(person_id), client_id: '', guest_name: name, guest_phone: phone ?? '' }
    : { person_id: '', client_id: String(client_id) };

/** The text of prices: '1.800', '' for no price, '1.800;500' for several services. */
const pricesInField = (prices: readonly (number | null)[]): string =>
  prices.map((price) => (price === null ? '' : formatNumber(price))).join(';');

export const withPriceText = (prices: string, n: number, text: string): string =>
  prices.split(';').with(n, text.replaceAll(';', '')).join(';');

/** Each typed price as a number; null for an empty text, undefined for text that is not a number. */
export const pricesTyped = (prices: string): (number | null | undefined)[] =>
  prices.split(';').map((text) => (text.trim() === '' ? null : (numberTyped(text) ?? undefined)));

export function valuesOf(row: FormRow): Values {
  return {
    client_id: textOf(row.client_id),
    person_id: '',
    hasGuest: '',
    guest_name: textOf(row.guest_name),
    guest_phone: textOf(row.guest_phone),
    guest_email: row.guest_email ?? '',
    service_ids: servicesText(row),
    service_price: pricesInField(
      row.services.length > 1 ? row.services.map(({ price }) => price) : [row.service_price],
    ),
    when: 'other',
    ...timesInFields(row),
    following: '',
    offer_again: '',
    status: row.status,
    technician_id: textOf(row.technician_id),
    notes: textOf(row.notes),
    cancel_reason: textOf(row.cancel_reason),
  };
}

const timesInFields = ({ start_datetime, end_datetime }: Times) => ({
  date: dateOf(start_datetime),
  start: clockOf(start_datetime),
  duration: String(minutesBetween(start_datetime, end_datetime)),
});

export interface NewAppointmentPreset {
  slot?: (ListedTimes & { id: AppointmentId }) | undefined;
  date?: WallDate | undefined;
  start?: ShortClockTime | undefined;
  isOtherTime?: boolean | undefined;
  technicianId?: TechnicianId | null | undefined;
  person?: PickedPerson | { guest_name: string; guest_phone: string };
  serviceIds?: readonly ServiceId[];
}

/** The initial values of a new appointment. If `preset` has no slot and no start, the owner types a time or chooses a free one. */
export function newValues(preset: NewAppointmentPreset, now: WallTime): Values {
  const { slot, date, start, isOtherTime, technicianId, person, serviceIds = [] } = preset;
  const guest = { hasGuest: 'yes', ...person } as const;
  const blank = {
    ...NOBODY,
    ...(person && ('name' in person ? valuesOfPerson(person) : guest)),
    service_ids: serviceIds.join(),
    duration: '',
    following: '',
    offer_again: '',
    status: 'AVAILABLE',
    technician_id: String((slot ? slot.technician_id : technicianId) ?? OWNERS_TECHNICIAN),
    notes: '',
    cancel_reason: '',
  } as const;
  if (slot) return { ...blank, when: 'given', ...timesInFields(slot) };
  return isOtherTime || start
    ? { ...blank, start: start ?? '', when: 'other', date: date ?? dateOf(now) }
    : { ...blank, start: '', when: 'free', date: date ?? '' };
}

type Row = BookedRow & { readonly notes?: string | null };

/** The input from which the form derives the fields that the owner has not typed. */
export interface Facts {
  /** The values of the existing row, or the initial values of a new appointment. */
  base: Values;
  isNew: boolean;
  typed: Typed;
  /** The usual services of a new appointment's client; '' for none. */
  usual: string;
  /** The length of the chosen free time; null without a choice. */
  offerMinutes: number | null;
  minutesOf: (services: readonly ServiceId[]) => number | null;
  /** How long services take of a free time; null: unknown. Missing without `split_slots`, when a booking takes it whole. */
  minutesOfPart?: ((services: readonly ServiceId[]) => number | null) | undefined;
  pricesOf: (services: readonly ServiceId[]) => readonly (number | null)[];
  rows: readonly Row[];
  /** The hours of the day in which starts are suggested. */
  hours: Hours;
  /** The minutes after the services in which nobody is booked. */
  cleanup: number;
  now: WallTime;
}

function statusOf(values: Values, { base, typed }: Facts, services: string): AppointmentStatus {
  if (typed.status) return typed.status;
  const { client_id, hasGuest, guest_name, guest_phone } = values;
  const isBooking = [client_id, hasGuest, guest_name.trim(), guest_phone.trim(), services].some(Boolean);
  return isUnbooked(base.status) && isBooking ? 'BOOKED' : base.status;
}

/** The values for person, services and note. A slot has neither person nor services. In a canceled row only the note can change. The choice of another client clears guest and note. */
function personOf(values: Values, { base, typed }: Facts, status: AppointmentStatus, services: string) {
  const { notes = base.notes } = typed;
  if (isUnbooked(status)) return { ...NOBODY, notes: isUnbooked(base.status) ? notes : '' };
  if (status === 'CANCELLED') return { notes };
  const isTaken = base.client_id !== '' && values.client_id !== base.client_id;
  const ofClient = (name: Name) => typed[name] ?? (isTaken ? '' : base[name]);
  return {
    client_id: values.client_id,
    person_id: values.person_id,
    hasGuest: values.hasGuest,
    guest_name: ofClient('guest_name'),
    guest_phone: ofClient('guest_phone'),
    guest_email: values.client_id === '' ? values.guest_email : '',
    notes: ofClient('notes'),
    service_ids: services,
  };
}

function minutesText(values: Values, facts: Facts, services: string, status: AppointmentStatus): string {
  const { base, isNew, typed, offerMinutes, minutesOf, minutesOfPart } = facts;
  if (typed.duration !== undefined && !(isNew && values.when === 'free')) return typed.duration;
  const ids = serviceIdsIn(services);
  const minutes = minutesOf(ids);
  if (isNew && values.when === 'now') return walkInText(facts, minutes);
  if (isNew && values.when !== 'given') {
    const offered = values.when === 'free' ? offerMinutes : null;
    return String(minutes ?? offered ?? DEFAULT_SLOT_MINUTES);
  }
  if (base.status === 'AVAILABLE' && status === 'BOOKED') return ofFreeTime(base, minutesOfPart?.(ids));
  const follows = base.status === 'BOOKED' && services !== base.service_ids;
  return follows && minutes !== null ? String(minutes) : base.duration;
}

/** The length of a booking at a free time; undefined: all of it. */
const ofFreeTime = ({ duration }: Values, part: number | null | undefined): string =>
  part === undefined ? duration : String(part ?? Math.min(DEFAULT_SLOT_MINUTES, Number(duration)));

/** The length of an appointment that begins now; it ends by closing time. */
function walkInText({ rows, now }: Facts, minutes: number | null): string {
  const found = startNow(now);
  if (found === null) return String(minutes ?? DEFAULT_SLOT_MINUTES);
  const { start, mostMinutes } = found;
  const at = wallTimeOn(dateOf(now), start);
  return String(Math.min(minutes ?? walkInMinutes(at, mostMinutes, rows.map(untilClean)), mostMinutes));
}

function startText(values: Values, facts: Facts, status: AppointmentStatus, duration: string) {
  const { isNew, rows, cleanup, hours, now } = facts;
  const { when, date, start } = values;
  const atOnce = startNow(now)?.start;
  if (when === 'now') return atOnce ?? '';
  if (!isNew || start !== '' || when !== 'other' || !isWallDate(date)) return start;
  const minutes = (Number(duration) || DEFAULT_SLOT_MINUTES) + cleanup;
  const isSoon = status === 'BLOCKED' && date === dateOf(now) && atOnce; // a pause begins as soon as it can
  const wanted = { date, minutes, status, start: isSoon || suggestedStart(date, now), hours };
  return startWithRoom(wanted, rows.map(untilClean), now);
}

/** The owner's notes on the free slots that a new booking replaces. */
const notesOfSlots = (times: Times, rows: readonly Row[]): string =>
  rows
    .filter((row) => row.status === 'AVAILABLE' && overlaps(row, times))
    .flatMap(({ notes }) => notes ?? [])
    .join('\n');

/** True if moving the appointment gives up a time ahead that the salon offers. docs/spec/behaviour.md §26.2 */
export const givesUpOffered = (
  {
    status,
    start_datetime,
    in_opening,
  }: Pick<VisibleAppointment, 'status' | 'start_datetime' | 'in_opening'>,
  now: WallTime,
): boolean => in_opening === 1 && status !== 'AVAILABLE' && start_datetime > now;

export const withTyped = (base: Values, typed: Typed): Values => ({
  ...base,
  ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)),
});

/** The values to show: the typed ones, and those derived from the row, the services, the client and the day. */
export function shownValues(values: Values, facts: Facts): Values {
  const { base, isNew, typed, usual, pricesOf, rows } = facts;
  const service_ids = typed.service_ids ?? (base.service_ids || usual);
  const status = statusOf(values, facts, service_ids);
  const duration = minutesText(values, facts, service_ids, status);
  const ofServices =
    !isNew && service_ids === base.service_ids
      ? base.service_price
      : pricesInField(pricesOf(serviceIdsIn(service_ids)));
  const isTyped = typed.service_price?.split(';').length === ofServices.split(';').length;
  const shown = {
    ...(status === 'CANCELLED' ? base : values),
    when: values.when,
    date: values.date,
    start: startText(values, facts, status, duration),
    duration,
    status,
    cancel_reason: values.cancel_reason,
    ...(status === 'BOOKED' && { service_price: isTyped ? values.service_price : ofServices }),
    ...personOf(values, facts, status, service_ids),
  };
  const times = isNew && status === 'BOOKED' && typed.notes === undefined ? timesOf(shown) : null;
  return times ? { ...shown, notes: notesOfSlots(times, rows) } : shown;
}

/** The appointment that the form's values describe; null if date, start or length are missing. */
export function fieldsOf(values: Values): AppointmentFields | null {
  const times = timesOf(values);
  if (times === null) return null;
  const isNameless = values.hasGuest !== '' && values.client_id === '';
  return {
    ...times,
    status: values.status,
    technician_id: idOf(values.technician_id) ?? OWNERS_TECHNICIAN,
    service_id: serviceIdsIn(values.service_ids)[0] ?? null,
    client_id: idOf(values.client_id),
    guest_name: lineOf(values.guest_name) ?? (isNameless ? NAMELESS_GUEST : null),
    guest_phone: lineOf(values.guest_phone),
    notes: lineOf(values.notes),
    cancel_reason: values.status === 'CANCELLED' ? lineOf(values.cancel_reason) : null,
  };
}

/** The prices of a request: `service_price` for one service; `services` with ids and prices for several. */
function pricesBody({ service_ids, service_price }: Values) {
  const ids = serviceIdsIn(service_ids);
  const prices = pricesTyped(service_price);
  if (prices.includes(undefined)) return {};
  if (ids.length < 2 && prices.length < 2) return { service_price: prices[0] ?? null };
  if (ids.length !== prices.length) return {};
  return {
    services: ids.map((service_id, n) => ({ service_id, price: prices[n] ?? null })),
    service_ids: undefined,
  };
}

/** The person of a request. */
const personBody = (values: Values, fields: AppointmentFields) =>
  bookedFor({ ...fields, person_id: idOf(values.person_id) });

const NO_PERSON = { client_id: null, guest_name: null, guest_phone: null };
const CLIENT_PRIVATE: readonly string[] = CLIENT_PRIVATE_FIELDS;

/** The fields to save: only changed ones, so that other users' changes are kept. If the client changes, also note and guest, unless they are empty. A chosen person without an account replaces client and guest. If the services change, also the prices. */
export function patchOf(before: FormRow, values: Values): EditPatch {
  const requested = fieldsOf(values);
  if (requested === null) return {};
  const isTaken = isTakenAway(before, requested);
  const person = values.person_id === '' ? {} : personBody(values, requested);
  const changed = EDITABLE_FIELDS.filter(
    (field) =>
      field !== 'service_id' &&
      !(field in NO_PERSON && 'person_id' in person) &&
      (before[field] !== requested[field] ||
        (isTaken && CLIENT_PRIVATE.includes(field) && requested[field] !== null)),
  ).map((field) => [field, requested[field]]);
  const base = valuesOf(before);
  const isOtherService = base.service_ids !== values.service_ids;
  const isOtherPrice = String(pricesTyped(values.service_price)) !== String(pricesTyped(base.service_price));
  const isPriced = isOtherService || isOtherPrice;
  return {
    ...Object.fromEntries(changed),
    ...person,
    ...(values.guest_email !== base.guest_email && { guest_email: lineOf(values.guest_email) }),
    ...(isOtherService && servicesBody(serviceIdsIn(values.service_ids))),
    ...(isPriced && values.status === 'BOOKED' && pricesBody(values)),
    ...(values.following !== '' && { following: 1 }),
  };
}
