import type { RequestBody } from '#contract/index.ts';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import {
  type AppointmentFields,
  CLIENT_PRIVATE_FIELDS,
  EDITABLE_FIELDS,
  isTakenAway,
} from '#domain/appointments/edit.ts';
import { type Id, toId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  isWallDate,
  minutesBetween,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';

/** The form's fields as typed; '' is nothing. */
export type EditValues = {
  date: string;
  start: string;
  duration: string;
  status: AppointmentStatus;
  technician_id: string;
  /** An id, or DELETED_SERVICE. */
  service_id: string;
  /** Of this visit, in dinars, as typed. */
  service_price: string;
  client_id: string;
  guest_name: string;
  guest_phone: string;
  notes: string;
  cancel_reason: string;
};

/** Booked with a service that is no longer in the price list: the row keeps its name, not its id. */
export const DELETED_SERVICE = 'deleted';

export type EditPatch = RequestBody<'PUT /appointments/{id}'>;

const textOf = (value: number | string | null): string => (value === null ? '' : String(value));
const idOf = <I extends Id<string>>(text: string): I | null =>
  text === '' || text === DELETED_SERVICE ? null : toId(Number(text));
const lineOf = (text: string): string | null => text.trim() || null;

type WithServiceName = { service_name?: string | null };
type WithPrice = { service_price?: number | null };

export const hasDeletedService = ({
  service_id,
  service_name,
}: AppointmentFields & WithServiceName): boolean => service_id === null && Boolean(service_name);

/** '1.800', '' for none. */
export const priceInField = (price: number | null): string => (price === null ? '' : formatNumber(price));

/** The price that was typed, null for none; undefined where it is no number. */
export const priceTyped = ({
  service_price,
}: Pick<EditValues, 'service_price'>): number | null | undefined =>
  service_price.trim() === '' ? null : (numberTyped(service_price) ?? undefined);

export function valuesOf(row: AppointmentFields & WithServiceName & WithPrice): EditValues {
  return {
    date: dateOf(row.start_datetime),
    start: clockOf(row.start_datetime),
    duration: String(minutesBetween(row.start_datetime, row.end_datetime)),
    status: row.status,
    technician_id: textOf(row.technician_id),
    service_id: hasDeletedService(row) ? DELETED_SERVICE : textOf(row.service_id),
    service_price: priceInField(row.service_price ?? null),
    client_id: textOf(row.client_id),
    guest_name: textOf(row.guest_name),
    guest_phone: textOf(row.guest_phone),
    notes: textOf(row.notes),
    cancel_reason: textOf(row.cancel_reason),
  };
}

/** The row that the values describe; null while date, start or duration are not whole. */
export function fieldsOf(values: EditValues): AppointmentFields | null {
  const minutes = Number(values.duration);
  if (
    !isWallDate(values.date) ||
    !isShortClockTime(values.start) ||
    !values.duration ||
    !Number.isInteger(minutes)
  )
    return null;
  const start_datetime = wallTimeOn(values.date, values.start);
  return {
    start_datetime,
    end_datetime: addMinutes(start_datetime, minutes),
    status: values.status,
    technician_id: idOf(values.technician_id) ?? OWNERS_TECHNICIAN,
    service_id: idOf(values.service_id),
    client_id: idOf(values.client_id),
    guest_name: lineOf(values.guest_name),
    guest_phone: lineOf(values.guest_phone),
    notes: lineOf(values.notes),
    cancel_reason: values.status === 'CANCELLED' ? lineOf(values.cancel_reason) : null,
  };
}

const isClientPrivate = (field: string): boolean =>
  (CLIENT_PRIVATE_FIELDS as readonly string[]).includes(field);

/**
 * Only what differs is sent: what someone else changed meanwhile is not overwritten with what was seen before. The note and the
 * guest of another client are sent even where they are in the same words.
 */
export function patchOf(before: AppointmentFields, requested: AppointmentFields): EditPatch {
  const isTaken = isTakenAway(before, requested);
  const sent = EDITABLE_FIELDS.filter(
    (field) =>
      before[field] !== requested[field] || (isTaken && isClientPrivate(field) && requested[field] !== null),
  );
  return Object.fromEntries(sent.map((field) => [field, requested[field]]));
}

/**
 * The price of the visit where it has to be sent: it is another one, or the service is, so that what was seen is what is saved.
 * Only a booking has one.
 */
export function pricePatchOf(
  before: AppointmentFields & WithServiceName & WithPrice,
  values: EditValues,
): EditPatch {
  const price = priceTyped(values);
  if (price === undefined || values.status !== 'BOOKED') return {};
  const isOtherService = valuesOf(before).service_id !== values.service_id;
  return isOtherService || price !== (before.service_price ?? null) ? { service_price: price } : {};
}

/** A deleted service is taken off, though the id was and stays null. */
export const removesDeletedService = (
  before: AppointmentFields & WithServiceName,
  { service_id }: EditValues,
): boolean => hasDeletedService(before) && service_id === '';

export type PrivateField = (typeof CLIENT_PRIVATE_FIELDS)[number];

/**
 * The note and the guest beside a client who is picked: what was typed stays, what the row came with goes when it is taken from
 * its client, and is there again when that client is picked back.
 */
export function privateFieldsFor(
  client_id: string,
  row: EditValues,
  { values, typed }: { values: EditValues; typed: ReadonlySet<string> },
): Pick<EditValues, PrivateField> {
  const isOfNobody = row.client_id === '';
  const isTaken = client_id !== row.client_id;
  const keptValue = (name: PrivateField) =>
    isOfNobody || typed.has(name) ? values[name] : isTaken ? '' : row[name];
  return {
    guest_name: keptValue('guest_name'),
    guest_phone: keptValue('guest_phone'),
    notes: keptValue('notes'),
  };
}

/** Three rows into one: what was typed stays, what was not touched follows the other's change. */
export function mergedValues(base: EditValues, typed: EditValues, theirs: EditValues): EditValues {
  const names = Object.keys(base) as (keyof EditValues)[];
  const kept = names.filter((name) => typed[name] !== base[name]).map((name) => [name, typed[name]]);
  return { ...theirs, ...Object.fromEntries(kept) };
}
