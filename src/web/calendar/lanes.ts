import type { SalonAppointment } from '#contract/appointments.ts';
import { overlaps } from '#domain/appointments/slots.ts';

/** Where an appointment stands in its day's column. */
export interface Placed {
  row: SalonAppointment;
  /** A cancelled one beside a live one is a thin strip: which one from the right edge, 0 the outermost. null: the full width. */
  lane: number | null;
  /** How many strips stand beside it, that it leaves room for. */
  lanesBeside: number;
}

const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** By start; of those that begin together the live one comes first, for the eye and for the Tab key. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  a.start_datetime.localeCompare(b.start_datetime) ||
  Number(isCancelled(a)) - Number(isCancelled(b)) ||
  a.id - b.id;

/** The first lane whose strips it does not touch. */
function freeLane(row: SalonAppointment, lanes: SalonAppointment[][]): number {
  const free = lanes.findIndex((strips) => !strips.some((strip) => overlaps(strip, row)));
  return free === -1 ? lanes.length : free;
}

/**
 * The appointments of one day, by start. Live ones never overlap and are as wide as the column; cancelled ones that overlap
 * something become strips at the right edge, out of the way.
 */
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
    const lane = freeLane(row, lanes);
    lanes[lane] = [...(lanes[lane] ?? []), row];
    laneOf.set(row.id, lane);
  }
  const besides = (row: SalonAppointment): number =>
    lanes.findLastIndex((strips) => strips.some((strip) => overlaps(strip, row))) + 1;
  return sorted.map((row) => {
    const lane = laneOf.get(row.id) ?? null;
    return { row, lane, lanesBeside: lane === null ? besides(row) : 0 };
  });
}
