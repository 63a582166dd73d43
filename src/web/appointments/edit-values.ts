import type { RequestBody } from '#contract/index.ts';
import { type AppointmentFields, CLIENT_PRIVATE_FIELDS, isTakenAway } from '#domain/appointment-edit.ts';
import type { AppointmentStatus } from '#domain/appointments.ts';
import { type Id, toId } from '#domain/ids.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  isWallDate,
  minutesBetween,
  wallTimeOn,
} from '#domain/wall-clock.ts';

/** What stands in the form's fields, by name; '' is nothing. */
export type EditValues = {
  date: string;
  start: string;
  duration: string;
  status: AppointmentStatus;
  service_id: string;
  client_id: string;
  guest_name: string;
  guest_phone: string;
  notes: string;
  cancel_reason: string;
};

export type EditPatch = RequestBody<'PUT /appointments/{id}'>;

const textOf = (value: number | string | null): string => (value === null ? '' : String(value));
const idOf = <I extends Id<string>>(text: string): I | null => (text === '' ? null : toId(Number(text)));
const lineOf = (text: string): string | null => text.trim() || null;

export function valuesOf(row: AppointmentFields): EditValues {
  return {
    date: dateOf(row.start_datetime),
    start: clockOf(row.start_datetime),
    duration: String(minutesBetween(row.start_datetime, row.end_datetime)),
    status: row.status,
    service_id: textOf(row.service_id),
    client_id: textOf(row.client_id),
    guest_name: textOf(row.guest_name),
    guest_phone: textOf(row.guest_phone),
    notes: textOf(row.notes),
    cancel_reason: textOf(row.cancel_reason),
  };
}

/** The row that the values ask for; null while date, start or duration are no whole values. */
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
    service_id: idOf(values.service_id),
    client_id: idOf(values.client_id),
    guest_name: lineOf(values.guest_name),
    guest_phone: lineOf(values.guest_phone),
    notes: lineOf(values.notes),
    cancel_reason: values.status === 'CANCELLED' ? lineOf(values.cancel_reason) : null,
  };
}

const FIELDS = [
  'start_datetime',
  'end_datetime',
  'status',
  'service_id',
  'client_id',
  'guest_name',
  'guest_phone',
  'notes',
  'cancel_reason',
] as const satisfies readonly (keyof AppointmentFields)[];

const isHersAlone = (field: string): boolean => (CLIENT_PRIVATE_FIELDS as readonly string[]).includes(field);

/**
 * Only what differs travels: what someone else changed meanwhile is not overwritten with what was seen before. A note and a
 * guest that another client is to have are given to her, also in the same words.
 */
export function patchOf(before: AppointmentFields, asked: AppointmentFields): EditPatch {
  const isTaken = isTakenAway(before, asked);
  const travels = FIELDS.filter(
    (field) => before[field] !== asked[field] || (isTaken && isHersAlone(field) && asked[field] !== null),
  );
  return Object.fromEntries(travels.map((field) => [field, asked[field]]));
}

export type PrivateFields = (typeof CLIENT_PRIVATE_FIELDS)[number];

/**
 * The note and the guest beside a client who is picked: what was typed stays, what the row came with goes when it is taken from
 * its client, and is there again when she is picked back.
 */
export function privateFieldsFor(
  client_id: string,
  row: EditValues,
  { values, typed }: { values: EditValues; typed: ReadonlySet<string> },
): Pick<EditValues, PrivateFields> {
  const isOfNobody = row.client_id === '';
  const isTaken = client_id !== row.client_id;
  const shown = (name: PrivateFields) =>
    isOfNobody || typed.has(name) ? values[name] : isTaken ? '' : row[name];
  return { guest_name: shown('guest_name'), guest_phone: shown('guest_phone'), notes: shown('notes') };
}

/** Three rows into one: what was typed stays, what was not touched follows the other's change. */
export function mergedValues(base: EditValues, typed: EditValues, theirs: EditValues): EditValues {
  const names = Object.keys(base) as (keyof EditValues)[];
  const kept = names.filter((name) => typed[name] !== base[name]).map((name) => [name, typed[name]]);
  return { ...theirs, ...Object.fromEntries(kept) };
}
