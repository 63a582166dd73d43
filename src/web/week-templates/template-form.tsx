import { useRef, useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { addMinutes, clockOf, isShortClockTime, SUNDAY, wallTimeOn } from '#domain/wall-clock.ts';
import {
  EVERY,
  type Every,
  nextFreeTime,
  overlapped,
  type TemplateFields,
  templateRefusal,
  weekOf,
} from '#domain/week-templates.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { capital, dayName, shortDayNames } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, type ParsedFormOptions, useParsedForm } from '../lib/forms/submit-form.ts';
import { DurationField } from '../ui/date-time/duration-field.tsx';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions, Form, FormAlert, FormButtons, SubmitButton } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts/toast.ts';
import type { FieldState, FormState } from '../ui/use-form.ts';

export type TemplateValues = { weekday: string; start: string; duration: string; every: string };

/** The weekdays that can have templates: Monday to Saturday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6];
export const ANY_DAY = '2025-01-06';

const FIRST_VALUES: TemplateValues = {
  weekday: '1',
  start: '09:00',
  duration: String(DEFAULT_SLOT_MINUTES),
  every: '0',
};

/** The name of a weekday: 'Ponedeljak' for 1. Imported data may also contain 7, Sunday (docs/spec/product.md §3.3). */
export const weekdayLabel = (weekday: number): string => capital(dayName(weekday));

const weekdayOptions = () =>
  WEEKDAYS.map((weekday) => ({ value: String(weekday), label: weekdayLabel(weekday) }));

const valuesOf = ({ weekday, time_start, duration_minutes, every = 0 }: TemplateFields): TemplateValues => ({
  weekday: String(weekday),
  start: time_start.slice(0, 5),
  duration: String(duration_minutes),
  every: String(every),
});

function parseTemplate({ weekday, start, duration, every }: TemplateValues): Parsed<TemplateFields> {
  const blank = blankTimes({ start, duration });
  if (blank || !isShortClockTime(start)) return { ok: false, errors: blank ?? {} };
  const template: TemplateFields = {
    weekday: Number(weekday),
    time_start: `${start}:00`,
    duration_minutes: Number(duration),
    every: everyOf(every),
  };
  const code = templateRefusal(template);
  return code ? { ok: false, errors: slotRuleErrors(code, start) } : { ok: true, input: template };
}

export const everyOf = (text: string): Every => EVERY.find((one) => String(one) === text) ?? 0;

const EVERY_LABELS: Record<Every, string> = { 0: 'Svake nedelje', 1: 'Nedelja A', 2: 'Nedelja B' };
const EVERY_OPTIONS = EVERY.map((one) => ({ value: String(one), label: EVERY_LABELS[one] }));

/** The weeks of a template. Says which week this one is once weeks alternate. */
export function EveryField(field: FieldState<string>) {
  const today = useToday();
  const now = today && `Ova nedelja je ${EVERY_LABELS[weekOf(today)].slice(-1)}.`;
  return (
    <SelectField {...field} label="Ponavlja se" options={EVERY_OPTIONS} hint={field.value !== '0' && now} />
  );
}

/** 'nedelja A' of a template that is not for every week. */
export const everyText = ({ every = 0 }: TemplateFields): string =>
  every === 0 ? '' : EVERY_LABELS[every].toLowerCase().replace(/.$/, (letter) => letter.toUpperCase());

/** Returns true for a text that was asked about just before. */
export function useAskOnce(): (question: string) => boolean {
  const asked = useRef('');
  return (question) => {
    const isAsked = asked.current === question;
    asked.current = question;
    return isAsked;
  };
}

/** Asks once before templates are saved over others; the next press saves them. The server refuses or skips one with the start of another. docs/spec/behaviour.md §26.6 */
export function overlapErrors(
  added: readonly TemplateFields[],
  week: readonly Template[],
  isAsked: (question: string) => boolean,
): Parsed<never> | null {
  const met = added.flatMap((template) =>
    overlapped(template, week).filter((other) => other.time_start !== template.time_start),
  );
  const [first] = met;
  if (!first) return null;
  const others = met.length > 1 ? ` i još ${met.length - 1}` : '';
  const name = `${weekdayLabel(first.weekday)}, ${rangeOf(first)}${others}`;
  const text = `Preklapa se sa: ${name}. Pritisnite ponovo da ipak dodate.`;
  return isAsked(text) ? null : { ok: false, errors: { text } };
}

