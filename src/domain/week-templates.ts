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
import { isLongEnough, without } from './times/openings.ts';
import {
  addDays,
  addMinutes,
  type ClockTime,
  clockOf,
  dateOf,
  dayNumber,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
  weekdayOf,
} from './wall-clock.ts';

/** The weeks of a template: 0 every one, 1 weeks A, 2 weeks B. docs/spec/behaviour.md §26.6 */
export const EVERY = [0, 1, 2] as const;
export type Every = (typeof EVERY)[number];

export type TemplateFields = {
  /** The weekday, from 1 (Monday) to 6 (Saturday). */
  weekday: number;
  time_start: ClockTime;
  duration_minutes: number;
  every?: Every | undefined;
};

const MONDAY = 1;
const SATURDAY = 6;
const DAYS_A_WEEK = 7;
// The date with which template times are checked. Any date will do, because all days have the same opening hours and steps.
const ANY_DAY: WallDate = '2025-01-06';

/** The Monday of the first week A. Weeks A and B alternate, also over New Year. */
const FIRST_WEEK_A = dayNumber('2025-12-29');

/** The week of a day: 1 for A, 2 for B. */
export const weekOf = (date: WallDate): 1 | 2 => {
  const weeks = Math.floor((dayNumber(date) - FIRST_WEEK_A) / DAYS_A_WEEK);
  return weeks % 2 === 0 ? 1 : 2;
};

/** True if some week has both templates. */
const meet = ({ every: a = 0 }: TemplateFields, { every: b = 0 }: TemplateFields): boolean =>
  a === 0 || b === 0 || a === b;

/** The templates of the same weekday that this one would overlap in some week. */
export const overlapped = <T extends TemplateFields>(template: TemplateFields, others: readonly T[]): T[] =>
  others.filter(
    (other) =>
      other.weekday === template.weekday &&
      meet(template, other) &&
      overlaps(slotOn(ANY_DAY, template), slotOn(ANY_DAY, other)),
  );

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
  /** What a slot may not overlap: the appointments of these days, CANCELLED ones are ignored; with `split_slots` the openings. */
  taken: readonly (Times & { status?: AppointmentStatus })[];
  /** With `split_slots`: the pieces of a template that lie outside openings become slots. */
  isSplit?: boolean;
  absences: readonly AbsenceDays[];
  now: WallTime;
};

const activeOn = ({ templates }: Pick<DayPlan, 'templates'>, date: WallDate): SwitchableTemplate[] =>
  templates.filter(
    ({ active, weekday, every = 0 }) =>
      active === 1 && weekday === weekdayOf(date) && (every === 0 || every === weekOf(date)),
  );

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

/** What a template makes of its slot: the slot if nothing is in the way; with `split_slots` its parts outside openings. */
function piecesOf(slot: Times, inTheWay: readonly Times[], isSplit = false): Times[] {
  if (isSplit) return without(slot, inTheWay).filter(isLongEnough);
  return inTheWay.some((other) => overlaps(slot, other)) ? [] : [slot];
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
    else {
      const pieces = piecesOf(slot, ofDay, plan.isSplit);
      if (pieces.length === 0) skip.push({ ...slot, reason: 'OVERLAP' });
      create.push(...pieces);
      inTheWay.set(date, [...ofDay, ...pieces]);
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

/** Plans a copy of templates to these weekdays, or to their own; `present` are those of the target. Skips templates that would overlap one. docs/spec/behaviour.md §6.1 and §26.6 */
export function planCopy<Active extends number>(
  source: readonly (TemplateFields & { active: Active })[],
  toWeekdays: readonly number[] | null,
  present: readonly TemplateFields[],
): CopyPlan<Active> {
  const on = (weekday: number) => source.map((template) => ({ ...template, weekday }));
  const copies = toWeekdays === null ? source : [...new Set(toWeekdays)].sort().flatMap(on);
  const create: CopyPlan<Active>['create'] = [];
  const skip: TemplateFields[] = [];
  for (const { weekday, time_start, duration_minutes, every = 0, active } of copies) {
    const copy = { weekday, time_start, duration_minutes, every, active };
    if (overlapped(copy, present).length > 0) skip.push(copy);
    else create.push(copy);
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
