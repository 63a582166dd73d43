import type { Appointment, SalonAppointment, VisibleAppointment } from '#contract/appointments.ts';
import type { SlotConflict } from '#contract/errors.ts';
import type { RequestBody } from '#contract/index.ts';
import { type OwnerPageErrorCode, textOfOwnerError } from '#contract/owner-page-errors.ts';
import { editedAppointment, newAppointment } from '#domain/appointments/edit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { type ApiError, errorCode, request } from '../../lib/api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../../lib/appointment/slot-errors.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { type EditPatch, fieldsOf, type Name, pricesTyped, type Values } from './values.ts';

export const SAVING_FALLBACK = 'Greška pri čuvanju izmena.';

const FIELD_OF: Partial<Record<string, Name>> = {
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_ids',
  person_needs_booking: 'status',
};

/** Marks the start as invalid; a message next to it names the conflicting appointment. */
export const TAKEN: FormErrors = { fields: { start: true } };

const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const BAD_PRICE = 'Cena je broj, na primer 2.500.';

/** Turns an error of a time field into an error of the whole form, unless the form shows the time fields. */
function placed(errors: FormErrors, when: Values['when']): FormErrors {
  const [first] = Object.values(errors.fields ?? {});
  return when === 'other' || typeof first !== 'string' ? errors : { text: first };
}

function errorsOf(code: OwnerPageErrorCode, { start, when }: Values): FormErrors {
  const field = FIELD_OF[code];
  return field === undefined
    ? placed(slotRuleErrors(code, start), when)
    : { text: null, fields: { [field]: textOfOwnerError(code) } };
}

/** The errors of values that a rule of the server would reject; null for valid values. */
export function valuesErrors(row: VisibleAppointment | null, values: Values, today: WallDate) {
  const fields = fieldsOf(values);
  if (fields === null) return values.when === 'free' ? { text: SLOT_MISSING } : (blankTimes(values) ?? {});
  const outcome = row ? editedAppointment(row, fields, today) : newAppointment(fields, today);
  if (typeof outcome === 'string') return errorsOf(outcome, values);
  const isPriced = !pricesTyped(values.service_price).includes(undefined);
  return isPriced ? null : { fields: { service_price: BAD_PRICE } };
}

export function savingErrors(error: unknown, values: Values): FormErrors {
  const code = errorCode(error);
  return code !== null && FIELD_OF[code] !== undefined
    ? errorsOf(code as OwnerPageErrorCode, values)
    : placed(slotServerErrors(error, SAVING_FALLBACK, values.start), values.when);
}

export type Saved = SalonAppointment & { undo_token?: string | null };

/** Thrown when another appointment has the time (`conflict`), or when the row has changed since the form was opened (`current`). */
export class OvertakenError extends Error {
  readonly by: { conflict: SlotConflict | null } | { current: Appointment };

  constructor(by: OvertakenError['by'], cause: unknown) {
    super('The time is taken or the appointment was changed meanwhile', { cause });
    this.by = by;
  }
}

/** Creates an appointment. If the time is taken, the body of the response names the conflicting appointment. */
export async function create(body: RequestBody<'POST /appointments'>): Promise<Saved> {
  try {
    return await request('POST /appointments', { query: { undo: '1' }, body });
  } catch (error) {
    if (errorCode(error) !== 'slot_overlaps') throw error;
    const { cause } = error as ApiError & { cause: { conflict?: SlotConflict } };
    throw new OvertakenError({ conflict: cause.conflict ?? null }, error);
  }
}

/** A move of a booking: the free slot to take, the new times, and whether the later appointments of the series move too. */
export interface MoveInto {
  slot: Pick<Appointment, 'id'> | null;
  times: Times;
  isFollowing: boolean;
}

/** Moves the booking to `into`, then saves the other fields. Only the endpoint for moves can take a free slot or move a series. */
async function change({ id, version }: Appointment, patch: EditPatch, into: MoveInto | null): Promise<Saved> {
  const params = { id };
  if (into === null) return request('PUT /appointments/{id}', { params, body: { ...patch, version } });
  const { slot, times, isFollowing } = into;
  const { start_datetime: _start, end_datetime: _end, technician_id, ...others } = patch;
  const moved = await request('PUT /analytics/appointments/{id}/move', {
    params,
    body: {
      ...times,
      version,
      ...(slot && { slot_id: slot.id }),
      ...(technician_id && { technician_id }),
      ...(isFollowing && { following: 1 }),
    },
  });
  return Object.keys(others).length === 0 ? moved : change(moved, others, null);
}

/** Changes an appointment; throws OvertakenError if the row has changed since `row` was loaded. */
export async function edit(row: Appointment, patch: EditPatch, into: MoveInto | null): Promise<Saved> {
  try {
    return await change(row, patch, into);
  } catch (error) {
    if (errorCode(error) !== 'appointment_changed') throw error;
    const current = await request('GET /appointments/{id}', { params: { id: row.id } }).catch(() => null);
    throw current === null ? error : new OvertakenError({ current }, error);
  }
}
