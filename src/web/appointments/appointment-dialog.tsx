import { Suspense } from 'react';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';
import type { AppointmentDialogProps } from './opened-dialog.tsx';

/** Everything that can be done with an appointment is much: fetched when the page under it stands, `DialogsAhead`. */
export const openedDialog = lazyPage(() => import('./opened-dialog.tsx'));

function Opened(props: AppointmentDialogProps) {
  const OpenedDialog = useLazyPage(openedDialog);
  return <OpenedDialog {...props} />;
}

/** One appointment, for the owner. Mounted is open; `onClose` removes it. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const waiting = (
    <Dialog title="Termin" onClose={props.onClose}>
      <AppointmentSkeleton />
    </Dialog>
  );
  return (
    <Suspense fallback={waiting}>
      <Opened {...props} />
    </Suspense>
  );
}
