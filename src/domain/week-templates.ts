import type { AppointmentStatus } from './appointments/appointments.ts';
import {
  type AbsenceDays,
  isAbsentOn,
  overlaps,
  type SlotTimesRefusal,
  slotDateRefusal,
  slotTimesRefusal,
  type Times,
} from './appointments/slots.ts';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS } from './limits.ts';
import {
  addDays,
  addMinutes,
  type ClockTime,
  clockOf,
  dateOf,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
  weekdayOf,
} from './wall-clock.ts';

export type TemplateFields = {
  /** The weekday, from 1 (Monday) to 6 (Saturday). */
  weekday: number;
  time_start: ClockTime;
  duration_minutes: number;
};

const MONDAY = 1;
const SATURDAY = 6;
const DAYS_A_WEEK = 7;
// The date with which template times are checked. Any date will do, because all days have the same opening hours and steps.
const ANY_DAY: WallDate = '2025-01-06';

const slotOn = (date: WallDate, { time_start, duration_minutes }: TemplateFields): Times => {
  const start_datetime = wallTimeOn(date, time_start);
  return { start_datetime, end_datetime: addMinutes(start_datetime, duration_minutes) };
};

/** Refuses a template whose weekday is not Monday to Saturday, or whose slots would be invalid. docs/spec/behaviour.md §6.1 */
export function templateRefusal(template: TemplateFields): SlotTimesRefusal | 'bad_input' | undefined {
  const { weekday } = template;
  if (!Number.isInteger(weekday) || weekday < MONDAY || weekday > SATURDAY) return 'bad_input';
  return slotTimesRefusal(slotOn(ANY_DAY, template));
}

/** The last day of a period of `weeks` weeks that begins on `from`. docs/spec/behaviour.md §6.2 */
export const lastPlannedDay = (from: WallDate, weeks: number): WallDate =>
  addDays(from, weeks * DAYS_A_WEEK - 1);

/** Refuses fewer than 1 or more than 4 weeks, and days outside the range of slots. docs/spec/product.md §5.6 and §9.1 */
export function planRefusal(
  { from, weeks }: { from: WallDate; weeks: number },
  today: WallDate,
): 'bad_input' | 'slot_date_out_of_range' | undefined {
  const isCount = Number.isInteger(weeks) && weeks >= GENERATE_MIN_WEEKS && weeks <= GENERATE_MAX_WEEKS;
  if (!isCount) return 'bad_input';
  return slotDateRefusal(from, today) ?? slotDateRefusal(lastPlannedDay(from, weeks), today);
}

export const SKIP_REASONS = ['PASSED', 'ABSENCE', 'OVERLAP'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
export type SkippedSlot = Times & { reason: SkipReason };

export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  PASSED: 'Vreme je prošlo',
  ABSENCE: 'Odsustvo salona',
  OVERLAP: 'Već postoji termin',
};

export type SwitchableTemplate = TemplateFields & { active: number };

export type DayPlan = {
  templates: readonly SwitchableTemplate[];
  days: readonly WallDate[];
  /** The existing appointments of these days; CANCELLED appointments are ignored. */
  taken: readonly (Times & { status: AppointmentStatus })[];
  absences: readonly AbsenceDays[];
  now: WallTime;
};

const activeOn = ({ templates }: Pick<DayPlan, 'templates'>, date: WallDate): SwitchableTemplate[] =>
  templates.filter(({ active, weekday }) => active === 1 && weekday === weekdayOf(date));

function plannedSlots(plan: DayPlan): Times[] {
  const byTime = plan.templates.toSorted((a, b) => a.time_start.localeCompare(b.time_start));
  return plan.days.flatMap((date) =>
    activeOn({ templates: byTime }, date).map((template) => slotOn(date, template)),
  );
}

export const plannedDays = (from: WallDate, weeks: number): WallDate[] =>
  Array.from({ length: weeks * DAYS_A_WEEK }, (_, n) => addDays(from, n));

/** The days to record as generated. Leaves out days without a template and days of an absence, so that they can be generated later. docs/spec/behaviour.md §6.2 */
export const daysMadeBy = (plan: Pick<DayPlan, 'templates' | 'days' | 'absences'>): WallDate[] =>
  plan.days.filter((date) => activeOn(plan, date).length > 0 && !isAbsentOn(date, plan.absences));

function timesByDay(taken: DayPlan['taken']): Map<WallDate, Times[]> {
  const live = taken.filter(({ status }) => status !== 'CANCELLED');
  return Map.groupBy(live, ({ start_datetime }) => dateOf(start_datetime));
}

/** The slots of active templates on these days, ordered by time, and the skipped slots with the reason. docs/spec/behaviour.md §6.2 */
export function planDays(plan: DayPlan): { create: Times[]; skip: SkippedSlot[] } {
  const inTheWay = timesByDay(plan.taken);
  const create: Times[] = [];
  const skip: SkippedSlot[] = [];
  for (const slot of plannedSlots(plan)) {
    const date = dateOf(slot.start_datetime);
    const ofDay = inTheWay.get(date) ?? [];
    if (slot.start_datetime <= plan.now) skip.push({ ...slot, reason: 'PASSED' });
    else if (isAbsentOn(date, plan.absences)) skip.push({ ...slot, reason: 'ABSENCE' });
    else if (ofDay.some((other) => overlaps(slot, other))) skip.push({ ...slot, reason: 'OVERLAP' });
    else {
      create.push(slot);
      inTheWay.set(date, [...ofDay, slot]);
    }
  }
  return { create, skip };
}

export type CopyPlan<Active extends number> = {
  /** The templates to add to the target days. The copy of an inactive template is inactive. */
  create: (TemplateFields & { active: Active })[];
  /** Templates that are skipped, because they overlap a template of the target day, even an inactive one. */
  skip: TemplateFields[];
};

/** Plans a copy of a weekday's templates to other days. Skips templates that would overlap an existing template of the target day. docs/spec/behaviour.md §6.1 */
export function planCopy<Active extends number>(
  templates: readonly (TemplateFields & { active: Active })[],
  fromWeekday: number,
  toWeekdays: readonly number[],
): CopyPlan<Active> {
  const source = templates.filter(({ weekday }) => weekday === fromWeekday);
  const targets = [...new Set(toWeekdays)].filter((weekday) => weekday !== fromWeekday).sort();
  const create: CopyPlan<Active>['create'] = [];
  const skip: TemplateFields[] = [];
  for (const weekday of targets) {
    const present = templates.filter((template) => template.weekday === weekday);
    const isTaken = (template: TemplateFields) =>
      present.some((other) => overlaps(slotOn(ANY_DAY, template), slotOn(ANY_DAY, other)));
    for (const { time_start, duration_minutes, active } of source) {
      const copy = { weekday, time_start, duration_minutes, active };
      if (isTaken(copy)) skip.push(copy);
      else create.push(copy);
    }
  }
  return { create, skip };
}

/** The end of the latest template of these weekdays, as a start for the next one; undefined if there is none or the day is full. */
export function nextFreeTime(
  templates: readonly TemplateFields[],
  weekdays: readonly number[],
  durationMinutes: number,
): ShortClockTime | undefined {
  const ends = templates
    .filter(({ weekday }) => weekdays.includes(weekday))
    .map((template) => slotOn(ANY_DAY, template).end_datetime)
    .sort();
  const last = ends.at(-1);
  if (last === undefined) return undefined;
  const next = { start_datetime: last, end_datetime: addMinutes(last, durationMinutes) };
  return slotTimesRefusal(next) === undefined ? clockOf(last) : undefined;
}
