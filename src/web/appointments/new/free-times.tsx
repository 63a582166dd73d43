import { addMinutes, clockOf, dateOf } from '#domain/wall-clock.ts';
import { joinedInWords } from '#domain/wording/appointments.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { DayStrip } from '../../booking/times/day-strip.tsx';
import { SLOT_GRID } from '../../booking/times/slot-list.tsx';
import { StripSkeleton } from '../../booking/times/strip-skeleton.tsx';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { HangingLunula } from '../../ui/brand.tsx';
import type { NewAppointmentForm } from './use-new-appointment.ts';

const FALLBACK = 'Greška pri učitavanju termina.';
const NOTHING_FREE = 'Nema slobodnih termina za izabrani datum.';

const TIME =
  'relative min-h-12 rounded-card border border-edge bg-card px-1 py-2 font-medium tabular-nums transition-colors hover:border-link hover:bg-blush aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';

/** The free times of the chosen day that are long enough for the service. */
function Times({ edit }: { edit: NewAppointmentForm }) {
  const { form, values, free, known, row } = edit;
  const day = free.days.find(({ date }) => date === values.date);
  const minutes = known.minutesOf(row.service_id);
  if (!day?.offers.length) return <p className="py-2 text-soft">{NOTHING_FREE}</p>;
  return (
    <div className={SLOT_GRID}>
      {day.offers.map(({ slots, start_datetime, end_datetime }) => {
        const start = clockOf(start_datetime);
        const isChosen = values.start === start;
        const end = minutes === null ? end_datetime : addMinutes(start_datetime, minutes);
        return (
          <button
            key={slots[0].id}
            type="button"
            aria-pressed={isChosen}
            aria-description={slots.length > 1 ? joinedInWords(slots.length) : undefined}
            onClick={() => form.change({ date: dateOf(start_datetime), start })}
            className={TIME}
          >
            {isChosen && <HangingLunula className="-top-px" />}
            {timeRange(start_datetime, end)}
            {slots.length > 1 && (
              <span aria-hidden="true" className="block text-label font-normal">
                {joinedInWords(slots.length)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** The next days, and the times of one of them. */
export function FreeTimes({ edit }: { edit: NewAppointmentForm }) {
  const { form, values, free } = edit;
  return (
    <Loaded query={free.query} fallback={FALLBACK} skeleton={<StripSkeleton />}>
      {() => (
        <div>
          <DayStrip
            days={free.days}
            chosen={free.days.find(({ date }) => date === values.date)?.date ?? free.first}
            onChoose={(date) => form.change({ date, start: '' })}
          />
          <div className="mt-3">
            <Times edit={edit} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
