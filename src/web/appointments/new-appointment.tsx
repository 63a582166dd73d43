import { useState } from 'react';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { type AppointmentId, type ServiceId, toId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import type { Times } from '#domain/slots.ts';
import {
  addMinutes,
  dateOf,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { freeRow, useUndoToast } from '../lib/appointments.ts';
import { useNow } from '../lib/clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { EditForm } from './edit-form.tsx';
import type { PickedClient } from './new-client-dialog.tsx';
import type { Saved } from './use-edit-form.ts';

const UNSAVED_ID = toId<AppointmentId>(0);
const USUAL_START = '09:00';

export type { PickedClient };

/** What is known of the appointment before it is made. */
export interface NewAppointmentPreset {
  person?: PickedClient | { guest_name: string; guest_phone: string };
  serviceId?: ServiceId | null;
  /** The day to begin with. */
  date?: WallDate;
  /** A tapped place on that day. */
  start?: ShortClockTime;
  /** A free slot that is being filled. */
  slot?: Times & { id: AppointmentId };
  /** Begins with 'Sada'. */
  isNow?: boolean;
}

export interface NewAppointmentProps {
  preset?: NewAppointmentPreset;
  onClose: () => void;
  onCreated?: (appointment: SalonAppointment) => void;
}

function emptyRow(preset: NewAppointmentPreset, now: WallTime): Appointment {
  const start_datetime = wallTimeOn(preset.date ?? dateOf(now), preset.start ?? USUAL_START);
  const end_datetime = addMinutes(start_datetime, DEFAULT_SLOT_MINUTES);
  return freeRow(UNSAVED_ID, preset.slot ?? { start_datetime, end_datetime });
}

function NewForm({ preset = {}, now, onClose }: NewAppointmentProps & { now: WallTime }) {
  const [row] = useState(() => emptyRow(preset, now));
  const toastUndo = useUndoToast();
  const created = ({ undoToken }: Saved) => {
    toastUndo('Termin je uspešno dodat.', undoToken, 'Uspešno');
    onClose();
  };
  return <EditForm start={row} isNew now={now} onSaved={created} />;
}

/** 'Novi termin': a free slot, or a booking in the same step. Mounted is open. */
export function NewAppointment(props: NewAppointmentProps) {
  const now = useNow();
  return (
    <Dialog title="Novi termin" onClose={props.onClose} isWide>
      {now === null ? (
        <Loading>
          <Skeleton className="h-12 rounded-card" />
        </Loading>
      ) : (
        <NewForm {...props} now={now} />
      )}
    </Dialog>
  );
}
