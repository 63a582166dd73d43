import type { Appointment } from '#contract/appointments.ts';
import { CALENDAR_SNAP_MINUTES, DAY_OPENS } from '#domain/limits.ts';
import { drawnSlot, movedTo, resizedFromBottom, resizedFromTop } from '#domain/reschedule.ts';
import type { Times } from '#domain/slots.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';

/** What the pointer took hold of: an appointment's body or one of its handles, or empty grid. `at` is where, unsnapped. */
export type DragMode =
  | { kind: 'draw'; at: WallTime }
  | { kind: 'move' | 'top' | 'bottom'; at: WallTime; row: Appointment };

/** The moment on the pointer's height in another day's column. */
const onDayOf = (day: WallTime, at: WallTime): WallTime => wallTimeOn(dateOf(day), clockOf(at));

/** The start under a body that was grabbed below its top; the part above the opening stays on the pointer's day. */
function carriedStart({ row, at: grabbed }: { row: Times; at: WallTime }, at: WallTime): WallTime {
  const start = addMinutes(at, -minutesBetween(row.start_datetime, grabbed));
  return dateOf(start) < dateOf(at) ? wallTimeOn(dateOf(at), DAY_OPENS) : start;
}

const HALF_SNAP_MINUTES = CALENDAR_SNAP_MINUTES / 2;

/** Hardly moved: what began at 14:05 stays there, and an edge stays though it was not grabbed at the very edge. */
const isPutBack = (grabbed: WallTime, at: WallTime): boolean =>
  dateOf(grabbed) === dateOf(at) && Math.abs(minutesBetween(grabbed, at)) < HALF_SNAP_MINUTES;

/** A handle's edge goes where the pointer is. */
function resized({ kind, row }: Exclude<DragMode, { kind: 'draw' }>, at: WallTime): Times {
  return kind === 'top' ? resizedFromTop(row, at) : resizedFromBottom(row, at);
}

/** Where the grabbed thing would land now that the pointer is at `at`; undefined: nowhere. The rules are the salon's. */
export function landing(grab: DragMode, at: WallTime): Times | undefined {
  if (grab.kind === 'draw') return drawnSlot(grab.at, onDayOf(grab.at, at));
  const { row } = grab;
  const there = grab.kind === 'move' ? at : onDayOf(grab.at, at);
  if (isPutBack(grab.at, there))
    return { start_datetime: row.start_datetime, end_datetime: row.end_datetime };
  return grab.kind === 'move' ? movedTo(row, carriedStart(grab, there)) : resized(grab, there);
}
