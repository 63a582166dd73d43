import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { CancelAppointment } from '../appointments/cancel-appointment.tsx';
import { focusHeading } from '../ui/page.tsx';
import type { Opened } from './open-button.tsx';

export interface OpenedAppointmentProps {
  opened: Opened;
  onClose: () => void;
}

/** The dialog behind a card or a row of the owner's home; a chunk of its own, for the page is shown first. */
export default function OpenedAppointment({ opened: { appointment, to }, onClose }: OpenedAppointmentProps) {
  if (to !== 'cancel') {
    return <AppointmentDialog id={appointment.id} isEditing={to === 'edit'} onClose={onClose} />;
  }
  return <CancelAppointment row={appointment} onClose={onClose} onCancelled={focusHeading} />;
}
