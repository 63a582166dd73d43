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
import type { Saved } from './use-edit-form.ts';

const UNSAVED_ID = toId<AppointmentId>(0);

export interface NewAppointmentProps {
  date: WallDate;
  start: ShortClockTime;
  onClose: () => void;
}

const emptyRow = (date: WallDate, start: ShortClockTime): Appointment => {
  const start_datetime = wallTimeOn(date, start);
  return freeRow(UNSAVED_ID, {
    start_datetime,
    end_datetime: addMinutes(start_datetime, DEFAULT_SLOT_MINUTES),
  });
};

/** 'Novi termin': a free slot, or a booking in the same step. Mounted is open. */
export function NewAppointment({ date, start, onClose }: NewAppointmentProps) {
  const now = useNow();
  const [row] = useState(() => emptyRow(date, start));
  const toastUndo = useUndoToast();
  const created = ({ undoToken }: Saved) => {
    toastUndo('Termin je uspešno dodat.', undoToken, 'Uspešno');
    onClose();
  };
  return (
    <Dialog title="Novi termin" onClose={onClose} isWide>
      {now === null ? (
        <Loading>
          <Skeleton className="h-12 rounded-card" />
        </Loading>
      ) : (
        <EditForm start={row} isNew now={now} onSaved={created} />
      )}
    </Dialog>
  );
}
