import { useNow } from '../lib/clock/clock.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import type { NewAppointmentPreset } from './form/values.ts';
import type { NewAppointmentSheetProps } from './new-sheet.tsx';

/** The content of the sheet 'Novi termin', in a chunk that `startOwnersDialogs` prefetches. */
export const newAppointmentSheet = lazyPage(() => import('./new-sheet.tsx'));

export type { NewAppointmentPreset };

/** The sheet 'Novi termin'. It is open while this component is mounted. */
export function NewAppointment(props: Omit<NewAppointmentSheetProps, 'now'>) {
  const now = useNow();
  const waiting = (
    <Dialog title="Novi termin" onClose={props.onClose}>
      <Loading>
        <Skeleton className="h-12 rounded-card" />
      </Loading>
    </Dialog>
  );
  if (!now) return waiting;
  return <LazyPart part={newAppointmentSheet} props={{ ...props, now }} fallback={waiting} />;
}
