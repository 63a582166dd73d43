import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import { errorText } from '../api-error.ts';
import { call } from '../call.ts';

const FALLBACK = 'Greška pri učitavanju';

/** Whose booking: an own one by its id, a guest's by the token of her link. */
export type CalendarOf = { id: number } | { token: string };

const fileOf = (booking: CalendarOf) =>
  'id' in booking
    ? call('GET /appointments/{id}/calendar', { params: { id: booking.id } })
    : call('POST /guest-link/calendar', { body: { token: booking.token } });

/** 'Dodaj u kalendar': fetches the booking as a calendar file and hands it to the phone. */
export function useCalendarFile(of: CalendarOf) {
  return useMutation({
    mutationFn: () => fileOf(of),
    onSuccess: ({ ics }) => saveFile({ name: 'termin.ics', type: 'text/calendar', text: ics }),
    onError: (error) => toast('error', errorText(error, FALLBACK)),
  });
}
