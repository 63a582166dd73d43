import { describe, expect, test } from 'vitest';
import type { Times } from './appointments/slots.ts';
import type { ShortClockTime, WallDate } from './wall-clock.ts';
import {
  type DayPlan,
  daysMadeBy,
  nextFreeTime,
  overlapped,
  planCopy,
  planDays,
  plannedDays,
  planRefusal,
  templateRefusal,
  weekOf,
} from './week-templates.ts';

describe('templateRefusal: which times a template may have', () => {
  test.each([
    [1, '06:00:00', 120, undefined],
    [6, '20:00:00', 120, undefined],
    [0, '10:00:00', 120, 'bad_input'],
    [7, '10:00:00', 120, 'bad_input'],
    [1.5, '10:00:00', 120, 'bad_input'],
    [1, '05:55:00', 120, 'slot_outside_hours'],
    [1, '20:05:00', 120, 'slot_outside_hours'],
    [1, '22:00:00', 120, 'slot_across_days'],
    [1, '10:00:00', 5, undefined],
    [1, '10:00:00', 4, 'slot_too_short'],
    [1, '10:00:00', 61, 'slot_not_on_step'],
    [1, '10:02:00', 60, 'slot_not_on_step'],
    [1, '06:00:00', 960, undefined],
    [1, '06:00:00', 965, 'slot_outside_hours'],
  ] as const)(
    'the refusal of a template on weekday %d at %s for %d minutes is %s',
    (weekday, time_start, duration_minutes, refusal) => {
      expect(templateRefusal({ weekday, time_start, duration_minutes })).toBe(refusal);
    },
  );
});

describe('planRefusal: which weeks can be generated', () => {
  test.each([
    ['2025-03-12', 0, 'bad_input'],
    ['2025-03-12', 1, undefined],
    ['2025-03-12', 4, undefined],
    ['2025-03-12', 5, 'bad_input'],
    ['2025-03-12', 1.5, 'bad_input'],
    ['2026-03-06', 1, undefined],
    ['2026-03-07', 1, 'slot_date_out_of_range'],
    ['2026-02-13', 4, undefined],
    ['2026-02-14', 4, 'slot_date_out_of_range'],
    ['2024-03-12', 1, undefined],
    ['2024-03-11', 1, 'slot_date_out_of_range'],
  ] as const)('the refusal to generate slots from %s for %d weeks is %s', (from, weeks, refusal) => {
    expect(planRefusal({ from, weeks }, '2025-03-12')).toBe(refusal);
  });
});

const template = (weekday: number, time: ShortClockTime, duration_minutes = 60, active = 1) => ({
  weekday,
  time_start: `${time}:00` as const,
  duration_minutes,
  active,
});
const times = (date: WallDate, from: ShortClockTime, to: ShortClockTime): Times => ({
  start_datetime: `${date} ${from}:00`,
  end_datetime: `${date} ${to}:00`,
});
type WeekPlan = Omit<DayPlan, 'days'> & { from: WallDate; weeks: number };
const planWeeks = ({ from, weeks, ...plan }: WeekPlan) =>
  planDays({ ...plan, days: plannedDays(from, weeks) });
const monday: WeekPlan = {
  templates: [template(1, '09:00')],
  from: '2025-03-17',
  weeks: 1,
  taken: [],
  absences: [],
  now: '2025-03-12 10:00:00',
};
const planned = times('2025-03-17', '09:00', '10:00');

describe('generated slots', () => {
  test('each active template creates a slot on its weekday, and the slots are in order of time', () => {
    const templates = [
      template(2, '08:00'),
      template(1, '11:00'),
      template(1, '09:00'),
      template(3, '09:00', 60, 0),
    ];
    expect(planWeeks({ ...monday, templates })).toEqual({
      create: [
        times('2025-03-17', '09:00', '10:00'),
        times('2025-03-17', '11:00', '12:00'),
        times('2025-03-18', '08:00', '09:00'),
      ],
      skip: [],
    });
  });

  test('the first generated week starts on the chosen day, which may be any weekday', () => {
    const { create } = planWeeks({ ...monday, from: '2025-03-18', weeks: 2 });
    expect(create.map(({ start_datetime }) => start_datetime)).toEqual([
      '2025-03-24 09:00:00',
      '2025-03-31 09:00:00',
    ]);
  });

  test('generating a week a second time creates no slots', () => {
    const { create } = planWeeks(monday);
    const taken = create.map((slot) => ({ ...slot, status: 'AVAILABLE' as const }));
    expect(planWeeks({ ...monday, taken })).toEqual({
      create: [],
      skip: [{ ...planned, reason: 'OVERLAP' }],
    });
  });

  test.each([
    ['2025-03-24', 2, ['2025-03-24 09:00:00', '2025-03-31 09:00:00']],
    ['2025-10-20', 2, ['2025-10-20 09:00:00', '2025-10-27 09:00:00']],
    ['2024-12-30', 2, ['2024-12-30 09:00:00', '2025-01-06 09:00:00']],
    ['2024-02-26', 2, ['2024-02-26 09:00:00', '2024-03-04 09:00:00']],
  ] as const)(
    'slots of a nine o’clock template, generated from %s on, start at nine across clock changes, years and leap days',
    (from, weeks, starts) => {
      const { create } = planWeeks({ ...monday, from, weeks, now: '2024-01-01 00:00:00' });
      expect(create.map(({ start_datetime }) => start_datetime)).toEqual(starts);
    },
  );

  test('slots have their template’s clock time before and after the start and the end of summer time', () => {
    const templates = [1, 2, 3, 4, 5, 6].map((weekday) => template(weekday, '09:00'));
    for (const from of ['2025-03-27', '2025-10-23'] as const) {
      const { create } = planWeeks({ ...monday, templates, from, now: '2025-01-01 00:00:00' });
      expect(create).toHaveLength(6);
      expect(create.every(({ start_datetime }) => start_datetime.endsWith('09:00:00'))).toBe(true);
    }
  });
});

