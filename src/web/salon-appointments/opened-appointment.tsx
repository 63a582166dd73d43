import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { CancelAppointment } from '../appointments/cancel-appointment.tsx';
import { focusHeading } from '../ui/page.tsx';
import type { Opened } from './appointment-rows.tsx';

export interface OpenedAppointmentProps {
  opened: Opened;
  onClose: () => void;
}

/** The dialog that a card or row of the owner's home page opens. A separate chunk, loaded after the page. */
export default function OpenedAppointment({ opened: { appointment, to }, onClose }: OpenedAppointmentProps) {
  if (to !== 'cancel') {
    return <AppointmentDialog id={appointment.id} isEditing={to === 'edit'} onClose={onClose} />;
  }
  return <CancelAppointment row={appointment} onClose={onClose} onCancelled={focusHeading} />;
}
