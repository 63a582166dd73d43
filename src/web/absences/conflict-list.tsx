import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { AppointmentDialog } from '../appointment-dialog/appointment-dialog.tsx';
import { CancelAppointment } from '../appointment-dialog/cancel-appointment.tsx';
import { ConflictRow } from './conflict-row.tsx';

/** Who is booked while the salon is closed, as a list of work: it gets shorter with each one moved or cancelled. */
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
