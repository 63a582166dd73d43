import { type OwnerPageErrorCode, textOfOwnerError } from '#contract/owner-page-errors.ts';
import { SLOT_STEP_MINUTES } from '#domain/limits.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { errorCode, serverErrors } from '../api.ts';

/** The field that an error code belongs to; null for the whole form. `start` is the start time as 'HH:mm'. */
function fieldOf(code: string | null, start: string): 'date' | 'start' | 'duration' | null {
  switch (code) {
    case 'slot_date_out_of_range':
      return 'date';
    case 'slot_not_on_step':
      return Number(start.slice(3)) % SLOT_STEP_MINUTES === 0 ? 'duration' : 'start';
    case 'slot_outside_hours':
    case 'slot_overlaps':
    case 'template_exists':
      return 'start';
    case 'slot_too_short':
    case 'slot_across_days':
      return 'duration';
    default:
      return null;
  }
}

const atField = (field: string, text: string): FormErrors => ({ text: null, fields: { [field]: text } });

/** Form errors for a slot or template whose times a rule rejects. */
export function slotRuleErrors(code: OwnerPageErrorCode, start: string): FormErrors {
  const field = fieldOf(code, start);
  return field === null
    ? { text: textOfOwnerError(code), fields: {} }
    : atField(field, textOfOwnerError(code));
}

/** Form errors for the server's error, shown at its field or for the whole form. */
export function slotServerErrors(error: unknown, fallback: string, start: string): FormErrors {
  const refusal = serverErrors(error, fallback);
  const field = fieldOf(errorCode(error), start);
  return field === null ? refusal : atField(field, refusal.text ?? fallback);
}

/** Errors for missing fields; null if day, start and duration are all given. */
export function blankTimes(times: { date?: string; start?: string; duration?: string }): FormErrors | null {
  const fields: Record<string, string> = {};
  if (times.date === '') fields.date = 'Izaberite datum.';
  if (times.start === '') fields.start = 'Izaberite vreme.';
  if (times.duration === '' || !Number.isInteger(Number(times.duration ?? 0)))
    fields.duration = textOfOwnerError('slot_too_short');
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}
