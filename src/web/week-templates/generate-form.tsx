import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { planRefusal } from '#domain/week-templates.ts';
import { counted, formatNumber, WEEKS } from '#domain/wording/numbers.ts';
import { settingsQueries, templateQueries, type WeekPlan } from '../lib/admin-queries.ts';
import { request } from '../lib/api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { type Parsed, useParsedForm } from '../lib/submit-form.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';

import { PlanPreview } from './plan-preview.tsx';

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
