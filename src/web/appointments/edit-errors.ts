import type { ErrorCode } from '#contract/errors.ts';
import { type AppointmentFields, editedAppointment } from '#domain/appointment-edit.ts';
import { slotRefusal } from '#domain/slots.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { errorCode, textOfError } from '../lib/errors.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/slot-errors.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { type EditValues, fieldsOf } from './edit-values.ts';

const FALLBACK = 'Greška pri čuvanju izmena.';

const FIELD_OF: Partial<Record<ErrorCode, keyof EditValues>> = {
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_id',
  person_needs_booking: 'status',
};

function refused(code: ErrorCode, { start }: EditValues): FormErrors {
  const field = FIELD_OF[code];
  return field === undefined
    ? slotRuleErrors(code, start)
    : { text: null, fields: { [field]: textOfError(code) } };
}

/** Why the form can't be sent as it stands, placed at its field; null when it can. The rule is the salon's own. */
export function editErrors(
  before: AppointmentFields,
  values: EditValues,
  today: WallDate,
  isNew: boolean,
): FormErrors | null {
  const asked = fieldsOf(values);
  if (asked === null) return blankTimes(values);
  const outcome = (isNew ? slotRefusal(asked, today) : undefined) ?? editedAppointment(before, asked, today);
  return typeof outcome === 'string' ? refused(outcome, values) : null;
}

/** What the server refused, at the field it is about, else above the buttons. */
export function savingErrors(error: unknown, values: EditValues): FormErrors {
  const code = errorCode(error);
  const isOurs = code !== null && FIELD_OF[code as ErrorCode] !== undefined;
  return isOurs ? refused(code as ErrorCode, values) : slotServerErrors(error, FALLBACK, values.start);
}
