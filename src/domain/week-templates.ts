/**
 * The week plan: what a template may be, and which slots some weeks of it make (docs/spec/behaviour.md §6.2,
 * docs/spec/product.md §5.6).
 */
import type { AppointmentStatus } from './appointments.ts';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS } from './limits.ts';
import {
  type AbsenceDays,
  isAbsentOn,
  overlaps,
  type SlotTimesRefusal,
  slotDateRefusal,
  slotTimesRefusal,
  type Times,
} from './slots.ts';
import {
  addDays,
  addMinutes,
  type ClockTime,
  dateOf,
  type WallDate,
  type WallTime,
  wallTimeOn,
  weekdayOf,
} from './wall-clock.ts';

export type TemplateFields = {
  /** 1 Monday … 6 Saturday */
  weekday: number;
  time_start: ClockTime;
  duration_minutes: number;
};

const MONDAY = 1;
const SATURDAY = 6;
const DAYS_A_WEEK = 7;
// Hours and steps are the same on every day, so any day serves to judge a template.
const ANY_DAY: WallDate = '2025-01-06';

const slotOn = (date: WallDate, { time_start, duration_minutes }: TemplateFields): Times => {
  const start_datetime = wallTimeOn(date, time_start);
  return { start_datetime, end_datetime: addMinutes(start_datetime, duration_minutes) };
};

/**
 * Why this can't be a template: not Monday to Saturday, or its slots couldn't be made. docs/spec/product.md §5.6,
 * docs/spec/behaviour.md §6.1
 */
export function templateRefusal(template: TemplateFields): SlotTimesRefusal | 'bad_input' | undefined {
  const { weekday } = template;
  if (!Number.isInteger(weekday) || weekday < MONDAY || weekday > SATURDAY) return 'bad_input';
  return slotTimesRefusal(slotOn(ANY_DAY, template));
}

/** The last day that so many weeks from a day reach. docs/spec/behaviour.md §6.2 */
export const lastPlannedDay = (from: WallDate, weeks: number): WallDate =>
  addDays(from, weeks * DAYS_A_WEEK - 1);

/** Why these weeks can't be generated: not 1-4 of them, or days outside the range of slots. docs/spec/product.md §5.6 and §9.1 */
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

/** How the preview says why a slot is skipped. docs/spec/behaviour.md §6.2 */
export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  PASSED: 'Vreme je prošlo',
  ABSENCE: 'Odsustvo salona',
  OVERLAP: 'Već postoji termin',
};

export type WeekPlan = {
  templates: readonly (TemplateFields & { active: number })[];
  from: WallDate;
  weeks: number;
  /** Appointments of these days; CANCELLED ones don't stand in the way. */
  taken: readonly (Times & { status: AppointmentStatus })[];
  absences: readonly AbsenceDays[];
  now: WallTime;
};

function plannedSlots({ templates, from, weeks }: WeekPlan): Times[] {
  const active = templates
    .filter((template) => template.active === 1)
    .sort((a, b) => a.time_start.localeCompare(b.time_start));
  const days = Array.from({ length: weeks * DAYS_A_WEEK }, (_, n) => addDays(from, n));
  return days.flatMap((date) =>
    active.filter(({ weekday }) => weekday === weekdayOf(date)).map((template) => slotOn(date, template)),
  );
}

function timesByDay(taken: WeekPlan['taken']): Map<WallDate, Times[]> {
  const live = taken.filter(({ status }) => status !== 'CANCELLED');
  return Map.groupBy(live, ({ start_datetime }) => dateOf(start_datetime));
}

/**
 * The slots that the active templates make in `weeks` × 7 days from `from`, in order of time, and those that are skipped
 * with the reason. A slot in the way may be one of the same run. docs/spec/behaviour.md §6.2
 */
export function planWeeks(plan: WeekPlan): { create: Times[]; skip: SkippedSlot[] } {
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
