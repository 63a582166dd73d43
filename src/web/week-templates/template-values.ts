import type { Template } from '#contract/week-templates.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { addMinutes, clockOf, isShortClockTime, SUNDAY, wallTimeOn } from '#domain/wall-clock.ts';
import { type TemplateFields, templateRefusal } from '#domain/week-templates.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayName } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { blankTimes, slotRuleErrors } from '../lib/appointment/slot-errors.ts';
import type { Parsed } from '../lib/forms/submit-form.ts';

export type TemplateValues = { weekday: string; start: string; duration: string };

/** The weekdays that can have templates: Monday to Saturday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6];
const ANY_DAY = '2025-01-06';

export const FIRST_VALUES: TemplateValues = {
  weekday: '1',
  start: '09:00',
  duration: String(DEFAULT_SLOT_MINUTES),
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of a weekday: 'Ponedeljak' for 1. Imported data may also contain 7, Sunday (docs/spec/product.md §3.3). */
export const weekdayLabel = (weekday: number): string => capital(dayName(weekday));

export const WEEKDAY_OPTIONS = WEEKDAYS.map((weekday) => ({
  value: String(weekday),
  label: weekdayLabel(weekday),
}));

export const valuesOf = ({ weekday, time_start, duration_minutes }: TemplateFields): TemplateValues => ({
  weekday: String(weekday),
  start: time_start.slice(0, 5),
  duration: String(duration_minutes),
});

export function parseTemplate({ weekday, start, duration }: TemplateValues): Parsed<TemplateFields> {
  const blank = blankTimes({ start, duration });
  if (blank || !isShortClockTime(start)) return { ok: false, errors: blank ?? {} };
  const template: TemplateFields = {
    weekday: Number(weekday),
    time_start: `${start}:00`,
    duration_minutes: Number(duration),
  };
  const code = templateRefusal(template);
  return code ? { ok: false, errors: slotRuleErrors(code, start) } : { ok: true, input: template };
}

export const endOf = ({ time_start, duration_minutes }: TemplateFields): string =>
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

/** The hours that the week's bars span. */
export interface Scale {
  from: number;
  to: number;
}

const USUAL_HOURS: Scale = { from: 7, to: 20 };

/** The scale from 7 to 20 o'clock, extended if a template starts earlier or ends later. */
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
