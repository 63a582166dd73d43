import { useSyncExternalStore } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import {
  type DropOnto,
  drawnSlot,
  movedTo,
  resizedFromBottom,
  resizedFromTop,
} from '#domain/appointments/reschedule.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { CALENDAR_SNAP_MINUTES, DAY_OPENS } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';

/** A period of time of one technician. */
export type Place = Times & { technician_id: TechnicianId };

/** The running drag and the result of a drop. Kept outside of React, so that a move renders only the preview. */
export interface Drag {
  kind: Grip['kind'];
  /** The dragged appointment; null while the user draws a new slot. */
  row: SalonAppointment | null;
  times: Times;
  /** The technician at the new place; null for a new slot in a column of all technicians. */
  technician: TechnicianId | null;
  /** The appointment under the pointer, onto which a drop would fall. */
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

/** The running drag if `isSeen` accepts it, otherwise null: columns without the drag do not render. */
export function useDrag({ subscribe, read }: DragStore, isSeen = (_: Drag): boolean => true): Drag | null {
  const seen = () => {
    const drag = read();
    return drag && isSeen(drag) ? drag : null;
  };
  return useSyncExternalStore(subscribe, seen, seen);
}

/** A point in the time grid. */
export interface Spot {
  /** The time, not snapped to the raster. */
  at: WallTime;
  /** The technician of the column; null in a column of all technicians. */
  technician: TechnicianId | null;
}

/** The pressed part of the grid: a block, a handle of a block, or an empty place. */
export type Grip = { at: WallTime } & (
  | { kind: 'draw'; technician: TechnicianId | null }
  | { kind: 'move' | 'top' | 'bottom'; row: SalonAppointment }
);

const onDayOf = (day: WallTime, at: WallTime): WallTime => wallTimeOn(dateOf(day), clockOf(at));

/** The start of a dragged appointment; a start before midnight becomes the opening of the day under the pointer. */
function draggedStart({ row, at: pressedAt }: { row: Times; at: WallTime }, at: WallTime): WallTime {
  const start = addMinutes(at, -minutesBetween(row.start_datetime, pressedAt));
  return dateOf(start) < dateOf(at) ? wallTimeOn(dateOf(at), DAY_OPENS) : start;
}

const HALF_SNAP_MINUTES = CALENDAR_SNAP_MINUTES / 2;

/** Whether a move is shorter than half a step. It must not snap a start such as 14:05. */
const isPutBack = (pressedAt: WallTime, at: WallTime): boolean =>
  dateOf(pressedAt) === dateOf(at) && Math.abs(minutesBetween(pressedAt, at)) < HALF_SNAP_MINUTES;

/** The times after a drag of a handle. */
function resized({ kind, row }: Extract<Grip, { row: unknown }>, at: WallTime): Times {
  return kind === 'top' ? resizedFromTop(row, at) : resizedFromBottom(row, at);
}

/** The times after a drop at `at`; undefined if the drop would change nothing. */
export function dropTarget(grip: Grip, at: WallTime): Times | undefined {
  if (grip.kind === 'draw') return drawnSlot(grip.at, onDayOf(grip.at, at));
  const { row } = grip;
  const there = grip.kind === 'move' ? at : onDayOf(grip.at, at);
  if (isPutBack(grip.at, there))
    return { start_datetime: row.start_datetime, end_datetime: row.end_datetime };
  return grip.kind === 'move' ? movedTo(row, draggedStart(grip, there)) : resized(grip, there);
}
