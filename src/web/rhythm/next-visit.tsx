import { useMutation, useQuery } from '@tanstack/react-query';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { NextTime } from '#contract/booking/rhythm.ts';
import { clockOf, dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { weeksText } from '#domain/wording/rhythm.ts';
import { errorText, request } from '../lib/api.ts';
import { bookedFor } from '../lib/appointment/booked-for.ts';
import { useBookedToast } from '../lib/appointment/booked-toast.ts';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import { nextTimeQuery } from './next-time.ts';

const OFFERED_WEEKS = [2, 3, 4];

interface NextVisitProps {
  row: VisibleAppointment;
  now: WallTime;
  onBooked: () => void;
}

function useBookNext({ row, now, onBooked }: NextVisitProps) {
  const refresh = useInvalidateAppointments();
  const say = useBookedToast(now);
  return useMutation({
    mutationFn: ({ start_datetime, end_datetime }: NextTime) =>
      request('POST /appointments', {
        query: { undo: '1' },
        body: {
          start_datetime,
          duration_minutes: minutesBetween(start_datetime, end_datetime),
          technician_id: row.technician_id,
          ...bookedFor(row),
          service_ids: serviceIdsOf(row),
        },
      }),
    onSuccess: (booked) => {
      say(booked);
      onBooked();
    },
    onSettled: refresh,
  });
}

interface WeekProps {
  row: VisibleAppointment;
  now: WallTime;
  weeks: number;
  isUsual: boolean;
  booking: ReturnType<typeof useBookNext>;
}

/** A button that books a time some weeks later: 'za 3 nedelje', 'uto 8. dec 09:15, slobodno'. */
function Week({ row, now, weeks, isUsual, booking }: WeekProps) {
  const query = useQuery(nextTimeQuery(row.id, weeks));
  const time = query.data?.time;
  const label = <span className="min-w-0 flex-1 text-left">{`za ${weeksText(weeks)}`}</span>;
  if (!time && !query.isError)
    return (
      <p className="flex min-h-11 items-center rounded-card border border-line px-3.5 text-small text-soft">
        {label}
        {query.isPending ? <Skeleton className="w-32" /> : 'nema mesta'}
      </p>
    );
  return (
    <Button
      variant={isUsual ? 'primary' : 'quiet'}
      isSmall
      isBusy={booking.isPending && booking.variables === time}
      onClick={() => {
        if (!time) void query.refetch();
        else if (!booking.isPending) booking.mutate(time);
      }}
    >
      {label}
      <span className="font-normal tabular-nums">{time ? timeText(time, now) : 'Pokušaj ponovo'}</span>
    </Button>
  );
}

const timeText = ({ start_datetime, slot_id }: NextTime, now: WallTime): string =>
  `${shortDay(dateOf(start_datetime), dateOf(now))} ${clockOf(start_datetime)}, ${slot_id === null ? 'pravi se' : 'slobodno'}`;

/** The section 'Sledeći put', which books the next appointment with one press. docs/spec/behaviour.md §20.1 */
export default function NextVisit(props: NextVisitProps) {
  const usual = useQuery(nextTimeQuery(props.row.id));
  const booking = useBookNext(props);
  const { row, now } = props;
  return (
    <section aria-labelledby="sledeci-put" className="mt-5">
      <h3 id="sledeci-put" className="text-h3">
        Sledeći put
      </h3>
      <div className="mt-3 grid gap-2">
        <Loaded
          query={usual}
          fallback="Greška pri učitavanju termina."
          skeleton={
            <Loading className="grid gap-2">
              {OFFERED_WEEKS.map((weeks) => (
                <Skeleton key={weeks} className="h-11 rounded-card" />
              ))}
            </Loading>
          }
        >
          {({ weeks: usualWeeks }) =>
            [...new Set([...OFFERED_WEEKS, usualWeeks])]
              .sort((a, b) => a - b)
              .map((weeks) => (
                <Week key={weeks} {...{ row, now, weeks, booking }} isUsual={weeks === usualWeeks} />
              ))
          }
        </Loaded>
        {booking.error && <FormAlert text={errorText(booking.error, 'Greška pri dodavanju termina.')} />}
      </div>
    </section>
  );
}
