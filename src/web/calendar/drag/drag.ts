import type { SalonAppointment } from '#contract/appointments.ts';
import {
  drawnSlot,
  dropOnto,
  isSamePlace,
  movedTo,
  resizedFromBottom,
  resizedFromTop,
  swapPartner,
} from '#domain/appointments/reschedule.ts';
import { tappedStart } from '#domain/appointments/room.ts';
import { slotsGivingWay, type Times } from '#domain/appointments/slots.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { CALENDAR_SNAP_MINUTES, DAY_OPENS } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { SUNDAY_WARNING } from '#domain/wording/appointments.ts';
import type { NewAppointmentPreset } from '../../appointments/new-appointment.tsx';
import { request } from '../../lib/api.ts';
import { freeRow } from '../../lib/appointment/appointments.ts';
import { isUnseenSlot } from '../event-text.ts';

/** The changes that drags can make. docs/spec/product.md §2.19 and §8 */

export interface Change {
  /** The rows after the change, shown until the server responds. */
  rows: readonly SalonAppointment[];
  deletedId?: number | undefined;
  /** Sends the change once all earlier changes have been saved. `versionOf` returns the version that a row has then. */
  send: (
    versionOf: (row: SalonAppointment) => number,
  ) => Promise<{ rows: readonly SalonAppointment[]; undo_token: string | null }>;
  done: string;
  title?: string;
  fallback: string;
}

/** Moves a booking. `slot` is the free slot that the booking takes; the rest of the slot stays free. */
function moveOf(row: SalonAppointment, moved: SalonAppointment, slot?: SalonAppointment): Change {
  const { start_datetime, end_datetime, technician_id } = moved;
  const [left] = slot ? slotsGivingWay(moved, [slot]).flatMap((cut) => cut.left) : [];
  const rest = slot && left ? [{ ...slot, ...left }] : [];
  return {
    rows: [moved, ...rest],
    deletedId: left ? undefined : slot?.id,
    send: async (versionOf) => {
      const { undo_token, ...saved } = await request('PUT /analytics/appointments/{id}/move', {
        params: { id: row.id },
        body: {
          start_datetime,
          end_datetime,
          version: versionOf(row),
          ...(technician_id !== row.technician_id && { technician_id }),
          ...(slot && { slot_id: slot.id }),
        },
      });
      return { rows: [saved, ...rest], undo_token };
    },
    done: 'Termin je pomeren.',
    fallback: 'Nije moguće pomeriti termin',
  };
}

/** Swaps two appointments. For a swap that the server will refuse, `rows` is empty: the swap is not previewed, and the server's error names the reason. */
const swapOf = (a: SalonAppointment, b: SalonAppointment, rows: Change['rows'] = []): Change => ({
  rows,
  send: async () => {
    const swapped = await request('PUT /analytics/appointments/swap', { body: { a_id: a.id, b_id: b.id } });
    return { rows: [swapped.a, swapped.b], undo_token: swapped.undo_token };
  },
  done: 'Termini su zamenjeni.',
  fallback: 'Zamena nije moguća',
});

/** The running drag and the result of a drop. */
export interface Drag {
  /** The rows to preview: the dragged appointment or the drawn slot, then the other appointment of a swap. */
  shown: readonly [SalonAppointment, ...SalonAppointment[]];
  /** The appointment under the pointer: a drop swaps the two appointments, or books this one if it is a free slot. */
  partner: SalonAppointment | null;
  /** The text next to the preview: the effect of a drop onto another appointment, or a warning that clients don't see slots on Sundays. */
  hint: string | null;
  /** The change that a drop makes; null if a drop changes nothing. */
  change: Change | null;
}

export interface Spot {
  /** The time under the pointer, not rounded to the snap interval. */
  at: WallTime;
  /** The technician of the column; null in a column of all technicians. */
  technician: TechnicianId | null;
}

/** The preset of a new appointment for a tap at a place. */
export const presetAt = ({ at, technician }: Spot): NewAppointmentPreset => ({
  date: dateOf(at),
  start: tappedStart(at),
  technicianId: technician,
  isOtherTime: true,
});

/** The pressed part of the grid: a block, a handle of a block, or an empty place. */
export type Grip = Spot &
  ({ kind: 'draw'; row: null } | { kind: 'move' | 'top' | 'bottom'; row: SalonAppointment });

