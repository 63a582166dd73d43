import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { FormAlert } from '../ui/form.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { Chips, Person } from './visit/person.tsx';

const ANSWERS = [
  { id: 1, label: 'Došla' },
  { id: 0, label: 'Nije došla' },
] as const;

/** Did the person come? Shown as pressed at once; pressed again it is not known any more. docs/spec/behaviour.md §5.22 */
function Attendance({ row: { id, attended } }: { row: VisibleAppointment }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: Attended) =>
      request('POST /appointments/{id}/attendance', { params: { id }, body: { attended: said } }),
    onSuccess: (saved) => queries.setQueryData(appointmentQueries.one(id).queryKey, saved),
    onSettled: useInvalidateAppointments(),
  });
  const shown = mark.isPending ? mark.variables : (attended ?? null);
  return (
    <div className="mt-5 grid gap-3">
      <Segmented
        isField
        label="Da li je došla?"
        segments={ANSWERS}
        chosen={shown}
        onChoose={(value) => {
          if (!mark.isPending) mark.mutate(shown === value ? null : value);
        }}
      />
      {mark.error && <FormAlert text={errorText(mark.error, 'Greška pri čuvanju dolaska.')} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2.5 min-[24rem]:grid-cols-[6.5rem_minmax(0,1fr)]">
      <dt className="text-small/[1.5rem] text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

const SPACE = '\u00a0';

function unbookedInWords(status: VisibleAppointment['status'], hasBegun: boolean): string {
  if (hasBegun) return 'Niko nije bio upisan.';
  return status === 'AVAILABLE' ? 'Slobodan termin, niko još nije upisan.' : 'Termin nije u ponudi.';
}

function Facts({ row }: { row: VisibleAppointment }) {
  const { service_name, service_price, client_email, notes, cancel_reason, cancelled_at, status } = row;
  const isBooking = status === 'BOOKED' || status === 'CANCELLED';
  const isPriced = isBooking && (service_name !== null || service_price !== null);
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line empty:hidden">
      {isBooking && <Fact name="Usluga">{service_name ?? NO_SERVICE_LABEL}</Fact>}
      {isPriced && <Fact name="Cena">{priceText(service_price)}</Fact>}
      {client_email && (
        <Fact name="Email">
          <a href={`mailto:${client_email}`} className="text-link-inline">
            {client_email}
          </a>
        </Fact>
      )}
      {notes && <Fact name="Napomena">{notes}</Fact>}
      {cancel_reason && <Fact name="Razlog otkazivanja">{`„${cancel_reason}“`}</Fact>}
      {cancelled_at && <Fact name="Otkazano">{displayDateTime(cancelled_at).replace(' ', SPACE)}</Fact>}
    </dl>
  );
}

/** What is known of an appointment: person with their phone, status, whether they came, service, note, why it was cancelled. */
export function AppointmentFacts({
  appointment: row,
  now,
}: {
  appointment: VisibleAppointment;
  now: WallTime;
}) {
  const { status, start_datetime, client_name, guest_name, notes } = row;
  const isBooking = status === 'BOOKED' || status === 'CANCELLED';
  const hasPerson = client_name !== null || guest_name !== null;
  const canMark = actionRefusal('mark_attendance', row, 'ADMIN', now) === undefined;
  return (
    <>
      {hasPerson ? <Person row={row} now={now} /> : <Chips row={row} now={now} />}
      {canMark && <Attendance row={row} />}
      <Facts row={row} />
      {!hasPerson && !isBooking && !notes && (
        <p className="mt-4 text-soft">{unbookedInWords(status, now >= start_datetime)}</p>
      )}
    </>
  );
}
