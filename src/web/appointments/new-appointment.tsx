import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { addMinutes, type ShortClockTime, type WallDate, wallTimeOn } from '#domain/wall-clock.ts';
import { freeRow, useUndoToast } from '../lib/appointments.ts';
import { useNow } from '../lib/clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { EditForm } from './edit-form.tsx';

const NOT_YET = toId<AppointmentId>(0); // it has no id before it is saved

export interface NewAppointmentProps {
  /** 'YYYY-MM-DD' */
  date: WallDate;
  /** 'HH:mm' */
  start: ShortClockTime;
  duration?: number;
  onClose: () => void;
  onCreated?: (row: Appointment) => void;
}

const emptyRow = ({ date, start, duration = DEFAULT_SLOT_MINUTES }: NewAppointmentProps): Appointment => {
  const start_datetime = wallTimeOn(date, start);
  return freeRow(NOT_YET, { start_datetime, end_datetime: addMinutes(start_datetime, duration) });
};

/** 'Novi termin': a free slot, or at once somebody's booking. Mounted is open. */
export function NewAppointment(props: NewAppointmentProps) {
  const { onClose, onCreated } = props;
  const now = useNow();
  const [start] = useState(() => emptyRow(props));
  const [state, setState] = useState({ isDirty: false, isBusy: false });
  const toastUndo = useUndoToast();
  const created = (row: Appointment, undoToken: string | null) => {
    toastUndo('Termin je uspešno dodat.', undoToken, 'Uspešno');
    onCreated?.(row);
    onClose();
  };
  return (
    <Dialog title="Novi termin" onClose={onClose} isWide {...state}>
      {(requestClose) =>
        now === null ? (
          <Loading>
            <Skeleton className="h-12 rounded-card" />
          </Loading>
        ) : (
          <EditForm
            start={start}
            isNew
            now={now}
            onSaved={created}
            onGiveUp={requestClose}
            onState={setState}
          />
        )
      }
    </Dialog>
  );
}
