import { Suspense } from 'react';
import { useNow } from '../lib/clock/clock.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import type { NewAppointmentPreset } from './form/use-appointment-form.ts';
import type { NewAppointmentSheetProps } from './new-sheet.tsx';

/** Its fields are a third of what the owner's panel would weigh: fetched when the panel stands, `DialogsAhead`. */
export const newAppointmentSheet = lazyPage(() => import('./new-sheet.tsx'));

export type { NewAppointmentPreset };

export type NewAppointmentProps = Omit<NewAppointmentSheetProps, 'now'>;

function Sheet(props: NewAppointmentSheetProps) {
  const NewAppointmentSheet = useLazyPage(newAppointmentSheet);
  return <NewAppointmentSheet {...props} />;
}

/** 'Novi termin'. Mounted is open. */
export function NewAppointment(props: NewAppointmentProps) {
  const now = useNow();
  const waiting = (
    <Dialog title="Novi termin" onClose={props.onClose}>
      <Loading>
        <Skeleton className="h-12 rounded-card" />
      </Loading>
    </Dialog>
  );
  if (!now) return waiting;
  return (
    <Suspense fallback={waiting}>
      <Sheet {...props} now={now} />
    </Suspense>
  );
}
