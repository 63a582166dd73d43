import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, CircleAlert, Clock, Zap } from 'lucide-react';
import { useState } from 'react';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { timeLeftText } from '#domain/appointments/appointments.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { addMinutes, clockOf, dateOf, isWallDate } from '#domain/wall-clock.ts';
import { beforeComma, closedInWords, dayInWords, timeRange } from '#domain/wording/dates.ts';
import { shortTimes } from '#domain/wording/near-days.ts';
import { TimeChooser } from '../../booking/times/time-chooser.tsx';
import { SlotDayField } from '../../lib/appointment/slot-day-field.tsx';
import { absenceQueries } from '../../lib/queries/queries.ts';
import { isTechnician } from '../../lib/session/technician.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DurationField } from '../../ui/date-time/duration-field.tsx';
import { TimeField } from '../../ui/date-time/time-field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { Warning } from '../../ui/warning.tsx';
import type { EditProps } from './use-appointment-form.ts';
import { timesNow } from './values.ts';

/** Names the appointment that occupies the time, and offers other times of the day that are long enough. */
export function TakenNotice({ edit: { inTheWay, values, room, change } }: EditProps) {
  return (
    <div className="empty:hidden">
      <div role="alert" className="empty:hidden">
        {inTheWay && (
          <p className="flex items-start gap-2 text-small text-error">
            <CircleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-break-word">
              {textOfOwnerError('slot_overlaps')}{' '}
              <span className="block">
                {`${inTheWay.name}, ${timeRange(inTheWay.start_datetime, inTheWay.end_datetime)}`}
              </span>
            </span>
          </p>
        )}
      </div>
      {inTheWay && values.when !== 'given' && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <p id="ima-mesta" className="mr-1 text-soft">
            {room.length > 0 ? 'Tog dana ima mesta u:' : 'Tog dana nema dovoljno mesta.'}
          </p>
          {room.map((start) => (
            <button
              key={start}
              type="button"
              aria-describedby="ima-mesta"
              onClick={() => change({ when: 'other', date: values.date, start })}
              className="min-h-11 rounded-pill border border-edge px-4 font-medium tabular-nums hover:border-link hover:bg-blush"
            >
              {start}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Moved({ edit: { row, isMoved, isFree, times, isFollowing, follow, now } }: EditProps) {
  if (!row || !isMoved || times === null) return null;
  const today = dateOf(now);
  return (
    <div className="text-small">
      <p role="status" className="font-semibold text-ok">
        {isFree && `${beforeComma(dayInWords(dateOf(times.start_datetime), today))}, slobodno`}
      </p>
      <p className="text-soft">bilo: {shortTimes(row.start_datetime, row.end_datetime, today)}</p>
      {row.series_id !== null && <Checkbox label="I sve sledeće" isOn={isFollowing} onChange={follow} />}
    </div>
  );
}

/** The next days, and the free times of the chosen day. Each time is shown with the appointment's length. */
function FreeTimes({ edit }: EditProps) {
  const { values, free, known } = edit;
  const minutes = edit.isNew ? known.minutesOf(serviceIdsIn(values.service_ids)) : Number(values.duration);
  return (
    <TimeChooser
      isInDialog
      chooser={{
        ...free,
        alert: null,
        chooseDay: (date) => edit.change({ date, start: '' }),
        chooseOffer: ({ start_datetime }) =>
          edit.change({ date: dateOf(start_datetime), start: clockOf(start_datetime) }),
      }}
      timesOf={({ start_datetime, end_datetime }) => ({
        start_datetime,
        end_datetime: minutes === null ? end_datetime : addMinutes(start_datetime, minutes),
      })}
    />
  );
}

const CLOSED_NOW = 'Salon je sada zatvoren: termin može biti od 06:00 do 22:00.';

function OtherTime({ edit: { values, times, inTheWay, field, now } }: EditProps) {
  const today = dateOf(now);
  const { date, technician_id } = values;
  const absences = useQuery(absenceQueries.own()).data ?? [];
  const absence =
    isWallDate(date) &&
    absences.find(
      (one) =>
        (one.technician_id === null || String(one.technician_id) === technician_id || isTechnician()) &&
        isAbsentOn(date, [one]),
    );
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
      <SlotDayField {...field('date')} today={today} className="col-span-full" />
      <TimeField
        {...field('start')}
        error={inTheWay ? true : field('start').error}
        label="Početak"
        required
      />
      <DurationField {...field('duration')} hint={times && `Kraj u ${clockOf(times.end_datetime)}`} />
      {absence && (
        <div className="col-span-full">
          <Warning>{closedInWords(absence, today, absence.technician_name ?? undefined)}</Warning>
        </div>
      )}
    </div>
  );
}

export function WhenFields({ edit }: EditProps) {
  const { values, now } = edit;
  const minutes = edit.known.minutesOf(serviceIdsIn(values.service_ids)) ?? DEFAULT_SLOT_MINUTES;
  const [isClosed, setIsClosed] = useState(false);
  const beginNow = () => {
    const times = timesNow(now, minutes);
    setIsClosed(times === null);
    if (times) edit.change(times);
  };
  const chooseFree = () => {
    const isListed = edit.free.strip.days.some(({ date }) => date === values.date);
    edit.change({ when: 'free', start: '', date: isListed ? values.date : '' });
  };
  const chooseOther = () => {
    const isOwnTime = !edit.isNew && !values.start; // a booking keeps its own time until another is chosen
    edit.change({
      when: 'other',
      date: isOwnTime ? undefined : values.date,
      start: values.start || undefined,
      ...(edit.isNew && { duration: undefined }),
    });
  };
  const isFree = values.when === 'free';
  return (
    <div className="grid grid-cols-1 gap-3">
      {isFree ? <FreeTimes edit={edit} /> : <OtherTime edit={edit} />}
      <TakenNotice edit={edit} />
      <Moved edit={edit} />
      <FormAlert text={isClosed ? CLOSED_NOW : null} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isFree ? (
          <Button icon={Clock} variant="quiet" onClick={chooseOther} className="border-dashed">
            Drugo vreme
          </Button>
        ) : (
          (edit.isNew || values.status === 'BOOKED') && (
            <Button variant="text" onClick={chooseFree} className="-ml-3">
              <ChevronLeft />
              Slobodni termini
            </Button>
          )
        )}
        {edit.isNew && (
          <Button icon={Zap} variant="quiet" onClick={beginNow} className="ml-auto">
            Sada
          </Button>
        )}
      </div>
    </div>
  );
}

export function WhenValue({ edit: { values, times, row, now } }: EditProps) {
  if (!times) return <span className="text-soft">-</span>;
  const { start_datetime, end_datetime } = times;
  return (
    <>
      <span className="block">{beforeComma(dayInWords(dateOf(start_datetime), dateOf(now)))}</span>{' '}
      <span className="block font-semibold tabular-nums">{timeRange(start_datetime, end_datetime)}</span>{' '}
      {row && values.status === 'BOOKED' && (
        <span className="block text-small text-soft">{timeLeftText(now, start_datetime, end_datetime)}</span>
      )}
    </>
  );
}
