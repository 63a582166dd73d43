import { LastSeenLine, type LastSeenProps } from '../my-appointments/last-seen.tsx';
import { AppointmentDays } from './appointment-rows.tsx';

/** The salon's upcoming bookings from the device's storage: read-only, with links to call. */
export function LastSeenDays({ standIn }: LastSeenProps) {
  const { appointments } = standIn;
  return (
    <div>
      <LastSeenLine standIn={standIn} />
      {appointments.length === 0 && <p className="text-soft">Nema zakazanih termina</p>}
      <div className="grid grid-cols-1 gap-4">
        <AppointmentDays appointments={appointments} showsPhone />
      </div>
    </div>
  );
}
