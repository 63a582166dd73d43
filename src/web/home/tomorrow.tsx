import { useQuery } from '@tanstack/react-query';
import type { ListedAppointment } from '#contract/appointments.ts';
import { stillFreeText } from '#domain/appointments/day.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { isAbsentOn, isFree } from '#domain/appointments/slots.ts';
import { addDays, dateOf, type WallTime, weekdayOf } from '#domain/wall-clock.ts';
import { closedInWords, dayName } from '#domain/wording/dates.ts';
import { Loaded } from '../lib/loaded.tsx';
import { absenceQueries, appointmentQueries, POLLED } from '../lib/queries.ts';
import { DayList } from '../salon-appointments/day-list.tsx';
import type { Opening } from '../salon-appointments/open-button.tsx';
import { Section } from '../ui/page.tsx';
import { ListSkeleton } from '../ui/screen-states.tsx';

const FALLBACK = 'Greška pri učitavanju termina za sutra';

/** What can still be booked on the day, or that the salon is closed. */
function Room({ rows, now }: { rows: readonly ListedAppointment[]; now: WallTime }) {
  const absences = useQuery(absenceQueries.upcoming()).data;
  const today = dateOf(now);
  const absence = absences?.find((one) => isAbsentOn(addDays(today, 1), [one]));
  const free = absences && stillFreeText(rows.filter((row) => isFree(row, now, absences)));
  const text = absence ? closedInWords(absence, today) : free;
  return text ? <p className="mt-3 text-small text-soft tabular-nums">{text}</p> : null;
}

/** 'Sutra, sreda': what is booked tomorrow, its sum, and what is still free. */
export function Tomorrow({ now, onOpen }: Opening & { now: WallTime }) {
  const date = addDays(dateOf(now), 1);
  const query = useQuery({ ...appointmentQueries.list({ from: date, to: date }), ...POLLED });
  const booked = query.data?.filter(({ status }) => status === 'BOOKED') ?? [];
  return (
    <Section
      title={`Sutra, ${dayName(weekdayOf(date))}`}
      aside={
        booked.length > 0 ? <b className="font-semibold text-ink">{daySumText(daySum(booked))}</b> : undefined
      }
    >
      <Loaded query={query} fallback={FALLBACK} skeleton={<ListSkeleton rows={4} />}>
        {(rows) => (
          <>
            {booked.length > 0 ? (
              <DayList
                appointments={booked}
                now={now}
                onOpen={(appointment) => onOpen({ appointment, to: 'see' })}
              />
            ) : (
              <p className="text-soft">Sutra nema zakazanih termina</p>
            )}
            <Room rows={rows} now={now} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