describe('skipped slots', () => {
  const taken = (
    from: ShortClockTime,
    to: ShortClockTime,
    status: 'BOOKED' | 'BLOCKED' | 'CANCELLED' = 'BOOKED',
  ) => [{ ...times('2025-03-17', from, to), status }];

  test.each<[string, Partial<WeekPlan>, string | undefined]>([
    ['an appointment overlaps the slot', { taken: taken('09:55', '11:00') }, 'OVERLAP'],
    ['a blocked slot overlaps the slot', { taken: taken('08:00', '09:05', 'BLOCKED') }, 'OVERLAP'],
    ['an appointment ends at the start of the slot', { taken: taken('08:00', '09:00') }, undefined],
    ['an appointment begins at the end of the slot', { taken: taken('10:00', '11:00') }, undefined],
    ['an overlapping appointment is CANCELLED', { taken: taken('09:00', '10:00', 'CANCELLED') }, undefined],
    ['the salon is absent', { absences: [{ date_from: '2025-03-17', date_to: '2025-03-17' }] }, 'ABSENCE'],
    [
      'the absence ends the day before',
      { absences: [{ date_from: '2025-03-01', date_to: '2025-03-16' }] },
      undefined,
    ],
    ['the slot starts in a second', { now: '2025-03-17 08:59:59' }, undefined],
    ['the slot starts now', { now: '2025-03-17 09:00:00' }, 'PASSED'],
    [
      'the time of the slot has passed and is taken',
      { now: '2025-03-18 00:00:00', taken: taken('09:00', '10:00') },
      'PASSED',
    ],
  ])('if %s, the reason for not creating the slot is $2', (_, part, reason) => {
    const expected = reason
      ? { create: [], skip: [{ ...planned, reason }] }
      : { create: [planned], skip: [] };
    expect(planWeeks({ ...monday, ...part })).toEqual(expected);
  });

  test('of two overlapping templates, the later one is skipped', () => {
    const templates = [template(1, '09:30'), template(1, '09:00'), template(1, '10:00')];
    expect(planWeeks({ ...monday, templates })).toEqual({
      create: [planned, times('2025-03-17', '10:00', '11:00')],
      skip: [{ ...times('2025-03-17', '09:30', '10:30'), reason: 'OVERLAP' }],
    });
  });
});

describe('daysMadeBy: the days that are recorded as generated', () => {
  const days = ['2025-03-16', '2025-03-17', '2025-03-18', '2025-03-24'] as const; // Sunday, Monday, Tuesday, and the next Monday
  test.each<[string, Parameters<typeof daysMadeBy>[0], readonly WallDate[]]>([
    ['days with a template', { templates: [template(1, '09:00')], days, absences: [] }, [days[1], days[3]]],
    [
      'none if the template is inactive',
      { templates: [template(1, '09:00', 60, 0)], days, absences: [] },
      [],
    ],
    [
      'none in an absence, including its last day',
      {
        templates: [template(1, '09:00'), template(2, '09:00')],
        days,
        absences: [{ date_from: '2025-03-10', date_to: '2025-03-17' }],
      },
      [days[2], days[3]],
    ],
  ])('records days as generated: %s', (_, plan, made) => {
    expect(daysMadeBy(plan)).toEqual(made);
  });
});

