import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { beforeComma, dayInWords, timeRange } from '#domain/wording/dates.ts';
import { useNow, useToday } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { appointmentQueries } from '../lib/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { AppointmentActions, DangerButtons } from './appointment-actions.tsx';
import { AppointmentFacts } from './appointment-facts.tsx';
import { AppointmentHistory, BackToAppointment, HistoryLead, takeFocus } from './appointment-history.tsx';
import { EditForm } from './edit-form.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

export interface AppointmentDialogProps {
  id: number;
  onClose: () => void;
  /** Straight to the form. */
  isEditing?: boolean;
  /** A deletion can be undone for 10 s. */
  isUndoable?: boolean;
}

/** The range of hours never breaks in two. */
function When({ row: { start_datetime, end_datetime } }: { row: Appointment }) {
  const today = useToday();
  return (
    <>
      {beforeComma(dayInWords(dateOf(start_datetime), today))},{' '}
      <span className="whitespace-nowrap tabular-nums">{timeRange(start_datetime, end_datetime)}</span>
    </>
  );
}

function AppointmentSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-7 w-28" />
      <Skeleton className="mt-6 h-8 w-3/5" />
      <Skeleton className="mt-4 w-2/5" />
      <Skeleton className="mt-3 w-1/3" />
      <Skeleton className="mt-8 h-12 rounded-card" />
    </Loading>
  );
}

type BodyProps = Required<Pick<AppointmentDialogProps, 'onClose' | 'isUndoable'>> & {
  row: Appointment;
  now: WallTime;
  isEditing: boolean;
  setIsEditing: (isEditing: boolean) => void;
  onHistory: () => void;
  /** The history was just left. */
  isBack: boolean;
};

function Body({ row, now, isEditing, setIsEditing, isUndoable, onHistory, isBack, onClose }: BodyProps) {
  const saved = () => {
    toast('success', 'Podaci uspešno sačuvani.');
    onClose();
  };
  const dangers = <DangerButtons row={row} now={now} isUndoable={isUndoable} onRemoved={onClose} />;
  if (!isEditing) {
    return (
      <>
        <AppointmentFacts appointment={row} now={now} />
        <Button ref={isBack ? takeFocus : null} variant="text" onClick={onHistory} className="mt-3 -ml-3">
          <History aria-hidden="true" size={20} strokeWidth={1.75} />
          Istorija
        </Button>
        <AppointmentActions row={row} onEdit={() => setIsEditing(true)} others={dangers} />
      </>
    );
  }
  return (
    <EditForm start={row} now={now} onSaved={saved} onGiveUp={() => setIsEditing(false)} others={dangers} />
  );
}

/**
 * One appointment, for the owner: what is known of it, and everything that can be done with it (docs/spec/product.md §2.12).
 * Mounted is open; `onClose` removes it.
 */
export function AppointmentDialog({
  id,
  onClose,
  isEditing: isEditingFirst = false,
  isUndoable = false,
}: AppointmentDialogProps) {
  const query = useQuery(appointmentQueries.one(id));
  const now = useNow();
  const [isEditing, setIsEditing] = useState(isEditingFirst);
  const [isHistory, setIsHistory] = useState(false);
  const [wasHistory, setWasHistory] = useState(false);
  if (isHistory && query.data)
    return (
      <Dialog
        title="Istorija"
        above={<BackToAppointment onBack={() => setIsHistory(false)} />}
        lead={<HistoryLead row={query.data} />}
        onClose={onClose}
      >
        <AppointmentHistory row={query.data} />
      </Dialog>
    );
  return (
    <Dialog
      title="Termin"
      lead={query.data && <When row={query.data} />}
      onClose={onClose}
      isWide={isEditing}
    >
      <Loaded query={query} fallback={FALLBACK} skeleton={<AppointmentSkeleton />}>
        {(row) =>
          now === null ? (
            <AppointmentSkeleton />
          ) : (
            <Body
              row={row}
              now={now}
              isEditing={isEditing}
              setIsEditing={setIsEditing}
              isUndoable={isUndoable}
              onHistory={() => {
                setIsHistory(true);
                setWasHistory(true);
              }}
              isBack={wasHistory}
              onClose={onClose}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}
