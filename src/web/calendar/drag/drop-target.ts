import type { SalonAppointment } from '#contract/appointments.ts';
import { drawnSlot, movedTo, resizedFromBottom, resizedFromTop } from '#domain/appointments/reschedule.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { CALENDAR_SNAP_MINUTES, DAY_OPENS } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';

/** Where the pointer was pressed: on an appointment's body or one of its handles, or on the empty grid. `at` is the moment there, unsnapped. */
export type Grip =
  | { kind: 'draw'; at: WallTime }
  | { kind: 'move' | 'top' | 'bottom'; at: WallTime; row: SalonAppointment };

/** The moment on the pointer's height in another day's column. */
const onDayOf = (day: WallTime, at: WallTime): WallTime => wallTimeOn(dateOf(day), clockOf(at));

/** The start of an appointment that is dragged from below its top; the part before the opening stays on the pointer's day. */
function draggedStart({ row, at: pressedAt }: { row: Times; at: WallTime }, at: WallTime): WallTime {
  const start = addMinutes(at, -minutesBetween(row.start_datetime, pressedAt));
  return dateOf(start) < dateOf(at) ? wallTimeOn(dateOf(at), DAY_OPENS) : start;
}

const HALF_SNAP_MINUTES = CALENDAR_SNAP_MINUTES / 2;

/** Hardly moved: what began at 14:05 stays there, and an edge stays though the pointer was not at the very edge. */
const isPutBack = (pressedAt: WallTime, at: WallTime): boolean =>
  dateOf(pressedAt) === dateOf(at) && Math.abs(minutesBetween(pressedAt, at)) < HALF_SNAP_MINUTES;

/** A handle's edge goes where the pointer is. */
function resized({ kind, row }: Exclude<Grip, { kind: 'draw' }>, at: WallTime): Times {
  return kind === 'top' ? resizedFromTop(row, at) : resizedFromBottom(row, at);
}

/** Where a drop would put it now that the pointer is at `at`; undefined: nowhere. The rules are the salon's. */
export function dropTarget(grip: Grip, at: WallTime): Times | undefined {
  if (grip.kind === 'draw') return drawnSlot(grip.at, onDayOf(grip.at, at));
  const { row } = grip;
  const there = grip.kind === 'move' ? at : onDayOf(grip.at, at);
  if (isPutBack(grip.at, there))
    return { start_datetime: row.start_datetime, end_datetime: row.end_datetime };
  return grip.kind === 'move' ? movedTo(row, draggedStart(grip, there)) : resized(grip, there);
}
