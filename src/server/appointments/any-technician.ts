// A booking for any technician: the server chooses one who is free at the requested time. docs/spec/behaviour.md §16
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { leastBooked } from '#domain/technicians.ts';
import { dateOf, minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { freeSlotsOn } from '../slots/slots.ts';
import { type AskedTime, slotsOrRefusal, type TakenSlots, type TimeRefusal } from './joined-slots.ts';
import { lockAppointments } from './locks.ts';

/** Returns the slots of each technician who can take the booking, or the refusal if none can. Reads without locks. */
export async function slotsOfAnyTechnician(db: Db | Trx, context: RequestContext, asked: AskedTime) {
  const free = await freeSlotsOn(db, [dateOf(asked.seen.seen_start)], context.now.wall);
  return choicesAmong(db, context, asked, free, await currentSettings(db, context.config));
}

async function choicesAmong(
  db: Db | Trx,
  context: RequestContext,
  asked: AskedTime,
  rows: readonly AppointmentRow[],
  settings: Settings,
): Promise<readonly TakenSlots[] | TimeRefusal> {
  const choices: TakenSlots[] = [];
  let refusal: TimeRefusal = 'slot_gone';
  for (const { id, start_datetime } of rows) {
    if (start_datetime !== asked.seen.seen_start) continue;
    const taken = await slotsOrRefusal(db, context, { ...asked, id }, rows, settings);
    if (typeof taken !== 'string') choices.push(taken);
    else if (taken !== 'slot_gone') refusal = taken;
  }
  return choices.length > 0 ? choices : refusal;
}

/** Locks day and slots, then chooses the free technician with the fewest booked minutes, including concurrent bookings. */
export async function lockLeastBooked(
  trx: Trx,
  context: RequestContext,
  asked: AskedTime,
  choices: readonly TakenSlots[],
  settings: Settings,
): Promise<TakenSlots> {
  const ids = choices.flat().map(({ id }): AppointmentId => id);
  const rows = await lockAppointments(trx, ids);
  const free = await choicesAmong(trx, context, asked, rows, settings);
  if (typeof free === 'string') refuse(free);
  const booked = await bookedMinutes(trx, dateOf(asked.seen.seen_start));
  const order = await trx.selectFrom('technicians').select(['id', 'position']).execute();
  const positions = new Map(order.map(({ id, position }) => [id, position]));
  const candidates = free.map((slots) => ({
    slots,
    minutes: booked.get(slots[0].technician_id) ?? 0,
    position: positions.get(slots[0].technician_id) ?? 0,
  }));
  return leastBooked(candidates)?.slots ?? refuse('slot_gone');
}

async function bookedMinutes(trx: Trx, day: WallDate): Promise<Map<TechnicianId, number>> {
  const rows = await trx
    .selectFrom('appointments')
    .select(['technician_id', 'start_datetime', 'end_datetime'])
    .where('day', '=', day)
    .where('status', '=', 'BOOKED')
    .execute();
  const minutes = new Map<TechnicianId, number>();
  for (const { technician_id, start_datetime, end_datetime } of rows)
    minutes.set(
      technician_id,
      (minutes.get(technician_id) ?? 0) + minutesBetween(start_datetime, end_datetime),
    );
  return minutes;
}
