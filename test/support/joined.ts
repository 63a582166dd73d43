import type { AppointmentId, ServiceId } from '../../src/domain/ids.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { aSlot, seen } from './builders.ts';
import { rowsOfDay } from './notifications.ts';
import type { Person, Salon } from './salon.ts';

/** Adds consecutive slots with these lengths in minutes and returns their ids. */
export async function slotsInARow(
  salon: Salon,
  start: WallTime,
  lengths: readonly number[],
): Promise<AppointmentId[]> {
  const ids: AppointmentId[] = [];
  let from = start;
  for (const minutes of lengths) {
    ids.push(await aSlot(salon, from, minutes));
    from = seen(from, minutes).seen_end;
  }
  return ids;
}

/** Books `minutes` minutes from the start of the slot. A guest's booking needs the guest's data in `more`. */
export const bookFor = (
  who: Person,
  id: number,
  start: WallTime,
  minutes: number,
  more: {
    service_id?: ServiceId | null;
    service_ids?: ServiceId[];
    guest_name?: string;
    guest_phone?: string;
  } = {},
) => who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start, minutes), ...more } });

/** Returns the appointments of a day that are not canceled, sorted by start, as 'AVAILABLE 10:00-11:00'. */
export const liveTimes = async (salon: Salon, start: WallTime): Promise<string[]> =>
  (await rowsOfDay(salon, start.slice(0, 10) as `${number}-${number}-${number}`))
    .filter(({ status }) => status !== 'CANCELLED')
    .map((row) => `${row.status} ${row.start_datetime.slice(11, 16)}-${row.end_datetime.slice(11, 16)}`);
