import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import type { Waiting } from '#contract/waitlist.ts';
import { rowInTheWay } from '#domain/appointments/room.ts';
import { concerns } from '#domain/technicians.ts';
import { dateOf, minutesBetween } from '#domain/wall-clock.ts';
import { WAITING } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { errorText, request } from '../lib/api.ts';
import { waitingQueries } from '../lib/queries/admin-queries.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { techniciansQuery } from '../lib/queries/technicians.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** The clients and guests who wait for the appointment's day and technician; empty while loading. */
export function useWaiting({
  start_datetime,
  technician_id,
}: Pick<Appointment, 'start_datetime' | 'technician_id'>): readonly Waiting[] {
  const day = dateOf(start_datetime);
  const { data = [] } = useQuery(waitingQueries.of({ from: day, to: day }));
  return data.filter((wait) => concerns(wait, technician_id));
}

/** The number of waiting people: '2 čekaju'; undefined for none. */
export const waitingInWords = ({ length }: readonly Waiting[]): string | undefined =>
  length > 0 ? counted(length, WAITING) : undefined;

/** The toast after a time is offered again: 'Ponovo je u ponudi, 2 čekaju. Pozovite: Jovana K.' Names guests only: clients are notified. */
export function offeredInWords(waiting: readonly Waiting[]): string {
  const guests = waiting.filter(({ client_id }) => client_id === null).map(({ name }) => name);
  const call = guests.length > 0 ? ` Pozovite: ${guests.join(', ')}.` : '';
  return `${['Ponovo je u ponudi', waitingInWords(waiting)].filter(Boolean).join(', ')}.${call}`;
}

/** A button that offers the time of a canceled appointment again, if it is free and its technician still works here. docs/spec/behaviour.md §5.6 */
export function OfferAgain({ row }: { row: VisibleAppointment }) {
  const { start_datetime, end_datetime, technician_id } = row;
  const day = dateOf(start_datetime);
  const waiting = useWaiting(row);
  const words = waitingInWords(waiting);
  const { data } = useQuery(appointmentQueries.list({ from: day, to: day }));
  const rows = data?.filter((one) => one.technician_id === technician_id);
  const technicians = useQuery(techniciansQuery()).data;
  const isHere = technicians?.length === 0 || technicians?.some(({ id }) => id === technician_id);
  const offer = useMutation({
    mutationFn: () =>
      request('POST /appointments/slot', {
        body: {
          start_datetime,
          duration_minutes: minutesBetween(start_datetime, end_datetime),
          technician_id,
        },
      }),
    onSuccess: () => toast('success', offeredInWords(waiting)),
    onSettled: useInvalidateAppointments(),
  });
  return (
    <div className="mt-3 grid gap-3 empty:hidden">
      {offer.error && <FormAlert text={errorText(offer.error, 'Greška pri čuvanju termina.')} />}
      {isHere && rows && !rowInTheWay(row, 'AVAILABLE', rows) && (
        <Button
          icon={CalendarPlus}
          variant="quiet"
          isBlock
          isBusy={offer.isPending}
          onClick={() => offer.mutate()}
        >
          Ponudi termin ponovo
          {words && <span className="font-normal">({words})</span>}
        </Button>
      )}
    </div>
  );
}
