import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarX2, Check, type LucideIcon, Plus, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import type { AppointmentFields } from '#domain/appointments/edit.ts';
import { sameTimeLater } from '#domain/clients/rhythm.ts';
import { isSeriesTime, openDaysAround, type SeriesRow, type SeriesState } from '#domain/clients/series.ts';
import { holidayOn } from '#domain/holidays.ts';
import { type AppointmentId, type PersonId, type ServiceId, toId } from '#domain/ids.ts';
import { MAX_RETURN_WEEKS, MAX_SERIES_COUNT, MIN_SERIES_COUNT } from '#domain/limits.ts';
import { clockOf, dateOf, minutesBetween, type WallTime, wallTimeOn, weekdayOf } from '#domain/wall-clock.ts';
import { APPOINTMENTS, WEEKS } from '#domain/wording/counted-words.ts';
import { shortDayName } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { bookedFor } from '../lib/appointment/booked-for.ts';
import { attempts } from '../lib/attempts.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { useTechnicianOf } from '../technicians/technicians.tsx';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import { Pill } from '../ui/pill.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { nextTimeQuery } from './next-time.ts';

type Body = RequestBody<'POST /appointments/series'>;
type Saved = ResponseBody<'POST /appointments/series'>;

export interface SeriesSheetProps {
  /** The appointment to repeat; without `id` a new one, which begins the series. */
  row: Omit<AppointmentFields, 'status'> & { id?: AppointmentId; person_id?: PersonId | null | undefined };
  service_ids: ServiceId[];
  name: string;
  services: string | null;
  /** How often and how many times, if the owner has already said it. */
  rhythm?: { every_weeks: number; count: number | null };
  now: WallTime;
  onClose: () => void;
  onBooked: () => void;
}

const USUAL_COUNT = 6;
const USUAL_WEEKS = 3;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => n + from);
const intervals = () =>
  numbers(1, MAX_RETURN_WEEKS).map((n) => ({
    value: String(n),
    label: n === 1 ? 'nedelje' : counted(n, WEEKS), // in the grammatical form that follows the label 'Svake'
  }));
const COUNTS = numbers(MIN_SERIES_COUNT, MAX_SERIES_COUNT).map((n) => ({
  value: String(n),
  label: String(n),
}));

const attemptSeries = attempts((_start: WallTime, body: Body, headers) =>
  request('POST /appointments/series', { query: { undo: '1' }, body, headers }),
);

/** The start chosen for a row; null if the row is skipped. Without a choice, a row whose time is taken gets its first alternative. */
function chosenStart(row: SeriesRow, picks: ReadonlyMap<WallTime, WallTime | null>): WallTime | null {
  const offered = offeredStarts(row);
  const picked = picks.get(row.start_datetime);
  return picked === null || (picked && offered.includes(picked)) ? picked : (offered[0] ?? null);
}

/** The starts to choose from: the row's own start, or the alternatives if that time is taken. */
const offeredStarts = ({ state, start_datetime, alternatives }: SeriesRow): WallTime[] =>
  isSeriesTime(state) ? [start_datetime] : alternatives.map((times) => times.start_datetime);

/** Moves a start to the chosen weekday of the same week. */
function firstTime(start: WallTime, weekday: string): WallTime {
  const day = openDaysAround(dateOf(start)).find((one) => String(weekdayOf(one)) === weekday);
  return wallTimeOn(day ?? dateOf(start), clockOf(start));
}

function useSeries({ row, service_ids, rhythm, now, onBooked }: SeriesSheetProps) {
  const { id, notes, start_datetime, end_datetime } = row;
  const technician_id = useTechnicianOf(row);
  const [picks, setPicks] = useState<ReadonlyMap<WallTime, WallTime | null>>(new Map());
  const refresh = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const form = useSubmitForm({
    start: {
      weeks: rhythm ? String(rhythm.every_weeks) : '',
      weekday: '',
      count: String(rhythm?.count ?? USUAL_COUNT),
    },
    send: (): Promise<Saved> => {
      const times = chosen.map((time) => (time === null ? { skip: 1 as const } : { start_datetime: time }));
      return attemptSeries(start, { ...body, rows: times }).finally(refresh);
    },
    fallback: 'Greška pri dodavanju termina.',
    onDone: ({ appointments, undo_token = null }) => {
      toastUndo(`Upisano: ${counted(appointments.length, APPOINTMENTS)}.`, undo_token);
      onBooked();
    },
    isDirty: () => false,
  });
  const usual = useQuery({ ...nextTimeQuery(id ?? toId(0)), enabled: id !== undefined });
  const weeks = Number(form.values.weeks || usual.data?.weeks || USUAL_WEEKS);
  const first = id ? sameTimeLater(start_datetime, weeks, now) : start_datetime;
  const start = firstTime(first, form.values.weekday);
  const booking = { ...bookedFor(row), technician_id, service_ids, ...(!id && { notes }) };
  const body = {
    ...booking,
    duration_minutes: minutesBetween(start_datetime, end_datetime),
    start_datetime: start,
    every_weeks: weeks,
    count: Number(form.values.count),
  };
  const preview = useQuery({
    queryKey: ['appointments', 'series', body],
    queryFn: ({ signal }) => request('POST /appointments/series/preview', { body, signal }),
    placeholderData: keepPreviousData,
    enabled: form.values.weeks !== '' || id === undefined || !usual.isLoading,
  });
  const chosen = (preview.data?.rows ?? []).map((row) => chosenStart(row, picks));
  const pick = (row: SeriesRow, time: WallTime | null) =>
    setPicks(new Map([...picks, [row.start_datetime, time]]));
  return { form, start, weeks, preview, chosen, pick };
}

