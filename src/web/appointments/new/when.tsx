import { ChevronLeft, CircleAlert, Clock, Zap } from 'lucide-react';
import { useState } from 'react';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { DEFAULT_SLOT_MINUTES, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isSunday,
  isWallDate,
  isWallTime,
  type ShortClockTime,
  type WallTime,
  yearsFrom,
} from '#domain/wall-clock.ts';
import { closedInWords, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { DayStrip } from '../../booking/times/day-strip.tsx';
import { SlotList } from '../../booking/times/slot-list.tsx';
import { ChooserSkeleton } from '../../booking/times/time-chooser.tsx';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/date-time/date-field.tsx';
import { DurationField } from '../../ui/date-time/duration-field.tsx';
import { TimeField } from '../../ui/date-time/time-field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { Warning } from '../../ui/warning.tsx';
import { timesNow } from './new-values.ts';
import type { InTheWay, NewAppointmentForm } from './use-new-appointment.ts';

function inWords({ name, start_datetime, end_datetime }: InTheWay): string {
  const isTimed = isWallTime(start_datetime) && isWallTime(end_datetime);
  return isTimed ? `${name}, ${timeRange(start_datetime, end_datetime)}` : name;
}

function Room({
  room,
  onChoose,
}: {
  room: readonly ShortClockTime[];
  onChoose: (start: ShortClockTime) => void;
}) {
  if (room.length === 0) return <p className="text-soft">Tog dana nema dovoljno mesta.</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p id="ima-mesta" className="mr-1 text-soft">
        Tog dana ima mesta u:
      </p>
      {room.map((start) => (
        <button
          key={start}
          type="button"
          aria-describedby="ima-mesta"
          onClick={() => onChoose(start)}
          className="min-h-11 rounded-pill border border-edge px-4 font-medium tabular-nums hover:border-link hover:bg-blush"
        >
          {start}
        </button>
      ))}
    </div>
  );
}

/** With whom the time collides, and when else that day has room. */
function TakenNotice({ edit }: { edit: NewAppointmentForm }) {
  const { inTheWay, room, form, values } = edit;
  return (
    <div>
      <div role="alert" className="empty:hidden">
        {inTheWay && (
          <p className="flex items-start gap-2 text-small text-error">
            <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-break-word">
              {textOfOwnerError('slot_overlaps')} <span className="block">{inWords(inTheWay)}</span>
            </span>
          </p>
        )}
      </div>
      {inTheWay && values.when !== 'given' && (
        <div className="mt-2">
          <Room room={room} onChoose={(start) => form.change({ when: 'other', date: values.date, start })} />
        </div>
      )}
    </div>
  );
}

const FALLBACK = 'Greška pri učitavanju termina.';
const NOTHING_FREE = 'Nema slobodnih termina za izabrani datum.';

/** The free times of the chosen day that are long enough for the service; each is shown as long as the service. */
function Times({ edit }: { edit: NewAppointmentForm }) {
  const { form, values, free, known, row } = edit;
  const day = free.days.find(({ date }) => date === values.date);
  const minutes = known.minutesOf(row.service_id);
  if (!day?.offers.length) return <p className="py-2 text-soft">{NOTHING_FREE}</p>;
  return (
    <SlotList
      offers={day.offers}
      service_fit="warn"
      chosen={day.offers.find(({ start_datetime }) => clockOf(start_datetime) === values.start) ?? null}
      onChoose={({ start_datetime }) =>
        form.change({ date: dateOf(start_datetime), start: clockOf(start_datetime) })
      }
      timesOf={({ start_datetime, end_datetime }) => ({
        start_datetime,
        end_datetime: minutes === null ? end_datetime : addMinutes(start_datetime, minutes),
      })}
    />
  );
}

