import { lazyPage } from '../lib/routing/lazy-page.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';
import type { AppointmentDialogProps } from './opened-dialog.tsx';

/** A separate chunk, which `startOwnersDialogs` prefetches. */
export const openedDialog = lazyPage(() => import('./opened-dialog.tsx'));

/** One appointment, for the owner. Mounted is open; `onClose` removes it. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const waiting = (
    <Dialog title="Termin" onClose={props.onClose}>
      <AppointmentSkeleton />
    </Dialog>
  );
  return <LazyPart part={openedDialog} props={props} fallback={waiting} />;
}
