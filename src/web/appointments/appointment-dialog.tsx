import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';
import type { AppointmentDialogProps } from './opened-dialog.tsx';

/** The content of the dialog, in a chunk that `startOwnersDialogs` prefetches. */
export const openedDialog = lazyPage(() => import('./opened-dialog.tsx'));

/** The owner's dialog of an appointment. It is open while mounted. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const waiting = (
    <Dialog title="Termin" onClose={props.onClose}>
      <AppointmentSkeleton />
    </Dialog>
  );
  return <LazyPart part={openedDialog} props={props} fallback={waiting} />;
}
