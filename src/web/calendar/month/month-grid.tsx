import { useMemo } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallDate } from '#salon/salon-time.ts';
import { SHORT_DAY_NAMES } from '#salon/serbian-dates.ts';
import { MonthCell } from './month-cell.tsx';

export interface MonthGridProps {
  /** A day of the month that is meant. */
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly Appointment[];
  today: WallDate;
  absenceOn: (day: WallDate) => string | undefined;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const NOTHING: readonly Appointment[] = [];

/** Six weeks, Monday first. */
export function MonthGrid({ date, days, rows, today, absenceOn, onOpen, onOpenDay }: MonthGridProps) {
  const byDay = useMemo(() => Map.groupBy(rows, (row) => dateOf(row.start_datetime)), [rows]);
  return (
    <div className="grid h-full grid-cols-7 grid-rows-[var(--month-head)_repeat(6,minmax(7rem,1fr))] overflow-y-auto">
      {SHORT_DAY_NAMES.map((name) => (
        <p
          key={name}
          className="sticky top-0 z-2 grid place-items-center border-b border-line bg-card text-small font-medium text-soft"
        >
          {name}
        </p>
      ))}
      {days.map((day) => (
        <MonthCell
          key={day}
          day={day}
          rows={byDay.get(day) ?? NOTHING}
          isToday={day === today}
          isOutside={day.slice(0, 7) !== date.slice(0, 7)}
          absence={absenceOn(day)}
          onOpen={onOpen}
          onOpenDay={onOpenDay}
        />
      ))}
    </div>
  );
}
