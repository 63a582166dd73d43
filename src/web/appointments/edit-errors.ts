import type { RefusalCode } from '#contract/errors.ts';
import { type AppointmentFields, editedAppointment } from '#domain/appointment-edit.ts';
import { slotRefusal } from '#domain/slots.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { errorCode, type FormRefusal, refusalText } from '../lib/errors.ts';
import { blankTimes, refusedSlot, refusedSlotByServer } from '../lib/slot-errors.ts';
import { type EditValues, fieldsOf } from './edit-values.ts';

const FALLBACK = 'Greška pri čuvanju izmena.';

const FIELD_OF: Partial<Record<RefusalCode, keyof EditValues>> = {
  booked_needs_person: 'client_id',
  unknown_client: 'client_id',
  unknown_service: 'service_id',
  person_needs_booking: 'status',
};

function refused(code: RefusalCode, { start }: EditValues): FormRefusal {
  const field = FIELD_OF[code];
  return field === undefined
    ? refusedSlot(code, start)
    : { text: null, fields: { [field]: refusalText(code) } };
}

/** Why the form can't be sent as it stands, placed at its field; null when it can. The rule is the salon's own. */
export function editRefusal(
  before: AppointmentFields,
  values: EditValues,
  today: WallDate,
  isNew: boolean,
): FormRefusal | null {
  const asked = fieldsOf(values);
  if (asked === null) return blankTimes(values);
  const outcome = (isNew ? slotRefusal(asked, today) : undefined) ?? editedAppointment(before, asked, today);
  return typeof outcome === 'string' ? refused(outcome, values) : null;
}

/** What the server refused, at the field it is about, else above the buttons. */
export function savingRefusal(error: unknown, values: EditValues): FormRefusal {
  const code = errorCode(error);
  const isOurs = code !== null && FIELD_OF[code as RefusalCode] !== undefined;
  return isOurs ? refused(code as RefusalCode, values) : refusedSlotByServer(error, FALLBACK, values.start);
}
