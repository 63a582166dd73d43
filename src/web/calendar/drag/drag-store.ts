import { useSyncExternalStore } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { Grip } from './drop-target.ts';

/** What is being dragged and where a drop would put it. Outside of React's tree, so that a move draws the preview and nothing else. */
export interface Drag {
  kind: Grip['kind'];
  /** null: a slot that is being drawn. */
  row: SalonAppointment | null;
  times: Times;
  /** The appointment that it would change places with. */
  partner: SalonAppointment | null;
  /** Both as they would stand after that; null where the rules refuse it. */
  swapped: { a: Times; b: Times } | null;
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

const nothing = () => null;

export const useDrag = (store: DragStore): Drag | null =>
  useSyncExternalStore(store.subscribe, store.read, nothing);
