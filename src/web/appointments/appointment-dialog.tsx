import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { beforeComma, dayInWords, timeRange } from '#domain/wording/dates.ts';
import { useNow, useToday } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { AppointmentActions, DangerButtons } from './appointment-actions.tsx';
import { AppointmentFacts } from './appointment-facts.tsx';
import { EditForm } from './edit-form.tsx';
import { useAppointment } from './queries.ts';

const FALLBACK = 'Greška pri učitavanju termina.';

export interface AppointmentDialogProps {
  id: number;
  onClose: () => void;
  /** It was changed, cancelled or deleted (null). The lists are asked for again without this. */
  onChanged?: (row: Appointment | null) => void;
  /** Straight to the form. */
  isEditing?: boolean;
  /** A deletion can be taken back for 10 s. */
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

function Bones() {
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

type BodyProps = Required<Pick<AppointmentDialogProps, 'onClose' | 'onChanged' | 'isUndoable'>> & {
  row: Appointment;
  now: WallTime;
  isEditing: boolean;
  setIsEditing: (isEditing: boolean) => void;
  onState: (state: { isDirty: boolean; isBusy: boolean }) => void;
};

function Body({ row, now, isEditing, setIsEditing, onState, isUndoable, onClose, onChanged }: BodyProps) {
  const gone = () => {
    onChanged(null);
    onClose();
  };
  const saved = (after: Appointment) => {
    toast('success', 'Podaci uspešno sačuvani.');
    onChanged(after);
    onClose();
  };
  const dangers = <DangerButtons row={row} now={now} isUndoable={isUndoable} onGone={gone} />;
  if (!isEditing) {
    return (
      <>
        <AppointmentFacts appointment={row} now={now} />
        <AppointmentActions
          row={row}
          now={now}
          onEdit={() => setIsEditing(true)}
          onChanged={onChanged}
          others={dangers}
        />
      </>
    );
  }
  return (
    <EditForm
      start={row}
      now={now}
      onSaved={saved}
      onGiveUp={() => {
        onState({ isDirty: false, isBusy: false });
        setIsEditing(false);
      }}
      onState={onState}
      others={dangers}
    />
  );
}

const ignore = () => undefined;

/**
 * One appointment, for the owner: what is known of it, and everything that can be done with it (docs/spec/product.md §2.12).
 * Mounted is open; the caller takes it away in `onClose`.
 */
export function AppointmentDialog({
  id,
  onClose,
  onChanged = ignore,
  isEditing: isEditingFirst = false,
  isUndoable = false,
}: AppointmentDialogProps) {
  const query = useAppointment(id);
  const now = useNow();
  const [isEditing, setIsEditing] = useState(isEditingFirst);
  const [state, setState] = useState({ isDirty: false, isBusy: false });
  return (
    <Dialog
      title="Termin"
      lead={query.data && <When row={query.data} />}
      onClose={onClose}
      isWide={isEditing}
      {...state}
    >
      <Loaded query={query} fallback={FALLBACK} skeleton={<Bones />}>
        {(row) =>
          now === null ? (
            <Bones />
          ) : (
            <Body
              row={row}
              now={now}
              isEditing={isEditing}
              setIsEditing={setIsEditing}
              onState={setState}
              isUndoable={isUndoable}
              onClose={onClose}
              onChanged={onChanged}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}
