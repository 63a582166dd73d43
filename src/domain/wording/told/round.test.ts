import { expect, test } from 'vitest';
import { reachedInWords, roundCounts, roundDay, roundTitle } from './round.ts';

const NOW = '2026-11-17 12:00:00';
const waits = { start_datetime: '2026-11-18 10:00:00', confirmed_at: null, reached: [], will: null } as const;
const comes = { ...waits, confirmed_at: NOW } as const;
const told = { ...waits, reached: [{ what: 'REMINDER' as const }] };
const automatic = { ...waits, will: {} };
const begun = { ...waits, start_datetime: NOW } as const;

test.each([
  ['8 termina, 3 potvrđena, 3 bez poruke', [comes, comes, comes, told, automatic, waits, waits, waits]],
  ['1 termin, 1 potvrđen, svima javljeno', [comes]],
  ['5 termina, 5 potvrđenih, svima javljeno', [comes, comes, comes, comes, comes]],
  ['1 termin, svima javljeno', [begun]],
  ['1 termin, svima javljeno', [{ ...waits, reached: [{ what: 'DELAY' as const }] }]],
])('roundCounts: %s', (text, people) => expect(roundCounts(people, NOW)).toBe(text));

test('names today, tomorrow and other days', () => {
  const today = '2026-11-17';
  expect([today, '2026-11-18', '2026-11-23'].map((day) => roundDay(day as typeof today, today))).toEqual([
    'Danas',
    'Sutra',
    'U ponedeljak',
  ]);
  expect(roundTitle('2026-11-18', today)).toBe('Sutra, sreda');
  expect(roundTitle('2026-11-23', today)).toBe('U ponedeljak');
});

test('says by what, when and by whom a person was told', () => {
  const at = '2026-11-17 12:51:00';
  expect(reachedInWords({ channel: 'VIBER', at, by: 'Sanja' })).toBe('Viber u 12:51, javila Sanja');
  expect(reachedInWords({ channel: 'MAIL', at, by: null })).toBe('mejl u 12:51');
});