/** The next days, and the times of one of them. */
function FreeTimes({ edit }: { edit: NewAppointmentForm }) {
  const { form, values, free } = edit;
  return (
    <Loaded query={free.query} fallback={FALLBACK} skeleton={<ChooserSkeleton />}>
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

const CLOSED_NOW = 'Salon je sada zatvoren: termin može biti od 06:00 do 22:00.';

interface WhenProps {
  edit: NewAppointmentForm;
  now: WallTime;
}

/** Any time: typed, or this moment. */
function OtherTime({ edit, now }: WhenProps) {
  const { form, row, inTheWay, free } = edit;
  const today = dateOf(now);
  const { date } = row;
  const absence = isWallDate(date) && free.absences.find((one) => isAbsentOn(date, [one]));
  return (
    <fieldset className="grid gap-3 max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] md:grid-cols-[repeat(auto-fit,minmax(max(8rem,22%),1fr))]">
      <legend className="mb-2 font-text text-small font-semibold text-soft">Drugo vreme</legend>
      <DayField
        {...form.field('date')}
        value={date}
        label="Datum"
        min={yearsFrom(today, -SLOT_RANGE_YEARS)}
        max={yearsFrom(today, SLOT_RANGE_YEARS)}
        hint={isWallDate(date) && isSunday(date) && 'Klijentkinje ne vide slobodne termine nedeljom.'}
        required
        className="max-md:col-span-full md:col-span-2"
      />
      <TimeField
        {...form.field('start')}
        value={row.start}
        error={inTheWay ? true : form.field('start').error}
        label="Početak"
        required
      />
      <DurationField
        {...form.field('duration')}
        value={row.duration}
        onChange={(duration) => form.change({ duration, hasOwnDuration: 'yes' })}
        hint={row.times && `Kraj u ${clockOf(row.times.end_datetime)}`}
      />
      {absence && (
        <div className="col-span-full">
          <Warning>{closedInWords(absence, today)}</Warning>
        </div>
      )}
    </fieldset>
  );
}

/** The time that stands: of a free slot that is being filled. */
function GivenTime({ edit: { row } }: { edit: NewAppointmentForm }) {
  if (!row.times) return null;
  const { start_datetime, end_datetime } = row.times;
  return (
    <p className="rounded-card border border-line px-4 py-3">
      <span className="block font-display text-h3 font-[460] tabular-nums">
        {timeRange(start_datetime, end_datetime)}
      </span>{' '}
      <span className="block text-small text-soft">{dayInWordsWithYear(dateOf(start_datetime))}</span>
    </p>
  );
}

/** When: one of the free times, any other, or now. */
export function When({ edit, now }: WhenProps) {
  const { form, values, row } = edit;
  const minutes = edit.known.minutesOf(row.service_id) ?? DEFAULT_SLOT_MINUTES;
  const [isClosed, setIsClosed] = useState(false);
  if (values.when === 'given') {
    return (
      <div className="grid grid-cols-1 gap-3">
        <GivenTime edit={edit} />
        <TakenNotice edit={edit} />
      </div>
    );
  }
  const beginNow = () => {
    const times = timesNow(now, minutes);
    setIsClosed(times === null);
    if (times) form.change(times);
  };
  const isFree = values.when === 'free';
  return (
    <div className="grid grid-cols-1 gap-3">
      {isFree ? <FreeTimes edit={edit} /> : <OtherTime edit={edit} now={now} />}
      <TakenNotice edit={edit} />
      <FormAlert text={isClosed ? CLOSED_NOW : null} />
      <div className="flex flex-wrap gap-2">
        {isFree ? (
          <Button
            variant="quiet"
            onClick={() =>
              form.change({ when: 'other', date: values.date, duration: '', hasOwnDuration: '' })
            }
            className="border-dashed"
          >
            <Clock aria-hidden="true" size={20} strokeWidth={1.75} />
            Drugo vreme
          </Button>
        ) : (
          <Button variant="text" onClick={() => form.change({ when: 'free', start: '' })} className="-ml-3">
            <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
            Slobodni termini
          </Button>
        )}
        <Button variant="quiet" onClick={beginNow} className="ml-auto">
          <Zap aria-hidden="true" size={20} strokeWidth={1.75} />
          Sada
        </Button>
      </div>
    </div>
  );
}