describe("planCopy: copies a day's templates to other days", () => {
  const nine = template(1, '09:00');
  test.each<[string, readonly ReturnType<typeof template>[], readonly number[], number, number]>([
    ['to an empty day', [nine], [2], 1, 0],
    ['two templates to two days', [nine, template(1, '10:00')], [2, 6], 4, 0],
    ['to a day with a template that ends when the copy starts', [nine, template(2, '08:00')], [2], 1, 0],
    [
      'to a day with a template that overlaps the copy by five minutes',
      [nine, template(2, '08:05')],
      [2],
      0,
      1,
    ],
    ['to a day with a template that begins when the copy ends', [nine, template(2, '10:00')], [2], 1, 0],
    [
      'to a day with a template that begins just before the copy ends',
      [nine, template(2, '09:55')],
      [2],
      0,
      1,
    ],
    ['to a day with an inactive template at the same time', [nine, template(2, '09:00', 60, 0)], [2], 0, 1],
    ['to its own day', [nine], [1], 0, 1],
    ['to a day named twice', [nine], [2, 2], 1, 0],
    ['from an empty day', [template(3, '09:00')], [2, 4], 0, 0],
    ['with two overlapping templates', [nine, template(1, '09:30')], [2], 2, 0],
  ])('copying a day’s templates (%s) creates $3 and skips $4', (_, templates, to, created, skipped) => {
    const source = templates.filter(({ weekday }) => weekday === 1);
    const { create, skip } = planCopy(source, to, templates);
    expect([create.length, skip.length]).toEqual([created, skipped]);
  });

  test('the copy of an inactive template is inactive too', () => {
    expect(planCopy([template(1, '09:00', 45, 0)], [5], []).create).toEqual([
      { ...template(5, '09:00', 45, 0), every: 0 },
    ]);
  });
});

test('a week is copied to its own weekdays', () => {
  const week = [template(1, '09:00'), template(6, '10:00')];
  const { create, skip } = planCopy(week, null, [template(6, '10:30')]);
  expect([create.map(({ weekday }) => weekday), skip.map(({ weekday }) => weekday)]).toEqual([[1], [6]]);
});

test.each<[WallDate, 1 | 2]>([
  ['2025-12-28', 2],
  ['2025-12-29', 1],
  ['2026-01-04', 1],
  ['2026-01-05', 2],
  ['2026-12-28', 1],
  ['2027-01-03', 1],
  ['2027-01-04', 2],
])('%s lies in week %i of the two alternating ones', (date, week) => {
  expect(weekOf(date)).toBe(week);
});

test.each([
  ['of every week', 0, 1, 1],
  ['of the same week', 1, 1, 1],
  ['not of the other week', 1, 2, 0],
] as const)('a template overlaps one %s', (_, every, other, count) => {
  const present = [{ ...template(1, '09:00'), every: other }];
  expect(overlapped({ ...template(1, '09:30'), every }, present)).toHaveLength(count);
});

test.each([
  ['an opening in its middle', ['10:00-11:00'], ['09:00-10:00', '11:00-12:00'], 0],
  ['openings that leave less than 15 minutes', ['09:10-11:50'], [], 1],
  ['no opening', [], ['09:00-12:00'], 0],
])('with `split_slots` a template over %s opens the pieces outside', (_, taken, made, skipped) => {
  const on = (clock: string) => `2026-11-23 ${clock}:00` as const;
  const openings = taken.map((text) => {
    const [from = '', to = ''] = text.split('-');
    return { start_datetime: on(from), end_datetime: on(to) } as Times;
  });
  const { create, skip } = planDays({
    templates: [template(1, '09:00', 180)],
    days: ['2026-11-23'],
    taken: openings,
    absences: [],
    now: '2026-11-17 10:00:00',
    isSplit: true,
  });
  const texts = create.map(
    ({ start_datetime, end_datetime }) => `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`,
  );
  expect([texts, skip.length]).toEqual([made, skipped]);
});

test('templates of weeks A and B make slots in their weeks only', () => {
  const templates = [
    { ...template(1, '09:00'), every: 1 as const },
    { ...template(1, '14:00'), every: 2 as const },
  ];
  const days = plannedDays('2026-11-23', 2);
  const { create } = planDays({ templates, days, taken: [], absences: [], now: '2026-11-17 10:00:00' });
  expect(create.map(({ start_datetime }) => start_datetime)).toEqual([
    `2026-11-23 ${weekOf('2026-11-23') === 1 ? '09' : '14'}:00:00`,
    `2026-11-30 ${weekOf('2026-11-30') === 1 ? '09' : '14'}:00:00`,
  ]);
});

test.each([
  ['after the last template', [template(1, '15:00'), template(1, '09:00')], 60, '16:00'],
  ['after the template that ends last', [template(1, '09:00', 300), template(1, '10:00')], 60, '14:00'],
  ['until the day closes', [template(1, '18:00', 120)], 120, '20:00'],
  ['not after the day closes', [template(1, '18:00', 120)], 125, undefined],
  ['ignores templates of other days', [template(2, '09:00')], 60, undefined],
] as const)('the next free time of a weekday: %s', (_, templates, minutes, time) => {
  expect(nextFreeTime(templates, [1], minutes)).toBe(time);
});
