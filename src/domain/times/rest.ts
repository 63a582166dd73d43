import type { AppointmentStatus } from '../appointments/appointments.ts';
import { earlier, later, onStep } from '../appointments/room.ts';
import { minutesOf } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import { MIN_REMAINING_SLOT_MINUTES, SLOT_STEP_MINUTES } from '../limits.ts';
import { addMinutes, type WallTime } from '../wall-clock.ts';
import { lastEnd, type OpenSlot, spanOf } from './offers.ts';

type Services = Parameters<typeof spanOf>[0];

interface Booked extends Times {
  readonly status: AppointmentStatus;
  readonly services: Services;
}

/** The time of a booking that its services and their clean-up leave, from now on; undefined if it lasts less than 15 minutes. docs/spec/behaviour.md §26.4 */
export function restOf(
  { start_datetime, end_datetime, status, services }: Booked,
  now: WallTime,
): Times | undefined {
  const { minutes, cleanup } = spanOf(services);
  if (status !== 'BOOKED' || minutes === null) return undefined;
  const served = addMinutes(start_datetime, minutes + cleanup);
  const soonest = onStep(now, SLOT_STEP_MINUTES, Math.ceil);
  const [, begins = served] = [soonest, served].sort();
  const rest = { start_datetime: begins, end_datetime };
  return minutesOf(rest) >= MIN_REMAINING_SLOT_MINUTES ? rest : undefined;
}

/** The end of a client's booking after she chose other services. `free`: the free time as if the booking were not there, in order of start. docs/spec/behaviour.md §26.5 */
export function endWith(
  booking: Omit<Booked, 'status'>,
  services: Services,
  free: readonly OpenSlot[],
): WallTime | 'service_too_long' {
  const { start_datetime, end_datetime } = booking;
  const before = spanOf(booking.services);
  const { minutes, cleanup } = spanOf(services);
  if (minutes === null) return end_datetime;
  const end = addMinutes(start_datetime, minutes);
  if (minutesOf(booking) !== before.minutes) return end > end_datetime ? 'service_too_long' : end_datetime;
  if (end <= end_datetime && cleanup <= before.cleanup) return end;
  const run: OpenSlot[] = [];
  for (const slot of free) {
    const isFirst = slot.start_datetime <= start_datetime && start_datetime < slot.end_datetime;
    if (isFirst || slot.start_datetime === run.at(-1)?.end_datetime) run.push(slot);
  }
  const last = run.find((slot) => end <= slot.end_datetime);
  const fits = last ? end <= lastEnd(last, cleanup) : run.length === 0 && end <= end_datetime;
  return fits ? end : 'service_too_long';
}

/** An appointment; a booking with its services. */
export interface BookedRow extends Times {
  readonly status: AppointmentStatus;
  readonly services?: Services | undefined;
}

/** The row until its clean-up ends: suggested times keep clear of it. docs/spec/behaviour.md §26.1 */
export function untilClean<Row extends BookedRow>(row: Row): Row {
  const { minutes, cleanup } = spanOf(row.services ?? []);
  const served = earlier(row.end_datetime, addMinutes(row.start_datetime, minutes ?? minutesOf(row)));
  return { ...row, end_datetime: later(row.end_datetime, addMinutes(served, cleanup)) };
}
