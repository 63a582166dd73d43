import type { SalonAppointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { UNBOOKED_FIELDS } from '#domain/appointments/edit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { toast } from '../../ui/toasts/toast.ts';
import type { ToastOptions } from '../../ui/toasts/toaster.tsx';
import { errorText, request } from '../api.ts';
import { useInvalidateAppointments } from '../queries/query-client.ts';

/** The optimistic row of a new slot, shown until the server has created it. */
export const freeRow = (id: AppointmentId, times: Times): SalonAppointment => ({
  ...times,
  ...UNBOOKED_FIELDS,
  id,
  status: 'AVAILABLE',
  technician_id: OWNERS_TECHNICIAN,
  service_name: null,
  service_price: null,
  services: [],
  client_name: null,
  client_phone: null,
  client_email: null,
  guest_email: null,
  cancelled_at: null,
  confirmed_at: null,
  expected: null,
  pictures: [],
  series_id: null,
  version: 0,
  attended: null,
  person_id: null,
  staff_note: null,
  client_notes: null,
  client_no_shows: 0,
  deposit: null,
  request: null,
  paid: 0,
});

/** Returns a function that shows a toast about a changed appointment, with an undo button for 10 s. */
export function useUndoToast() {
  const changed = useInvalidateAppointments();
  const undo = async (undo_token: string) => {
    try {
      await request('POST /appointments/undo', { body: { undo_token } });
      toast('info', 'Izmena je poništena.');
    } catch (error) {
      toast('error', errorText(error, 'Poništavanje nije uspelo.'));
    }
    changed();
  };
  return (text: string, undoToken: string | null, title?: string, more?: ToastOptions['more']): void =>
    toast('success', text, {
      ...{ title, more },
      ...(undoToken !== null && {
        action: { label: 'Poništi', onPress: () => void undo(undoToken) },
        durationMs: UNDO_SECONDS * 1000,
      }),
    });
}

/** The result of a cancellation in words: 'Otkazano: 12 termina. Preskočeno: 1 termin.' Skipped: no longer booked. */
export const cancelledInWords = (cancelled: number, skipped: number): string =>
  `Otkazano: ${counted(cancelled, APPOINTMENTS)}.${skipped > 0 ? ` Preskočeno: ${counted(skipped, APPOINTMENTS)}.` : ''}`;

export const CANCEL_REQUEST_MAX_COUNT = 200;

type CancelResponse = ResponseBody<'POST /appointments/cancel-many'>;

/** Cancels appointments with one reason for all, at most 200 per request. Returns the combined results. */
export async function cancelMany(
  ids: readonly number[],
  reason: string,
  isOfferedAgain: boolean,
): Promise<CancelResponse> {
  const canBeUndone = ids.length <= CANCEL_REQUEST_MAX_COUNT; // one undo for all
  const result: CancelResponse = { cancelled: 0, skipped: [] };
  for (let from = 0; from < ids.length; from += CANCEL_REQUEST_MAX_COUNT) {
    const some = ids.slice(from, from + CANCEL_REQUEST_MAX_COUNT);
    const body = { ids: some, reason, offer_again: isOfferedAgain ? (1 as const) : (0 as const) };
    const query = canBeUndone ? ({ undo: '1' } as const) : {};
    const { cancelled, skipped, ...undo } = await request('POST /appointments/cancel-many', { query, body });
    result.cancelled += cancelled;
    result.skipped.push(...skipped);
    Object.assign(result, undo);
  }
  return result;
}

/** Tells the salon of two bookings at once with one number. docs/spec/behaviour.md §28.2 */
export const SAME_NUMBER_THEN = 'Isti broj ima termin u to vreme';
