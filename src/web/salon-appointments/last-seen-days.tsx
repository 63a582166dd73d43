import type { WallTime } from '#domain/wall-clock.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { LastSeenLine, type LastSeenProps } from '../my-appointments/last-seen.tsx';
import { DayList } from './day-list.tsx';

export interface LastSeenDaysProps extends LastSeenProps {
  now: WallTime | null;
}

/** The salon's bookings ahead as the owner saw them last: to be read, and to call. */
export function LastSeenDays({ standIn, now }: LastSeenDaysProps) {
  const days = Map.groupBy(standIn.appointments, ({ start_datetime }) => dateOf(start_datetime));
  return (
    <div>
      <LastSeenLine standIn={standIn} />
      {days.size === 0 && <p className="text-soft">Nema zakazanih termina</p>}
      <div className="grid grid-cols-1 gap-4">
        {[...days].map(([date, ofDay]) => (
          <div key={date}>
            <h3 className="mb-2 font-text text-small font-semibold text-soft">
              {dayInWords(date, now && dateOf(now))}
            </h3>
            <DayList appointments={ofDay} now={now ?? standIn.at} showsPhone />
          </div>
        ))}
      </div>
    </div>
  );
}
