import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { guestNote, serviceInFull } from '#domain/wording/appointments.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import type { SeenAppointment } from '../lib/device/last-seen.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { TimeLeftChip } from './time-left-chip.tsx';

export interface BookingFactsProps {
  appointment: SeenAppointment & Partial<Pick<Appointment, 'notes'>>;
  /** Beside the time. */
  children?: ReactNode;
}

/** How long until a booking, when, what, for whom and where. */
export function BookingFacts({ appointment, children }: BookingFactsProps) {
  const address = useSalon().data?.address;
  const guest = guestNote(appointment);
  const { start_datetime, end_datetime, guest_phone, notes } = appointment;
  return (
    <>
      <TimeLeftChip appointment={appointment} />
      <div className="mt-4 flex items-start justify-between gap-3">
        <p className="time-xl">{timeRange(start_datetime, end_datetime)}</p>
        {children}
      </div>
      <p>{dayInWordsWithYear(dateOf(start_datetime))}</p>
      <div className="mt-2 grid gap-1 text-small wrap-break-word text-soft">
        <p>{serviceInFull(appointment)}</p>
        {guest && <p>{[guest, guest_phone].filter(Boolean).join(', ')}</p>}
        {address && <p>{address}</p>}
        {notes && <p className="whitespace-pre-line">{`Napomena: ${notes}`}</p>}
      </div>
    </>
  );
}