const endOf = ({ time_start, duration_minutes }: TemplateFields): string =>
  clockOf(addMinutes(wallTimeOn(ANY_DAY, time_start), duration_minutes));

export const rangeOf = (template: TemplateFields): string =>
  `${template.time_start.slice(0, 5)} - ${endOf(template)}`;

/** Count and hours of a day's templates, which are sorted by time: '5 termina, 08:00 - 20:15'. */
export function hoursOf(templates: readonly TemplateFields[]): string {
  const ends = templates.map(endOf).sort();
  const [first] = templates;
  if (first === undefined) return 'bez termina';
  return `${counted(templates.length, APPOINTMENTS)}, ${first.time_start.slice(0, 5)} - ${ends.at(-1)}`;
}

export const hourOf = (clock: string): number => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;

/** The first and last hour of the bars that show the templates of each weekday. */
export interface Scale {
  from: number;
  to: number;
}

const USUAL_HOURS: Scale = { from: 7, to: 20 };

/** The hours that the plan of the week shows: 7 to 20 o'clock, extended if a template starts earlier or ends later. */
export function scaleOf(templates: readonly TemplateFields[]): Scale {
  const starts = templates.map(({ time_start }) => Math.floor(hourOf(time_start)));
  const ends = templates.map((template) => Math.ceil(hourOf(endOf(template))));
  return { from: Math.min(USUAL_HOURS.from, ...starts), to: Math.max(USUAL_HOURS.to, ...ends) };
}

export interface DayOfTemplates {
  weekday: number;
  templates: Template[];
}

export function byWeekday(templates: readonly Template[]): DayOfTemplates[] {
  const sunday = templates.some(({ weekday }) => weekday === SUNDAY) ? [SUNDAY] : [];
  return [...WEEKDAYS, ...sunday].map((weekday) => ({
    weekday,
    templates: templates
      .filter((template) => template.weekday === weekday)
      .sort((a, b) => a.time_start.localeCompare(b.time_start)),
  }));
}

function Times({ form: { field, values } }: { form: FormState<TemplateValues> }) {
  const parsed = parseTemplate(values);
  return (
    <>
      <TimeField {...field('start')} label="Vreme" required />
      <DurationField {...field('duration')} hint={parsed.ok && `Kraj u ${endOf(parsed.input)}`} />
    </>
  );
}

type TemplateFormOptions<Made> = Omit<ParsedFormOptions<TemplateValues, TemplateFields, Made>, 'parse'>;

/** `others`: the templates that a saved one may overlap, after a question; `also` further weekdays. */
function useTemplateForm<Made>(
  options: TemplateFormOptions<Made>,
  others: readonly Template[],
  also: readonly number[] = [],
) {
  const isAsked = useAskOnce();
  return useParsedForm({
    ...options,
    parse: (values) => {
      const parsed = parseTemplate(values);
      if (!parsed.ok) return parsed;
      const days = [parsed.input.weekday, ...also];
      const added = days.map((weekday) => ({ ...parsed.input, weekday }));
      return overlapErrors(added, others, isAsked) ?? parsed;
    },
    errors: (error, { start }) => slotServerErrors(error, options.fallback, start),
    refetches: true,
  });
}

const CHIP =
  'relative grid min-h-11 place-items-center rounded-card border border-edge bg-card px-1 text-small font-medium transition-colors hover:bg-blush has-checked:border-accent has-checked:bg-accent has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link';

