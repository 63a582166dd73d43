import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { overlaps } from '#domain/appointments/slots.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { itemOnDevice, keepOnDevice } from '../lib/session/storage.ts';

/** Cancelled appointments whose time is booked, free or blocked again. docs/spec/product.md §2.19 */

const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** The ids of cancelled appointments that a live one overlaps. */
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

/** Whether these are shown: the last choice on this device, else hidden. */
export function useShowsRetaken(): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => itemOnDevice(KEY) === SHOWN);
  const choose = (next: boolean) => {
    keepOnDevice(KEY, next ? SHOWN : null);
    setShown(next);
  };
  return [isShown, choose];
}
