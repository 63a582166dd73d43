import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import type { ListedAppointment, SalonAppointment } from '#contract/appointments.ts';
import { isDayOver, stillFreeText } from '#domain/appointments/day.ts';
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

const TOMORROW_FALLBACK = 'Greška pri učitavanju termina za sutra';

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
function Tomorrow({ now, onOpen }: Opening & { now: WallTime }) {
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
      <Loaded query={query} fallback={TOMORROW_FALLBACK} skeleton={<ListSkeleton rows={4} />}>
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

const FALLBACK = 'Greška pri učitavanju termina za danas';

type DayProps = Opening & { appointments: readonly SalonAppointment[]; now: WallTime };

/** 'Danas je sve završeno' with the sum of the day; its list can be folded. */
function DoneDay({ appointments, now, onOpen }: DayProps) {
  return (
    <details open className="group overflow-hidden rounded-card border border-line bg-card">
      <summary className="flex min-h-17 cursor-pointer list-none items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-blush [&::-webkit-details-marker]:hidden">
        <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-ok-tint text-ok">
          <Check aria-hidden="true" size={22} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block">Danas je sve završeno</span>
          <span className="block text-small font-semibold">{daySumText(daySum(appointments))}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <DayList
        appointments={appointments}
        now={now}
        onOpen={(appointment) => onOpen({ appointment, to: 'see' })}
        isDense
        className="rounded-none border-x-0 border-b-0"
      />
    </details>
  );
}

function Day(props: DayProps) {
  const { appointments, now, onOpen } = props;
  if (isDayOver(appointments, now)) return <DoneDay {...props} />;
  return (
    <DayList
      appointments={appointments}
      now={now}
      onOpen={(appointment) => onOpen({ appointment, to: 'see' })}
    />
  );
}

/** Everything booked today, by start, with its sum; once nothing of it is ahead, tomorrow below it. */
export function TodaysAppointments({ now, onOpen }: Opening & { now: WallTime | null }) {
  const today = useQuery(appointmentQueries.bookedOn(now && dateOf(now)));
  const booked = today.data ?? [];
  const isOver = now !== null && today.data !== undefined && isDayOver(booked, now);
  return (
    <>
      <Section
        title="Današnji termini"
        aside={
          booked.length > 0 && !isOver ? (
            <b className="font-semibold text-ink">{daySumText(daySum(booked))}</b>
          ) : undefined
        }
      >
        <Loaded
          query={today}
          fallback={FALLBACK}
          skeleton={<ListSkeleton rows={4} />}
          empty={<p className="text-soft">Danas nema zakazanih termina</p>}
        >
          {(appointments) => now !== null && <Day appointments={appointments} now={now} onOpen={onOpen} />}
        </Loaded>
      </Section>
      {isOver && <Tomorrow now={now} onOpen={onOpen} />}
    </>
  );
}
