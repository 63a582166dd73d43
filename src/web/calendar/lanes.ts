import type { SalonAppointment } from '#contract/appointments.ts';
import { overlaps } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';

export interface Placed {
  row: SalonAppointment;
  /** The index, from the right edge, of an appointment that is drawn as a strip: a canceled one over another, or a free slot beside bookings. null: drawn at full width. */
  lane: number | null;
  /** The number of canceled appointments that are drawn as strips over the right edge of this block. */
  stripCount: number;
}

export const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** Sorts by start. At equal starts canceled appointments come last, also for the Tab key. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  a.start_datetime.localeCompare(b.start_datetime) ||
  Number(isCancelled(a)) - Number(isCancelled(b)) ||
  a.id - b.id;

/** Splits a day's appointments into groups. Appointments overlap only within a group, so each group has its own lanes. */
export function groupsInTime(rows: readonly SalonAppointment[]): SalonAppointment[][] {
  const groups: SalonAppointment[][] = [];
  let until = '';
  for (const row of [...rows].sort(inOrder)) {
    if (row.start_datetime >= until) groups.push([]);
    groups.at(-1)?.push(row);
    if (row.end_datetime > until) until = row.end_datetime;
  }
  return groups;
}

/** Splits appointments by technician: first `technicians` in their order, then others by id, such as those who have left. */
export function byTechnician(
  rows: readonly SalonAppointment[],
  technicians: readonly { id: TechnicianId }[],
): SalonAppointment[][] {
  const others = rows.map(({ technician_id }) => technician_id).sort((a, b) => a - b);
  const ids = new Set([...technicians.map(({ id }) => id), ...others]);
  const lanes = [...ids].map((id) => rows.filter(({ technician_id }) => technician_id === id));
  return lanes.filter((own) => own.length > 0);
}

/** The appointments of a day by start; canceled ones that overlap others become strips at the right edge. */
export function placedOn(rows: readonly SalonAppointment[]): Placed[] {
  const sorted = [...rows].sort(inOrder);
  const wide = sorted.filter((row) => !isCancelled(row));
  const lanes: SalonAppointment[][] = [];
  const laneOf = new Map<number, number>();
  for (const row of sorted.filter(isCancelled)) {
    if (!wide.some((other) => overlaps(other, row))) {
      wide.push(row);
      continue;
    }
    laneOf.set(row.id, stripFor(lanes, row));
  }
  const stripsNextTo = (row: SalonAppointment): number =>
    lanes.findLastIndex((strips) => strips.some((strip) => overlaps(strip, row))) + 1;
  return sorted.map((row) => {
    const lane = laneOf.get(row.id) ?? null;
    return { row, lane, stripCount: lane === null ? stripsNextTo(row) : 0 };
  });
}

/** The first strip in which the row overlaps no other; adds the row to it. */
function stripFor(strips: SalonAppointment[][], row: SalonAppointment): number {
  const free = strips.findIndex((own) => !own.some((other) => overlaps(other, row)));
  const lane = free === -1 ? strips.length : free;
  strips[lane] = [...(strips[lane] ?? []), row];
  return lane;
}

/** The free slots that overlap appointments of other technicians in a group of several, as strips, and the other appointments. Without a mixed column all keep their width. */
export function thinOnes(group: readonly SalonAppointment[], isMixed: boolean) {
  const isThin = (row: SalonAppointment) =>
    isMixed &&
    row.status === 'AVAILABLE' &&
    group.some((other) => other.status !== 'AVAILABLE' && !isCancelled(other) && overlaps(other, row));
  const strips: SalonAppointment[][] = [];
  const thin = group
    .filter(isThin)
    .map((row): Placed => ({ row, lane: stripFor(strips, row), stripCount: 0 }));
  return { others: group.filter((row) => !isThin(row)), thin, thinCount: strips.length };
}

/** The ids of canceled appointments whose time is booked, free or blocked again. docs/spec/product.md §2.19 */
export function retakenIds(rows: readonly SalonAppointment[]): ReadonlySet<number> {
  const live = rows.filter((row) => !isCancelled(row));
  const retaken = rows.filter((row) => isCancelled(row) && live.some((other) => overlaps(other, row)));
  return new Set(retaken.map(({ id }) => id));
}
