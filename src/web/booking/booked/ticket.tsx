import type { ReactNode } from 'react';
import { dateOf, type WallTime } from '#salon/salon-time.ts';
import { dayInWordsWithYear, timeRange } from '#salon/serbian-dates.ts';
import { Lunula } from '../../ui/part/lunula.tsx';

export interface TicketProps {
  start: WallTime;
  end: WallTime;
  children: ReactNode;
}

/** What was booked: the time in gold, below it where and what. */
export function Ticket({ start, end, children }: TicketProps) {
  return (
    <article className="overflow-hidden rounded-card border border-line bg-card">
      <div className="relative overflow-hidden bg-booked px-5 pt-6 pb-5 text-on-booked">
        <Lunula className="absolute top-3.5 -right-11 w-37 rotate-42 text-white opacity-42" />
        <p className="relative time-xl">{timeRange(start, end)}</p>
        <p className="relative">{dayInWordsWithYear(dateOf(start))}</p>
      </div>
      <ul className="grid gap-2 p-5">{children}</ul>
    </article>
  );
}
