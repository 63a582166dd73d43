import type { ParsedBody } from '../../src/contract/index.ts';
import type { WallDate, WallTime } from '../../src/domain/wall-clock.ts';
import { aSlot, seen } from './builders.ts';
import type { Person, Salon } from './salon.ts';

export type MoveTarget = ParsedBody<'POST /appointments/{id}/reschedule'>;

/** Adds a slot. Returns the body of a request that moves a booking to this slot. */
export const aTarget = async (salon: Salon, start: WallTime, minutes = 60): Promise<MoveTarget> => ({
  to_id: await aSlot(salon, start, minutes),
  ...seen(start, minutes),
});

export const moveOwn = (who: Person, id: number, body: MoveTarget) =>
  who.call('POST /appointments/{id}/reschedule', { params: { id }, body });

/** Returns the appointments of a day that are not canceled, as '09:00-10:00 AVAILABLE'. */
export async function dayInShort({ db }: Salon, day: WallDate): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'status'])
    .where('day', '=', day)
    .where('status', '<>', 'CANCELLED')
    .orderBy('start_datetime')
    .execute();
  const clock = (wall: string) => wall.slice(11, 16);
  return rows.map(
    ({ start_datetime, end_datetime, status }) => `${clock(start_datetime)}-${clock(end_datetime)} ${status}`,
  );
}
