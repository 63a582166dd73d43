import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, CircleAlert, Clock, Zap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { timeLeftText } from '#domain/appointments/appointments.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { addDays, clockOf, dateOf, isWallDate, startOfWeek, type WallDate } from '#domain/wall-clock.ts';
import { closedInWords } from '#domain/wording/absences.ts';
import { beforeComma, dayInWords, timeRange } from '#domain/wording/dates.ts';
import { shortDay, shortTimes } from '#domain/wording/near-days.ts';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { SlotDayField } from '../../lib/appointment/slot-day-field.tsx';
import { absenceQueries } from '../../lib/queries/queries.ts';
import { isTechnician } from '../../lib/session/session.ts';
import { TechnicianChips, useTechnicians } from '../../technicians/technicians.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Switch } from '../../ui/checkbox.tsx';
import { DurationField } from '../../ui/date-time/duration-field.tsx';
import { TimeField } from '../../ui/date-time/time-field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { Warning } from '../../ui/warning.tsx';
import { useWaiting, waitingInWords } from '../offer-again.tsx';
import { FreeTimes, FreeTimesOfAll } from './free-times.tsx';
import type { EditProps } from './use-appointment-form.ts';
import { givesUpOffered } from './values.ts';

/** Names the appointment that occupies the time, and offers other times of the day that are long enough. */
export function TakenNotice({ edit: { inTheWay, values, room, change } }: EditProps) {
  const place = useRef<HTMLDivElement>(null);
  const taken = inTheWay?.start_datetime;
  useEffect(() => {
    if (taken) place.current?.scrollIntoView({ block: 'nearest' }); // else the buttons at the lower edge could hide it
  }, [taken]);
  return (
    <div ref={place} className="empty:hidden">
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

/** The switch for the time that the appointment gives up, with who waits for it, as in the sheet that cancels. */
function OfferOldTime({ row, edit: { values, change } }: EditProps & { row: VisibleAppointment }) {
  const waiting = waitingInWords(useWaiting(row));
  return (
    <div>
      <Switch
        label="Staro vreme ponuditi ponovo"
        aria-description={waiting}
        isOn={values.offer_again !== 'no'}
        onChange={(isOn) => change({ offer_again: isOn ? '' : 'no' })}
      />
      {waiting && (
        <p aria-hidden="true" className="-mt-2.5 text-small text-soft">
          {waiting}
        </p>
      )}
    </div>
  );
}

function Moved({ edit }: EditProps) {
  const { row, isMoved, isFree, times, values, change, now } = edit;
  if (!row || !isMoved || times === null) return null;
  const today = dateOf(now);
  return (
    <div className="text-small">
      <p role="status" className="font-semibold text-ok">
        {isFree && `${beforeComma(dayInWords(dateOf(times.start_datetime), today))}, slobodno`}
      </p>
      <p className="text-soft">bilo: {shortTimes(row.start_datetime, row.end_datetime, today)}</p>
      {row.series_id !== null && (
        <Checkbox
          label="I sve sledeće"
          isOn={values.following === 'yes'}
          onChange={(isOn) => change({ following: isOn ? 'yes' : '' })}
        />
      )}
      {givesUpOffered(row, now) && <OfferOldTime row={row} edit={edit} />}
    </div>
  );
}

/** Chips that choose the technician; nothing in a salon with one. */
export function TechnicianField({ edit }: EditProps) {
  const { technician_id, when } = edit.values;
  const technicians = useTechnicians();
  return (
    <TechnicianChips
      technicians={technicians}
      chosen={technicians.find(({ id }) => String(id) === technician_id)?.id ?? null}
      onChoose={(id) =>
        edit.change({ technician_id: String(id), ...(edit.isNew && when === 'free' && { start: '' }) })
      }
      isOne
    />
  );
}

/** One tap to the present time, and to each of the next times that are long enough, unless all times are listed. */
function QuickTimes({ edit }: EditProps) {
  const { values, free, isNew, change, now } = edit;
  const technicians = useTechnicians();
  const today = dateOf(now);
  const quick = edit.isOfAll && values.when === 'free' ? [] : free.quick;
  const isChosen = ({ start_datetime, slots }: FreeOffer) =>
    values.when === 'free' &&
    start_datetime === edit.times?.start_datetime &&
    (!slots[0].technician_id || String(slots[0].technician_id) === values.technician_id);
  const choose = ({ start_datetime, slots }: FreeOffer) =>
    change({
      when: 'free',
      date: dateOf(start_datetime),
      start: clockOf(start_datetime),
      ...(slots[0].technician_id && { technician_id: String(slots[0].technician_id) }),
    });
  const nameOf = ({ start_datetime, slots }: FreeOffer) => {
    const technician = technicians.find(({ id }) => id === slots[0].technician_id);
    const when = `${shortDay(dateOf(start_datetime), today)} u ${clockOf(start_datetime)}`;
    return [when, isNew && technician?.name].filter(Boolean).join(', ');
  };
  return (
    <fieldset aria-label="Najbliža vremena" className="flex flex-wrap gap-2 empty:hidden">
      {isNew && (
        <Button
          icon={Zap}
          variant={values.when === 'now' ? 'primary' : 'quiet'}
          isSmall
          aria-pressed={values.when === 'now'}
          onClick={() => change({ when: 'now', start: undefined, duration: undefined })}
        >
          Sada
        </Button>
      )}
      {quick.map((offer) => (
        <Button
          key={`${offer.start_datetime} ${offer.slots[0].id}`} // several technicians can be free at once
          variant={isChosen(offer) ? 'primary' : 'quiet'}
          isSmall
          aria-pressed={isChosen(offer)}
          onClick={() => choose(offer)}
          className="tabular-nums"
        >
          {nameOf(offer)}
        </Button>
      ))}
    </fieldset>
  );
}

const CLOSED_NOW = 'Salon je sada zatvoren: termin može biti od 06:00 do 22:00.';

function OtherTime({ edit: { values, times, inTheWay, field, now } }: EditProps) {
  const today = dateOf(now);
  const { date, technician_id, when } = values;
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
      {when !== 'now' && (
        <>
          <SlotDayField {...field('date')} today={today} className="col-span-full" />
          <TimeField
            {...field('start')}
            error={inTheWay ? true : field('start').error}
            label="Početak"
            required
          />
        </>
      )}
      <DurationField {...field('duration')} hint={times && `Kraj u ${clockOf(times.end_datetime)}`} />
      {absence && (
        <div className="col-span-full">
          <Warning>{closedInWords(absence, today, absence.technician_name ?? undefined)}</Warning>
        </div>
      )}
    </div>
  );
}

/** The next days after those of the strip, or again the first ones. */
function FurtherDays({ edit: { free, change, now } }: EditProps) {
  const [first] = free.strip.days;
  const last = free.strip.days.at(-1);
  const show = (date: WallDate) => change({ when: 'free', date, start: '' }); // also if today is a Sunday, which is not listed
  return (
    <>
      {first && first.date > addDays(dateOf(now), 1) && (
        <Button icon={ChevronLeft} variant="text" isSmall onClick={() => show(dateOf(now))}>
          Od danas
        </Button>
      )}
      {last && (
        <Button variant="text" isSmall onClick={() => show(addDays(startOfWeek(last.date), 7))}>
          Kasnije
          <ChevronRight />
        </Button>
      )}
    </>
  );
}

/** The key of the button that leads to the other way of choosing a time: its successor keeps the focus. */
const TOGGLE = 'toggle';

export function WhenFields({ edit }: EditProps) {
  const { values, change } = edit;
  const { when, date, start } = values;
  const chooseOther = () => {
    const isOwnTime = !edit.isNew && !start; // a booking keeps its own time until another is chosen
    change({
      when: 'other',
      date: isOwnTime ? undefined : date,
      start: start || undefined,
      ...(edit.isNew && { duration: undefined }),
    });
  };
  const isFree = when === 'free';
  const isOfAll = edit.isOfAll && values.status !== 'BLOCKED';
  const canBeFree = values.status === 'BOOKED' || (edit.isNew && values.status === 'AVAILABLE');
  return (
    <div className="grid grid-cols-1 gap-3">
      {canBeFree && <QuickTimes edit={edit} />}
      {isOfAll && !isFree && <TechnicianField edit={edit} />}
      {isFree ? (
        isOfAll ? (
          <FreeTimesOfAll edit={edit} />
        ) : (
          <FreeTimes edit={edit} />
        )
      ) : (
        <OtherTime edit={edit} />
      )}
      <TakenNotice edit={edit} />
      <Moved edit={edit} />
      <FormAlert text={when === 'now' && start === '' ? CLOSED_NOW : null} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {when !== 'other' && (
          <Button
            key={isFree ? TOGGLE : 'other'}
            icon={Clock}
            variant="quiet"
            onClick={chooseOther}
            className="border-dashed"
          >
            Drugo vreme
          </Button>
        )}
        {!isFree && canBeFree && (
          <Button
            key={TOGGLE}
            variant="text"
            onClick={() => change({ when: 'free', start: '', date })}
            className="-ml-3"
          >
            <ChevronLeft />
            Slobodni termini
          </Button>
        )}
        {isFree && <FurtherDays edit={edit} />}
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
