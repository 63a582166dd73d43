import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { personOf, phoneOf, serviceAndGuest, whenInWords } from '#domain/wording/appointments.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { CancelAppointment } from '../appointments/cancel-appointment.tsx';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { useToday } from '../lib/clock.ts';
import { Button } from '../ui/button.tsx';

/** The bookings while the salon is closed, as a list of work: it gets shorter with each one moved or cancelled. */
export function ConflictList({ appointments }: { appointments: readonly Appointment[] }) {
  const [moved, setMoved] = useState<number | null>(null);
  const [cancelled, setCancelled] = useState<Appointment | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <ConflictRow
            key={appointment.id}
            appointment={appointment}
            onMove={() => setMoved(appointment.id)}
            onCancel={() => setCancelled(appointment)}
          />
        ))}
      </ul>
      {moved !== null && <AppointmentDialog id={moved} isEditing onClose={() => setMoved(null)} />}
      {cancelled && <CancelAppointment row={cancelled} onClose={() => setCancelled(null)} />}
    </>
  );
}

export interface ConflictRowProps {
  appointment: Appointment;
  onMove: () => void;
  onCancel: () => void;
}

/** A booking while the salon is closed: ways to call the client, to move it and to cancel it. */
function ConflictRow({ appointment, onMove, onCancel }: ConflictRowProps) {
  const today = useToday();
  const name = personOf(appointment);
  const phone = phoneOf(appointment);
  return (
    <li
      data-appointment-id={appointment.id}
      className="grid grid-cols-1 justify-items-start gap-3 py-4 lg:grid-cols-[1fr_auto_auto] lg:items-center"
    >
      <div className="min-w-0 wrap-break-word">
        <p className="font-semibold">{name}</p>
        <p className="text-small tabular-nums">{whenInWords(appointment, today)}</p>
        <p className="text-small text-soft">{serviceAndGuest(appointment)}</p>
      </div>
      {phone ? (
        <MessageLinks
          phone={phone}
          of={`${name}, ${phone}`}
          kind="cancelled"
          facts={messageFacts(appointment)}
        />
      ) : (
        <span className="text-small text-soft">bez telefona</span>
      )}
      <div className="flex gap-2">
        <Button variant="quiet" isSmall aria-description={name} onClick={onMove}>
          Premesti
        </Button>
        <Button variant="danger-text" isSmall aria-description={name} onClick={onCancel}>
          Otkaži termin
        </Button>
      </div>
    </li>
  );
}
