import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, CalendarX, CircleCheck, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import type { Template } from '#contract/week-templates.ts';
import { holidayOn } from '#domain/holidays.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { SETTINGS } from '#domain/settings.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { dateOf, isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { lastPlannedDay, planRefusal, SKIP_REASON_LABELS, SKIP_REASONS } from '#domain/week-templates.ts';
import { APPOINTMENTS, TEMPLATES, WEEKS } from '#domain/wording/counted-words.ts';
import { dayInWords, onDay, timeRange } from '#domain/wording/dates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { NextStep } from '../admin/first-steps.tsx';
import { errorText, request } from '../lib/api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { settingsQuery, templatesQuery } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { queryOf } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { StepperRow, SwitchRow } from '../settings/setting-rows.tsx';
import { TECHNICIAN_IN_PATH, TechnicianChips, useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { CardSkeleton, ListSkeleton, Loading, Section, Skeleton } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { NewTemplate } from './new-template.tsx';
import { WeekGlance } from './week-glance.tsx';

type WeekPlan = RequestBody<'POST /templates/preview-range'>;
type Preview = ResponseBody<'POST /templates/preview-range'>;
type Planned = Preview['create'][number];
type Skipped = Preview['skip'][number];

function planByDay({ create, skip }: Preview) {
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

function PlanPreview({ preview }: { preview: Preview }) {
  const today = useToday();
  const { create, skip } = preview;
  if (create.length + skip.length === 0) {
    return <p className="text-soft">Nijedan aktivan šablon ne pada u ove dane.</p>;
  }
  const made = { icon: CalendarCheck, tone: 'text-ok', words: 'Napraviće se', count: create.length };
  const skipped = { icon: CalendarX, tone: 'text-warn', words: 'Preskočiće se', count: skip.length };
  const sums = skip.length > 0 ? [made, skipped] : [made];
  return (
    <>
      <ul className="grid gap-1.5">
        {sums.map(({ icon: Icon, tone, words, count }) => (
          <li key={words} className="flex items-start gap-2.5">
            <Icon className={`mt-0.5 shrink-0 ${tone}`} />
            <span>
              {words} <b className="font-semibold">{counted(count, APPOINTMENTS)}</b>.
            </span>
          </li>
        ))}
      </ul>
      <ol className="mt-4 divide-y divide-line border-t border-line">
        {planByDay(preview).map((day) => (
          <li key={day.date} className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-[15rem_1fr]">
            <span className="font-medium first-letter:uppercase md:pt-0.5">
              {dayInWords(day.date, today)}
              <span className="block text-small font-normal text-link">{holidayOn(day.date)}</span>
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

const FALLBACK = 'Greška pri učitavanju podataka.';
const GENERATE_FALLBACK = 'Greška pri čuvanju.';
const PREVIEW_EVERY_MS = 5000;
const weekOptions = () =>
  Array.from({ length: GENERATE_MAX_WEEKS - GENERATE_MIN_WEEKS + 1 }, (_, n) => ({
    value: String(GENERATE_MIN_WEEKS + n),
    label: counted(GENERATE_MIN_WEEKS + n, WEEKS),
  }));

const generatedText = ({ created, skipped }: { created: number; skipped: number }): string =>
  `Napravljeno: ${formatNumber(created)}, preskočeno: ${formatNumber(skipped)}.`;

type PlanValues = { date: string; weeks: string };

function parsePlan(
  { date, weeks }: PlanValues,
  today: WallDate,
  technician_id: TechnicianId | undefined,
): Parsed<WeekPlan> {
  if (!isWallDate(date)) return { ok: false, errors: blankTimes({ date: '' }) ?? {} };
  const plan = { from: date, weeks: Number(weeks), ...(technician_id && { technician_id }) };
  const code = planRefusal(plan, today);
  return code ? { ok: false, errors: slotRuleErrors(code, '') } : { ok: true, input: plan };
}

interface GenerateFormProps {
  today: WallDate;
  week: readonly Template[] | undefined;
  technicianId: TechnicianId | undefined;
}

function GenerateForm({ today, week, technicianId }: GenerateFormProps) {
  const invalidate = useInvalidateAppointments();
  const [done, setDone] = useState<{ plan: PlanValues; week: typeof week; text: string } | null>(null);
  const start: PlanValues = { date: today, weeks: '1' };
  const parse = (values: PlanValues) => parsePlan(values, today, technicianId);
  const form = useParsedForm({
    start,
    parse,
    send: (body) => request('POST /templates/generate-range', { body }).finally(invalidate),
    fallback: GENERATE_FALLBACK,
    errors: (error) => slotServerErrors(error, GENERATE_FALLBACK, ''),
    done: generatedText,
    onDone: (response, plan) => setDone({ plan, week, text: generatedText(response) }),
  });
  const { values, field } = form;
  const parsed = parse(values);
  // after slots were generated, the preview is hidden until the input or the templates change
  const isDone = done?.plan.date === values.date && done.plan.weeks === values.weeks && done.week === week;
  if (done && !isDone) setDone(null);
  const { data: settings } = useQuery(settingsQuery());
  const plan = parsed.ok && !isDone ? parsed.input : null;
  const preview = useQuery({
    ...queryOf(['templates', 'preview', plan], 'POST /templates/preview-range', plan && { body: plan }),
    placeholderData: keepPreviousData,
    // automatic generation may add slots while the form is open, and the preview must include them
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
        <SelectField {...field('weeks')} label="Broj nedelja" options={weekOptions()} />
        <SubmitButton className="md:mt-6.5">Generiši termine</SubmitButton>
      </div>
      <FormAlert />
      <div role="status">
        {isDone && (
          <p className="flex items-center gap-2.5 rounded-card bg-ok-tint px-4 py-3 font-medium text-ok">
            <CircleCheck className="shrink-0" />
            {done.text}
          </p>
        )}
      </div>
      {parsed.ok && !isDone && (
        <Loaded
          query={preview}
          fallback={FALLBACK}
          skeleton={
            <Loading>
              <Skeleton className="w-56" />
              <Skeleton className="mt-3 w-44" />
            </Loading>
          }
        >
          {(planned) => (
            <div aria-busy={preview.isPlaceholderData || undefined} className="aria-busy:opacity-60">
              <PlanPreview preview={planned} />
            </div>
          )}
        </Loaded>
      )}
    </Form>
  );
}

const NAME = 'generate_ahead_weeks';
const WEEKS_AT_FIRST = 4;

/** How long the server needs to generate the slots after the setting was saved. */
const MADE_AFTER_MS = 3000;

/** Debounce time: several steps of the counter are saved as one change. */
const SAVED_AFTER_MS = 600;

/** Saves how many weeks are generated automatically, and refetches once the server has generated them. */
function AheadCard({ saved, today }: { saved: number; today: WallDate }) {
  const [typed, setTyped] = useState<string | null>(null);
  const queries = useQueryClient();
  const invalidate = useInvalidateAppointments();
  const saving = useMutation({
    scope: { id: NAME }, // requests run one after another, so that the last change wins
    mutationFn: (weeks: number) => request('PUT /settings', { body: { [NAME]: weeks } }),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery().queryKey, settings);
      setTimeout(invalidate, MADE_AFTER_MS);
    },
    onError: (error) => {
      setTyped(null);
      toast('error', errorText(error, 'Greška pri čuvanju podešavanja.'));
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<() => void>(undefined); // saves the last step of the counter
  useEffect(() => () => unsaved.current?.(), []);
  const weeks = saving.isPending ? saving.variables : saved;
  const isOn = weeks > 0;
  const isCount = (text: string) => /^[1-9]$/.test(text) && Number(text) <= SETTINGS.generate_ahead_weeks.max;
  const shown = typed !== null && isCount(typed) ? Number(typed) : weeks;
  const save = (next: number) => {
    clearTimeout(timer.current);
    unsaved.current = undefined;
    setTyped(next === 0 ? null : String(next));
    saving.mutate(next);
  };
  const step = (text: string) => {
    clearTimeout(timer.current);
    setTyped(text);
    unsaved.current = isCount(text) ? () => save(Number(text)) : undefined;
    timer.current = setTimeout(() => unsaved.current?.(), SAVED_AFTER_MS);
  };
  const hint = isOn
    ? `${counted(shown, WEEKS)} unapred, sada do ${onDay(lastPlannedDay(today, shown), today)}`
    : 'Isključeno. Nedelje otvarate ručno.';
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-card">
      <SwitchRow
        label="Automatski otvaraj nove nedelje"
        hint={hint}
        field={{
          name: NAME,
          value: isOn ? '1' : '0',
          error: undefined,
          onChange: (value) => save(value === '1' ? WEEKS_AT_FIRST : 0),
        }}
      />
      {isOn && (
        <StepperRow
          label="Koliko nedelja"
          min={1}
          field={{
            name: NAME,
            value: typed ?? String(weeks),
            error:
              typed === null || isCount(typed)
                ? undefined
                : `Ceo broj od 1 do ${SETTINGS.generate_ahead_weeks.max}.`,
            onChange: step,
          }}
        />
      )}
    </div>
  );
}

function WeeksAhead({ today }: { today: WallDate | null }) {
  const settings = useQuery(settingsQuery());
  return (
    <Section title="Unapred">
      <Loaded query={settings} fallback={FALLBACK} skeleton={<CardSkeleton />}>
        {(saved) =>
          today === null ? <CardSkeleton /> : <AheadCard saved={saved.generate_ahead_weeks} today={today} />
        }
      </Loaded>
      <p className="mt-3 text-small text-pretty text-soft">
        Što obrišete ili pomerite, ostaje tako. Dani odsustva se preskaču.
      </p>
    </Section>
  );
}

/** The tab with the templates of each weekday, the switch for automatic generation, and the form that generates weeks on request. */
const copyWeek = lazyPage(() => import('./copy-week.tsx'));

export function TemplatesTab() {
  const technicians = useTechnicians();
  const [address, setAddress] = useSearchParams();
  const inAddress = Number(address.get(TECHNICIAN_IN_PATH));
  const technicianId = (technicians.find(({ id }) => id === inAddress) ?? technicians[0])?.id;
  const choose = (id: TechnicianId | null) =>
    setAddress({ ...Object.fromEntries(address), [TECHNICIAN_IN_PATH]: String(id) }, { replace: true });
  const all = useQuery(templatesQuery);
  const templates = useQuery({
    ...templatesQuery,
    // to a technician the server returns only the technician's own templates
    select: (rows) =>
      rows.filter(
        ({ technician_id }) => isTechnician() || technician_id === (technicianId ?? OWNERS_TECHNICIAN),
      ),
  });
  const today = useToday();
  const [isCopying, setIsCopying] = useState(false);
  return (
    <>
      {isCopying && technicianId && (
        <LazyPart
          part={copyWeek}
          props={{
            technicians,
            to: technicianId,
            templates: all.data ?? [],
            onClose: () => setIsCopying(false),
          }}
        />
      )}
      <TechnicianChips
        technicians={technicians}
        chosen={technicianId ?? null}
        onChoose={choose}
        isOne
        className="mb-5"
      />
      <div
        key={technicianId}
        className="gap-x-10 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:*:[section]:mt-0"
      >
        <Section title="Radna nedelja" className="mt-0">
          <Loaded query={templates} fallback={FALLBACK} skeleton={<ListSkeleton rows={6} />}>
            {(rows) => (
              <>
                <p className="mb-2 text-small text-soft">
                  {rows.length === 0 ? 'Još nema šablona.' : counted(rows.length, TEMPLATES)}
                </p>
                <WeekGlance templates={rows} />
                {technicianId && !isTechnician() && (
                  <Button
                    icon={Copy}
                    variant="quiet"
                    isSmall
                    onClick={() => setIsCopying(true)}
                    className="mt-3"
                  >
                    Kopiraj nedelju od…
                  </Button>
                )}
              </>
            )}
          </Loaded>
        </Section>
        <div className="lg:row-span-2">
          <Section title="Novi šablon" className="lg:mt-0">
            <NewTemplate week={templates.data ?? []} technicianId={technicianId} />
          </Section>
          {!isTechnician() && <WeeksAhead today={today} />}
        </div>
        <Section title="Termini po šablonu" className="lg:mt-8!">
          {today === null ? (
            <CardSkeleton />
          ) : (
            <GenerateForm today={today} week={templates.data} technicianId={technicianId} />
          )}
          <NextStep after="slots" />
        </Section>
      </div>
    </>
  );
}
