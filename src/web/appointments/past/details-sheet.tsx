import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf } from '#salon/salon-time.ts';
import { priceText } from '#salon/serbian.ts';
import { dayInWordsWithYear, displayDateTime, timeRange } from '#salon/serbian-dates.ts';
import { Sheet } from '../../ui/dialog/sheet.tsx';
import { PastStatus } from './past-status.tsx';

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[112px_1fr] gap-3 py-3">
      <dt className="text-small/6 text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-break-word">{children}</dd>
    </div>
  );
}

const serviceOf = ({ service_name, service_price }: Appointment): string =>
  service_name === null ? 'nije bila odabrana' : `${service_name}, ${priceText(service_price)}`;

/** What a past or cancelled appointment was. */
export function DetailsSheet({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { start_datetime, end_datetime, guest_name, guest_phone, notes } = appointment;
  return (
    <Sheet title="Detalji termina" onClose={onClose}>
      <p className="time-xl">{timeRange(start_datetime, end_datetime)}</p>
      <p className="text-soft">{dayInWordsWithYear(dateOf(start_datetime))}</p>
      <dl className="mt-4 divide-y divide-line border-t border-line">
        <Line name="Status">
          <PastStatus status={appointment.status} />
        </Line>
        <Line name="Usluga">{serviceOf(appointment)}</Line>
        {guest_name && <Line name="Gost">{[guest_name, guest_phone].filter(Boolean).join(', ')}</Line>}
        {notes && <Line name="Napomena">{notes}</Line>}
        {appointment.cancel_reason && <Line name="Razlog otkazivanja">{appointment.cancel_reason}</Line>}
        {appointment.cancelled_at && <Line name="Otkazan">{displayDateTime(appointment.cancelled_at)}</Line>}
      </dl>
    </Sheet>
  );
}
