import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { overlaps } from '#domain/appointments/slots.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { itemOnDevice, keepOnDevice } from '../lib/session/storage.ts';

/** Which cancelled ones are in the way: those of a time that is booked, free or blocked again. docs/spec/product.md §2.19 */

const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** The ids of the cancelled ones whose time another one has taken, all of it or some. */
export function retakenIds(rows: readonly SalonAppointment[]): ReadonlySet<number> {
  const liveByDay = Map.groupBy(
    rows.filter((row) => !isCancelled(row)),
    ({ start_datetime }) => dateOf(start_datetime),
  );
  const retaken = rows.filter(
    (row) =>
      isCancelled(row) && liveByDay.get(dateOf(row.start_datetime))?.some((live) => overlaps(live, row)),
  );
  return new Set(retaken.map(({ id }) => id));
}

const KEY = 'calendar-cancelled';
const SHOWN = 'shown';

/** Whether these are shown all the same: hidden at first, then as the owner left it on this device. */
export function useShowsRetaken(): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => itemOnDevice(KEY) === SHOWN);
  const choose = (next: boolean) => {
    keepOnDevice(KEY, next ? SHOWN : null);
    setShown(next);
  };
  return [isShown, choose];
}