const STATES: Record<SeriesState, { icon: LucideIcon; text: string; tone: string }> = {
  SLOT: { icon: Check, text: 'slobodno', tone: 'text-ok' },
  NEW: { icon: Plus, text: 'pravi se', tone: 'text-soft' },
  TAKEN: { icon: TriangleAlert, text: 'zauzeto', tone: 'text-warn' },
  ABSENCE: { icon: CalendarX2, text: 'ne radi', tone: 'text-soft' },
  SUNDAY: { icon: CalendarX2, text: 'nedelja', tone: 'text-soft' },
};

interface TimeRowProps {
  row: SeriesRow;
  now: WallTime;
  chosen: WallTime | null;
  onPick: (time: WallTime | null) => void;
}

/** One time of the series and its state. The user can skip a free time, or replace a taken time. */
function TimeRow({ row, now, chosen, onPick }: TimeRowProps) {
  const { state, start_datetime } = row;
  const { icon: Icon, text, tone } = STATES[state];
  const isSkipped = chosen === null;
  const inWords = (time: WallTime) => `${shortDay(dateOf(time), dateOf(now))}, ${clockOf(time)}`;
  const name = inWords(start_datetime);
  return (
    <li className="border-line px-4 py-0.5 not-first:border-t">
      <div className={cx('flex min-h-11 items-center gap-3 tabular-nums', isSkipped && 'text-soft')}>
        <Icon className={cx('shrink-0', tone)} />
        <span className="min-w-0 flex-1 font-medium">{name}</span>
        <span className={cx('text-small', state === 'TAKEN' ? tone : 'text-soft')}>
          {isSkipped && isSeriesTime(state)
            ? 'preskače se'
            : [text, holidayOn(dateOf(start_datetime))].filter(Boolean).join(', ')}
        </span>
        {isSeriesTime(state) && (
          <IconButton
            icon={isSkipped ? RotateCcw : X}
            label={isSkipped ? 'Vrati' : 'Preskoči'}
            description={name}
            onClick={() => onPick(isSkipped ? start_datetime : null)}
            className="-mr-3 text-soft"
          />
        )}
      </div>
      {state === 'TAKEN' && (
        <fieldset aria-label={`Umesto ${name}`} className="mt-1 mb-2 flex flex-wrap gap-2">
          {[...offeredStarts(row), null].map((start) => (
            <Pill key={start} aria-pressed={start === chosen} onClick={() => onPick(start)}>
              {start === null ? 'preskoči' : inWords(start)}
            </Pill>
          ))}
        </fieldset>
      )}
    </li>
  );
}

/** The sheet 'Ponavljanje': lists the times of a series and books them all at once. docs/spec/behaviour.md §20.2 */
export default function SeriesSheet(props: SeriesSheetProps) {
  const { name, services, now, onClose } = props;
  const { form, start, weeks, preview, chosen, pick } = useSeries(props);
  const count = chosen.filter((time) => time !== null).length;
  return (
    <Dialog
      title="Ponavljanje"
      lead={
        <>
          <b className="font-semibold text-ink">{name}</b>
          {services && `, ${services}`}
        </>
      }
      onClose={onClose}
    >
      <DialogForm
        form={form}
        submit={`Upiši ${counted(count, APPOINTMENTS)}`}
        isBlocked={count === 0 || preview.isPlaceholderData}
      >
        <div className="grid grid-cols-2 gap-2 min-[480px]:grid-cols-3">
          <SelectField {...form.field('weeks')} label="Svake" value={String(weeks)} options={intervals()} />
          <SelectField
            {...form.field('weekday')}
            label="U"
            value={String(weekdayOf(dateOf(start)))}
            options={openDaysAround(dateOf(start))
              .sort()
              .map((day) => ({
                value: String(weekdayOf(day)),
                label: `${shortDayName(day).toLowerCase()}, ${clockOf(start)}`,
              }))}
          />
          <SelectField {...form.field('count')} label="Puta" options={COUNTS} />
        </div>
        <Loaded
          query={preview}
          fallback="Greška pri učitavanju termina."
          skeleton={
            <Loading className="grid gap-2">
              {numbers(1, USUAL_COUNT).map((n) => (
                <Skeleton key={n} className="h-12 rounded-card" />
              ))}
            </Loading>
          }
        >
          {({ rows }) => (
            <ol className="rounded-card border border-line" aria-busy={preview.isPlaceholderData}>
              {rows.map((row, n) => (
                <TimeRow
                  key={row.start_datetime}
                  row={row}
                  now={now}
                  chosen={chosen[n] ?? null}
                  onPick={(time) => pick(row, time)}
                />
              ))}
            </ol>
          )}
        </Loaded>
        <p className="text-small text-soft">
          Pravi se = u to vreme nema slobodnog termina, pa se pravi novi. Dan kad salon ne radi se preskače.
        </p>
      </DialogForm>
    </Dialog>
  );
}
