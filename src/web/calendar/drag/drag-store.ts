import { useSyncExternalStore } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import type { DropOnto } from '#domain/appointments/reschedule.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import type { Grip } from './drop-target.ts';

/** Times of a technician. */
export type Place = Times & { technician_id: TechnicianId };

/** The running drag and the result of a drop. Kept outside of React, so that a move renders only the preview. */
export interface Drag {
  kind: Grip['kind'];
  /** null while a new slot is drawn. */
  row: SalonAppointment | null;
  times: Times;
  /** Whose time it is; null for a new slot in a column of all. */
  technician: TechnicianId | null;
  /** The appointment under it. */
  partner: SalonAppointment | null;
  /** The effect of a drop onto the partner; null without a partner. */
  onto: DropOnto | 'swap_refused' | null;
}

export interface DragStore {
  read: () => Drag | null;
  write: (drag: Drag | null) => void;
  subscribe: (listener: () => void) => () => void;
}

const isSame = (a: Drag | null, b: Drag | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.times.start_datetime === b.times.start_datetime &&
    a.times.end_datetime === b.times.end_datetime &&
    a.technician === b.technician &&
    a.partner?.id === b.partner?.id &&
    a.kind === b.kind);

export function makeDragStore(): DragStore {
  let current: Drag | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    write: (drag) => {
      if (isSame(drag, current)) return;
      current = drag;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The running drag while `isSeen`: columns without it don't render during it. */
export function useDrag({ subscribe, read }: DragStore, isSeen = (_: Drag): boolean => true): Drag | null {
  const seen = () => {
    const drag = read();
    return drag && isSeen(drag) ? drag : null;
  };
  return useSyncExternalStore(subscribe, seen, seen);
}
