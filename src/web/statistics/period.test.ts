import { expect, test } from 'vitest';
import type { WallDate } from '#domain/wall-clock.ts';
import { periodOf, QUICK_PERIODS } from './period.ts';

const quick = (label: string, today: WallDate) => QUICK_PERIODS.find((one) => one.label === label)?.of(today);

test.each([
  ['Ovaj mesec', '2026-11-17', '2026-11-01', '2026-11-30'],
  ['Ovaj mesec', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['Ovaj mesec', '2028-02-01', '2028-02-01', '2028-02-29'],
  ['Prošli mesec', '2026-11-17', '2026-10-01', '2026-10-31'],
  ['Prošli mesec', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['Prošli mesec', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['Ova godina', '2026-11-17', '2026-01-01', '2026-12-31'],
] as const)('the period %s on %s is %s to %s', (label, today, from, to) => {
  expect(quick(label, today)).toEqual({ from, to });
});

test.each([
  ['', '2026-10-18', '2026-11-17'],
  ['from=2026-01-01&to=2026-02-01', '2026-01-01', '2026-02-01'],
  ['from=2026-02-30&to=yesterday', '2026-10-18', '2026-11-17'],
  ['from=2026-01-01', '2026-01-01', '2026-11-17'],
])('the address ?%s means %s to %s', (address, from, to) => {
  expect(periodOf(new URLSearchParams(address), '2026-11-17')).toEqual({ from, to });
});
