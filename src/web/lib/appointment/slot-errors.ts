import { type OwnerPageErrorCode, textOfOwnerError } from '#contract/owner-page-errors.ts';
import { timesAt } from '#domain/appointments/room.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { SLOT_STEP_MINUTES } from '#domain/limits.ts';
import { isShortClockTime, isWallDate, wallTimeOn } from '#domain/wall-clock.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { errorCode, serverErrors } from '../api.ts';

const FIELDS: Partial<Record<string, string>> = {
  slot_date_out_of_range: 'date',
  slot_outside_hours: 'start',
  slot_overlaps: 'start',
  template_exists: 'start',
  slot_too_short: 'duration',
  slot_across_days: 'duration',
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_ids',
  person_needs_booking: 'status',
};

/** The field that an error code belongs to; undefined for the whole form. `start` is the start time as 'HH:mm'. */
function fieldOf(code: string | null, start: string): string | undefined {
  if (code !== 'slot_not_on_step') return FIELDS[code ?? ''];
  return Number(start.slice(3)) % SLOT_STEP_MINUTES === 0 ? 'duration' : 'start';
}

const atField = (field: string, text: string): FormErrors => ({ text: null, fields: { [field]: text } });

/** Form errors for an appointment, slot or template that a rule rejects. */
export function slotRuleErrors(code: OwnerPageErrorCode, start: string): FormErrors {
  const field = fieldOf(code, start);
  const text = textOfOwnerError(code);
  return field === undefined ? { text, fields: {} } : atField(field, text);
}

/** Form errors for the server's error, shown at its field or for the whole form. */
export function slotServerErrors(error: unknown, fallback: string, start: string): FormErrors {
  const refusal = serverErrors(error, fallback);
  const field = fieldOf(errorCode(error), start);
  return field === undefined ? refusal : atField(field, refusal.text ?? fallback);
}

/** The times that a form's fields contain; null without a date, start or whole number of minutes. */
export function timesOf(fields: { date: string; start: string; duration: string }): Times | null {
  const { date, start, duration } = fields;
  const isWhole = duration !== '' && Number.isInteger(Number(duration));
  return isWallDate(date) && isShortClockTime(start) && isWhole
    ? timesAt(wallTimeOn(date, start), Number(duration))
    : null;
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
