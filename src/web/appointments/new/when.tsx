import { ChevronLeft, Clock, Zap } from 'lucide-react';
import { useState } from 'react';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { DEFAULT_SLOT_MINUTES, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { clockOf, dateOf, isSunday, isWallDate, type WallTime, yearsFrom } from '#domain/wall-clock.ts';
import { closedInWords, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/date-time/date-field.tsx';
import { DurationField } from '../../ui/date-time/duration-field.tsx';
import { TimeField } from '../../ui/date-time/time-field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { Warning } from '../../ui/screen-states.tsx';
import { FreeTimes } from './free-times.tsx';
import { timesNow } from './new-values.ts';
import { TakenNotice } from './taken-notice.tsx';
import type { NewAppointmentForm } from './use-new-appointment.ts';

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
