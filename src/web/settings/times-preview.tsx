import { type CSSProperties, useState } from 'react';
import type { Service } from '#contract/services.ts';
import { timesAt } from '#domain/appointments/room.ts';
import { offersFor } from '#domain/appointments/service-fit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { type OpenSlot, offerRules, offersOf, spanOf } from '#domain/times/offers.ts';
import { freeParts } from '#domain/times/openings.ts';
import { addMinutes, clockOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { counted, durationText, numberTyped } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { SelectField } from '../ui/select-field.tsx';
import type { SettingsForm } from './save-settings.ts';
import { PartHeading } from './settings-form.tsx';

/** The day that is drawn: two openings on any date, half an hour after the first client has come. */
const DAY = '2026-11-17';
const at = (clock: `${number}:${number}`): WallTime => `${DAY} ${clock}:00`;
const OPENINGS = [timesAt(at('08:00'), 240), timesAt(at('13:00'), 240)];
const NOW = at('08:30');
const FROM_HOUR = 8;
const TO_HOUR = 20;
const HOURS = [8, 10, 12, 14, 16, 18, 20];
const TIMES = 'vreme|vremena|vremena';

const share = (minutes: number): string => `${(100 * minutes) / ((TO_HOUR - FROM_HOUR) * 60)}%`;
const left = (time: WallTime): CSSProperties => ({ left: share(minutesBetween(at('08:00'), time)) });
const placeOf = ({ start_datetime, end_datetime }: Times): CSSProperties => ({
  ...left(start_datetime),
  width: share(minutesBetween(start_datetime, end_datetime)),
});

interface Values {
  readonly isSplit: boolean;
  readonly settings: Parameters<typeof offerRules>[0]['settings'];
  readonly notice: number;
}

/** What the form's values offer on the drawn day, on which the first client has booked this service. */
function drawnDay(service: Service, services: readonly Service[], { isSplit, settings, notice }: Values) {
  const span = spanOf([service]);
  const rules = offerRules({ settings, services, technicians: [], now: NOW }, undefined, [service.id]);
  const booked = isSplit ? timesAt(at('08:00'), span.minutes ?? 60) : timesAt(at('08:00'), 240);
  const free: OpenSlot[] = freeParts(OPENINGS, [{ ...booked, ...span }]).map(({ opening, ...part }) => ({
    ...part,
    opening_start: opening.start_datetime,
    opening_end: opening.end_datetime,
    next_booked: null,
    is_used: opening === OPENINGS[0] ? 1 : 0,
  }));
  const offers = isSplit
    ? offersOf(free, rules)
    : offersFor(free, { minutes: span.minutes, joins: settings.join_slots === 1 });
  const soonest = addMinutes(NOW, notice);
  const isByPhone = ({ start_datetime }: Times) => start_datetime < soonest;
  return {
    booked,
    free,
    soonest,
    offers: offers.map((offer) => ({ start: offer.start_datetime, isByPhone: isByPhone(offer) })),
  };
}

function valuesOf({ values }: SettingsForm): Values {
  const number = (name: 'start_step_minutes' | 'rest_minutes' | 'notice_minutes') =>
    numberTyped(values[name]) ?? DEFAULT_SETTINGS[name];
  return {
    isSplit: values.split_slots === '1',
    notice: number('notice_minutes'),
    settings: {
      start_step_minutes: Math.max(5, number('start_step_minutes')),
      tidy_times: values.tidy_times === '1' ? 1 : 0,
      rest_minutes: number('rest_minutes'),
      join_slots: values.join_slots === '0' ? 0 : 1,
    },
  };
}

const BAR = 'absolute inset-y-1 rounded-event border';
const KEY = 'inline-block size-3 rounded-[3px] border';

/** The drawing of a day that follows the form before it is saved, by the function that offers the times. docs/spec/behaviour.md §26.1 */
export default function TimesPreview({ form }: { form: SettingsForm }) {
  const services = (useServices().data ?? []).filter(
    (one) => one.is_addon === 0 && one.duration_minutes !== null,
  );
  const [chosen, setChosen] = useState('');
  const service = services.find(({ id }) => String(id) === chosen) ?? services[0];
  if (!service) return null;
  const values = valuesOf(form);
  const { booked, free, soonest, offers } = drawnDay(service, services, values);
  const bookable = offers.filter(({ isByPhone }) => !isByPhone);
  const [first] = bookable;
  const off = drawnDay(service, services, { ...values, isSplit: false }).offers;
  const telephone = { start_datetime: at('08:00'), end_datetime: soonest };
  const words = free.map(({ start_datetime, end_datetime }) => timeRange(start_datetime, end_datetime));
  return (
    <section className="mb-4 rounded-card border border-line bg-card p-4.5">
      <PartHeading className="mb-2 text-h3">Ovako izgleda dan</PartHeading>
      <SelectField
        name="usluga"
        label="Usluga"
        error={undefined}
        value={String(service.id)}
        onChange={setChosen}
        options={services.map(({ id, name, duration_minutes }) => ({
          value: String(id),
          label: `${name}, ${durationText(duration_minutes)}`,
        }))}
      />
      <p className="mt-3 text-small text-soft">{`Danas u 08:30. Prva klijentkinja je uzela ${service.name} u 08:00.`}</p>
      <div
        role="img"
        aria-label={`Zakazano ${timeRange(booked.start_datetime, booked.end_datetime)}, slobodno ${words.join(', ')}`}
        className="relative mt-2 h-12 overflow-hidden rounded-card border border-line bg-paper"
      >
        {free.map((part) => (
          <span
            key={part.start_datetime}
            className={`${BAR} border-available bg-card`}
            style={placeOf(part)}
          />
        ))}
        {values.notice > 0 && (
          <span
            className="absolute inset-y-0 left-0 border-warn border-r-2 border-dashed bg-blush opacity-60"
            style={placeOf(telephone)}
          />
        )}
        <span className={`${BAR} border-booked bg-booked`} style={placeOf(booked)} />
      </div>
      <div aria-hidden="true" className="relative mt-1 h-3">
        {offers.map(({ start, isByPhone }) => (
          <i
            key={start}
            className={`absolute size-2 rounded-full border ${isByPhone ? 'border-edge' : 'border-accent bg-accent'}`}
            style={left(start)}
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative h-5 text-label text-soft tabular-nums">
        {HOURS.map((hour) => (
          <span
            key={hour}
            className="absolute -translate-x-1/2 first:translate-x-0 last:-translate-x-full"
            style={{ left: share((hour - FROM_HOUR) * 60) }}
          >
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <p role="status" className="mt-2">
        <b className="font-semibold">{`${counted(bookable.length, TIMES)} za ${service.name}`}</b>
        {first ? `, od ${clockOf(first.start)}.` : '.'}
      </p>
      {values.isSplit && (
        <p className="text-small text-soft">
          {`Dok je isključeno: ${counted(off.length, TIMES)}${off[0] ? `, u ${clockOf(off[0].start)}` : ''}, a termin od 08:00 do 12:00 ceo ode na jednu uslugu.`}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4 text-small text-soft *:flex *:items-center *:gap-1.5">
        <span>
          <i className={`${KEY} border-booked bg-booked`} />
          zakazano
        </span>
        <span>
          <i className={`${KEY} border-available bg-card`} />
          slobodno
        </span>
        <span>
          <i className="size-2 rounded-full bg-accent" />
          može da počne
        </span>
        {values.notice > 0 && (
          <span>
            <i className={`${KEY} border-warn bg-blush`} />
            samo telefonom
          </span>
        )}
      </p>
    </section>
  );
}