/** The start of a dragged appointment; the opening time of the day under the pointer if the start would be on an earlier day. */
function draggedStart(row: Times, pressedAt: WallTime, at: WallTime): WallTime {
  const start = addMinutes(at, -minutesBetween(row.start_datetime, pressedAt));
  return dateOf(start) < dateOf(at) ? wallTimeOn(dateOf(at), DAY_OPENS) : start;
}

const HALF_SNAP_MINUTES = CALENDAR_SNAP_MINUTES / 2;

/** The times after a drop at `to`; undefined for a drawn slot that is too short. */
export function dropTarget({ kind, row, at }: Grip, to: WallTime): Times | undefined {
  const there = kind === 'move' ? to : wallTimeOn(dateOf(at), clockOf(to));
  if (kind === 'draw') return drawnSlot(at, there);
  // a move by less than half a snap interval must not snap a start such as 14:05
  if (dateOf(at) === dateOf(there) && Math.abs(minutesBetween(at, there)) < HALF_SNAP_MINUTES)
    return { start_datetime: row.start_datetime, end_datetime: row.end_datetime };
  if (kind === 'move') return movedTo(row, draggedStart(row, at, there));
  return kind === 'top' ? resizedFromTop(row, there) : resizedFromBottom(row, there);
}

const onto = (
  change: Change,
  shown: Drag['shown'],
  partner: Drag['partner'] = null,
  hint: string | null = isUnseenSlot(shown[0]) ? SUNDAY_WARNING : null,
): Drag => ({ shown, partner, hint, change });

function drawOf(times: Times, technician: TechnicianId | null): Drag {
  const { start_datetime, end_datetime } = times;
  const own = technician && { technician_id: technician };
  const row = { ...freeRow(toId(0), times), ...own };
  const body = { start_datetime, duration_minutes: minutesBetween(start_datetime, end_datetime), ...own };
  const change: Change = {
    rows: [row],
    send: async () => {
      const { undo_token, ...created } = await request('POST /appointments/slot', {
        query: { undo: '1' },
        body,
      });
      return { rows: [created], undo_token };
    },
    done: 'Termin je uspešno dodat.',
    title: 'Uspešno',
    fallback: 'Kreiranje nije moguće',
  };
  return onto(change, [row]);
}

/** The 15-minute slot with which a long press begins to draw a new slot. */
export function firstQuarter({ at, technician }: Spot): Drag | null {
  const times = drawnSlot(at, addMinutes(at, CALENDAR_SNAP_MINUTES));
  return times ? drawOf(times, technician) : null;
}

/** The drag when the pointer is at `spot`; null while the user draws a new slot that would have no valid times. With `split_slots` free slots give way, so that only bookings and blocks are swapped. */
export function dragOf(
  grip: Grip,
  spot: Spot,
  rows: readonly SalonAppointment[],
  isSplit: boolean,
): Drag | null {
  const times = dropTarget(grip, spot.at);
  if (!times) return null;
  if (grip.kind === 'draw') return drawOf(times, grip.technician);
  const { kind, row } = grip;
  const technician_id = (kind === 'move' && spot.technician) || row.technician_id;
  const moved = { ...row, ...times, technician_id };
  if (isSamePlace(row, moved)) return { shown: [moved], partner: null, hint: null, change: null };
  const others = isSplit ? rows.filter(({ status }) => status !== 'AVAILABLE') : rows;
  const partner = kind === 'move' && swapPartner(moved, others);
  if (!partner) return onto(moveOf(row, moved), [moved]);
  const drop = dropOnto(row, partner, rows);
  if (drop === 'swap_refused') return onto(swapOf(row, partner), [moved], partner, 'Zamena nije moguća');
  if (drop.kind === 'book') {
    const booked = { ...moved, ...drop.times };
    return onto(moveOf(row, booked, partner), [booked], partner, 'U slobodan termin');
  }
  const own = { ...row, ...drop.a, technician_id: partner.technician_id };
  const other = { ...partner, ...drop.b, technician_id: row.technician_id };
  return onto(swapOf(row, partner, [own, other]), [own, other], partner, 'Zamena');
}
