import type { VisibleAppointment } from '#contract/appointments.ts';
import { type OwnerPageErrorCode, textOfOwnerError } from '#contract/owner-page-errors.ts';
import { editedAppointment, newAppointment } from '#domain/appointments/edit.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../../lib/appointment/slot-errors.ts';
import { errorCode } from '../../lib/errors.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { fieldsOf, type Name, pricesTyped, type Values } from './values.ts';

export const SAVING_FALLBACK = 'Greška pri čuvanju izmena.';

const FIELD_OF: Partial<Record<string, Name>> = {
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_ids',
  person_needs_booking: 'status',
};

/** Marks the start; the message next to it names the appointment in the way. */
export const TAKEN: FormErrors = { fields: { start: true } };

const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const BAD_PRICE = 'Cena je broj, na primer 2.500.';

/** Shows the error of a time for the whole form if the time has no fields. */
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

/** Why the values can't be saved, by the rules of the server; null if they can. */
export function valuesErrors(
  row: VisibleAppointment | null,
  values: Values,
  today: WallDate,
): FormErrors | null {
  const fields = fieldsOf(values);
  if (fields === null) return values.when === 'free' ? { text: SLOT_MISSING } : (blankTimes(values) ?? {});
  const outcome = row ? editedAppointment(row, fields, today) : newAppointment(fields, today);
  if (typeof outcome === 'string') return errorsOf(outcome, values);
  return pricesTyped(values).includes(undefined) ? { fields: { service_price: BAD_PRICE } } : null;
}

/** The server's refusal, at the field that it concerns or for the whole form. */
export function savingErrors(error: unknown, values: Values): FormErrors {
  const code = errorCode(error);
  return code !== null && FIELD_OF[code] !== undefined
    ? errorsOf(code as OwnerPageErrorCode, values)
    : placed(slotServerErrors(error, SAVING_FALLBACK, values.start), values.when);
}
