import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarX, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import type { Template } from '#contract/week-templates.ts';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { dateOf, isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { planRefusal, SKIP_REASON_LABELS, SKIP_REASONS } from '#domain/week-templates.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted, formatNumber, WEEKS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { settingsQueries, templateQueries, type WeekPlan } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Chip } from '../ui/card.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';

type Preview = ResponseBody<'POST /templates/preview-range'>;
type Planned = Preview['create'][number];
type Skipped = Preview['skip'][number];

interface DayPlan {
  date: WallDate;
  create: Planned[];
  skip: Skipped[];
}

/** Both lists by day. */
function planByDay({ create, skip }: Preview): DayPlan[] {
  const dayOf = ({ start_datetime }: Planned): WallDate => dateOf(start_datetime);
  const dates = [...new Set([...create, ...skip].map(dayOf))].sort();
  return dates.map((date) => ({
    date,
    create: create.filter((slot) => dayOf(slot) === date),
    skip: skip.filter((slot) => dayOf(slot) === date),
  }));
}

const rangeOf = ({ start_datetime, end_datetime }: Planned): string =>
  timeRange(start_datetime, end_datetime);

/** What is skipped that day, once for each reason. */
function SkippedOfDay({ skip }: { skip: readonly Skipped[] }) {
  return SKIP_REASONS.map((reason) => {
    const slots = skip.filter((slot) => slot.reason === reason);
    if (slots.length === 0) return null;
    return (
      <p key={reason} className="text-small text-soft">
        {SKIP_REASON_LABELS[reason]}: <s className="tabular-nums">{slots.map(rangeOf).join(', ')}</s>
      </p>
    );
  });
}

/** What generating will create and skip, day by day, before it is done. */
function PlanPreview({ preview }: { preview: Preview }) {
  const today = useToday();
  const { create, skip } = preview;
  if (create.length + skip.length === 0) {
    return <p className="text-soft">Nijedan aktivan šablon ne pada u ove dane.</p>;
  }
  return (
    <>
      <ul className="grid gap-1.5">
        <li className="flex items-start gap-2.5">
          <CalendarCheck
            aria-hidden="true"
            size={20}
            strokeWidth={1.75}
            className="mt-0.5 shrink-0 text-ok"
          />
          <span>
            Napraviće se <b className="font-semibold">{counted(create.length, APPOINTMENTS)}</b>.
          </span>
        </li>
        {skip.length > 0 && (
          <li className="flex items-start gap-2.5">
            <CalendarX
              aria-hidden="true"
              size={20}
              strokeWidth={1.75}
              className="mt-0.5 shrink-0 text-warn"
            />
            <span>
              Preskočiće se <b className="font-semibold">{counted(skip.length, APPOINTMENTS)}</b>.
            </span>
          </li>
        )}
      </ul>
      <ol className="mt-4 divide-y divide-line border-t border-line">
        {planByDay(preview).map((day) => (
          <li key={day.date} className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-[15rem_1fr]">
            <span className="font-medium first-letter:uppercase md:pt-0.5">
              {dayInWords(day.date, today)}
            </span>
            <div className="grid gap-2">
              <p className="flex flex-wrap gap-2 empty:hidden">
                {day.create.map((slot) => (
                  <Chip key={rangeOf(slot)} className="tabular-nums">
                    {rangeOf(slot)}
                  </Chip>
                ))}
              </p>
              <SkippedOfDay skip={day.skip} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const FALLBACK = 'Greška pri čuvanju.';
const PREVIEW_EVERY_MS = 5000;
const PREVIEW_FALLBACK = 'Greška pri učitavanju podataka.';
const WEEK_OPTIONS = Array.from({ length: GENERATE_MAX_WEEKS - GENERATE_MIN_WEEKS + 1 }, (_, n) => ({
  value: String(GENERATE_MIN_WEEKS + n),
  label: counted(GENERATE_MIN_WEEKS + n, WEEKS),
}));

const generatedText = ({ created, skipped }: { created: number; skipped: number }): string =>
  `Napravljeno: ${formatNumber(created)}, preskočeno: ${formatNumber(skipped)}.`;

function PreviewSkeleton() {
  return (
    <Loading>
      <Skeleton className="w-56" />
      <Skeleton className="mt-3 w-44" />
    </Loading>
  );
}

type PlanValues = { date: string; weeks: string };

function parsePlan({ date, weeks }: PlanValues, today: WallDate): Parsed<WeekPlan> {
  if (!isWallDate(date)) return { ok: false, errors: blankTimes({ date: '' }) ?? {} };
  const plan = { from: date, weeks: Number(weeks) };
  const code = planRefusal(plan, today);
  return code ? { ok: false, errors: slotRuleErrors(code, '') } : { ok: true, input: plan };
}

/** What was generated last, and from which week. */
interface Done {
  plan: PlanValues;
  week: readonly Template[] | undefined;
  text: string;
}

/** Slots of the next weeks from the templates: what will be created and skipped is seen first. */
export function GenerateForm({ today, week }: { today: WallDate; week: readonly Template[] | undefined }) {
  const invalidate = useInvalidateAppointments();
  const [done, setDone] = useState<Done | null>(null);
  const start: PlanValues = { date: today, weeks: '1' };
  const form = useParsedForm({
    start,
    parse: (values) => parsePlan(values, today),
    send: (body) => request('POST /templates/generate-range', { body }).finally(invalidate),
    fallback: FALLBACK,
    errors: (error) => slotServerErrors(error, FALLBACK, ''),
    done: generatedText,
    onDone: (response, plan) => setDone({ plan, week, text: generatedText(response) }),
  });
  const { values, field } = form;
  const parsed = parsePlan(values, today);
  // what was to be made is made: until something else is asked for, or the week is another, there is nothing to preview
  const isDone = done?.plan.date === values.date && done.plan.weeks === values.weeks && done.week === week;
  if (done && !isDone) setDone(null);
  const { data: settings } = useQuery(settingsQueries.all());
  const preview = useQuery({
    ...templateQueries.preview(parsed.ok && !isDone ? parsed.input : null),
    // meanwhile the weeks make themselves
    refetchInterval: settings?.generate_ahead_weeks ? PREVIEW_EVERY_MS : false,
  });
  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[14rem_14rem_auto] md:items-start md:justify-start">
        <DayField
          {...field('date')}
          label="Od datuma"
          min={yearsFrom(today, -SLOT_RANGE_YEARS)}
          max={yearsFrom(today, SLOT_RANGE_YEARS)}
          required
        />
        <SelectField {...field('weeks')} label="Broj nedelja" options={WEEK_OPTIONS} />
        <SubmitButton className="md:mt-6.5">Generiši termine</SubmitButton>
      </div>
      <FormAlert />
      <div role="status">
        {isDone && (
          <p className="flex items-center gap-2.5 rounded-card bg-ok-tint px-4 py-3 font-medium text-ok">
            <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
            {done.text}
          </p>
        )}
      </div>
      {parsed.ok && !isDone && (
        <Loaded query={preview} fallback={PREVIEW_FALLBACK} skeleton={<PreviewSkeleton />}>
          {(plan) => (
            <div aria-busy={preview.isPlaceholderData || undefined} className="aria-busy:opacity-60">
              <PlanPreview preview={plan} />
            </div>
          )}
        </Loaded>
      )}
    </Form>
  );
}