interface WeekdayChipsProps {
  legend: string;
  /** A weekday that stays chosen. */
  weekday?: number;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

export function WeekdayChips({ legend, weekday, chosen, onChange }: WeekdayChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-1.5">
        {WEEKDAYS.map((one) => (
          <label key={one} className={CHIP}>
            <input
              type="checkbox"
              aria-label={weekdayLabel(one)}
              checked={one === weekday || chosen.includes(one)}
              disabled={one === weekday}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
            />
            <span aria-hidden="true">{shortDayNames()[one - 1]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

async function addOn(
  also: readonly number[],
  template: TemplateFields,
  ofTechnician: { technician_id?: TechnicianId },
) {
  const { weekday, time_start, duration_minutes, every } = template;
  if (also.length === 0) {
    await request('POST /templates', { body: { ...template, ...ofTechnician } });
    return { template, created: 1, skipped: 0 };
  }
  const body = { weekdays: [weekday, ...also], time_start, duration_minutes, every, ...ofTechnician };
  return { template, ...(await request('POST /templates/many', { body })) };
}

export const addedText = ({ created, skipped }: { created: number; skipped: number }): string => {
  const left = skipped > 0 ? ` Već je bilo: ${skipped}.` : '';
  return created === 1 && skipped === 0 ? 'Šablon je dodat.' : `Dodato šablona: ${created}.${left}`;
};

export interface AddTemplateProps {
  week: readonly Template[];
  technicianId: TechnicianId | undefined;
}

/** The form that adds a template on one or several weekdays. Suggests the end of the weekday's last template as start. */
export function AddTemplate({ week, technicianId }: AddTemplateProps) {
  const [also, setAlso] = useState<readonly number[]>([]);
  const total = useRef(0);
  const options: TemplateFormOptions<Awaited<ReturnType<typeof addOn>>> = {
    start: FIRST_VALUES,
    send: (template) => addOn(also, template, technicianId ? { technician_id: technicianId } : {}),
    fallback: 'Neuspešno dodavanje.',
    onDone: (added, _sent, { reset }) => {
      total.current += added.created;
      const isFirst = total.current === added.created;
      const title = isFirst ? undefined : `Ukupno: ${total.current}`;
      toast('success', addedText(added), { id: 'sablon-dodat', title });
      reset({ ...valuesOf(added.template), start: endOf(added.template) });
    },
  };
  const form = useTemplateForm(options, week, also);
  const { values } = form;
  const changeDay = (weekday: string) => {
    setAlso([]);
    const free = nextFreeTime(week, [Number(weekday)], Number(values.duration));
    form.change({ weekday, start: free ?? FIRST_VALUES.start });
  };
  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2 md:items-start lg:grid-cols-1">
        <SelectField {...form.field('weekday')} onChange={changeDay} label="Dan" options={weekdayOptions()} />
        <WeekdayChips legend="Važi i za" weekday={Number(values.weekday)} chosen={also} onChange={setAlso} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
        {/* the fields are remounted for each weekday, because half-typed input belongs to the previous weekday */}
        <Times key={values.weekday} form={form} />
        <EveryField {...form.field('every')} />
      </div>
      <FormAlert />
      <SubmitButton className="md:justify-self-start lg:justify-self-stretch">Dodaj šablon</SubmitButton>
    </Form>
  );
}

interface EditTemplateProps {
  template: Template;
  week: readonly Template[];
  onClose: () => void;
}

/** The form that edits a template. Slots already generated from it don't change. */
export function EditTemplate({ template, week, onClose }: EditTemplateProps) {
  const { id } = template;
  const options: TemplateFormOptions<Template> = {
    start: valuesOf(template),
    send: (body) => request('PUT /templates/{id}', { params: { id }, body }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: onClose,
  };
  const others = week.filter((one) => one.id !== id);
  const form = useTemplateForm(options, others);
  return (
    <Dialog title="Šablon" lead="Već napravljeni termini ostaju kakvi jesu." onClose={onClose}>
      <Form form={form} className="grid gap-4">
        <SelectField {...form.field('weekday')} label="Dan" options={weekdayOptions()} />
        <Times form={form} />
        <EveryField {...form.field('every')} />
        <FormAlert />
        <DialogActions>
          <FormButtons />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
