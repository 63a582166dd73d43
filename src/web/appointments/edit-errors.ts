import type { Appointment } from '#contract/appointments.ts';
import { type OwnerPageErrorCode, textOfOwnerError } from '#contract/owner-page-errors.ts';
import { editedAppointment } from '#domain/appointments/edit.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { errorCode } from '../lib/errors.ts';
import type { Parsed } from '../lib/forms/submit-form.ts';
import type { FormErrors } from '../ui/use-form.ts';
import {
  type EditPatch,
  type EditValues,
  fieldsOf,
  patchOf,
  pricePatchOf,
  priceTyped,
  removesDeletedService,
} from './edit-values.ts';

export const SAVING_FALLBACK = 'Greška pri čuvanju izmena.';

const FIELD_OF: Partial<Record<OwnerPageErrorCode, keyof EditValues>> = {
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_id',
  person_needs_booking: 'status',
};

function errorsOf(code: OwnerPageErrorCode, { start }: EditValues): FormErrors {
  const field = FIELD_OF[code];
  return field === undefined
    ? slotRuleErrors(code, start)
    : { text: null, fields: { [field]: textOfOwnerError(code) } };
}

/** What the form asks to change, or why it can't be sent, placed at its field. The rule is the server's own. */
export function parseEdit(before: Appointment, values: EditValues, today: WallDate): Parsed<EditPatch> {
  const fields = fieldsOf(values);
  if (fields === null) return { ok: false, errors: blankTimes(values) ?? {} };
  const outcome = editedAppointment(before, fields, today);
  if (typeof outcome === 'string') return { ok: false, errors: errorsOf(outcome, values) };
  if (priceTyped(values) === undefined)
    return { ok: false, errors: { fields: { service_price: 'Cena je broj, na primer 2.500.' } } };
  const input = {
    ...patchOf(before, fields),
    ...pricePatchOf(before, values),
    ...(removesDeletedService(before, values) && { service_id: null }),
  };
  return { ok: true, input };
}

/** What the server refused, at the field it is about, else above the buttons. */
export function savingErrors(error: unknown, values: EditValues): FormErrors {
  const code = errorCode(error);
  const isOfField = code !== null && FIELD_OF[code as OwnerPageErrorCode] !== undefined;
  return isOfField
    ? errorsOf(code as OwnerPageErrorCode, values)
    : slotServerErrors(error, SAVING_FALLBACK, values.start);
}
