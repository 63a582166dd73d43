import { expect, test } from 'vitest';
import { freeRow } from '../lib/appointment/appointments.ts';
import { settledOf } from './conflict-list.tsx';

const row = {
  ...freeRow(1 as never, { start_datetime: '2026-12-01 08:00:00', end_datetime: '2026-12-01 09:00:00' }),
  status: 'BOOKED',
} as const;

test.each([
  ['cancelled', { status: 'CANCELLED' }, 'Otkazan', 'uto 1. dec, 08:00'],
  ['moved', { start_datetime: '2026-12-07 15:00:00' }, 'Pomeren', 'na pon 7. dec, 15:00'],
  ['made available', { status: 'AVAILABLE' }, 'Oslobođen', 'uto 1. dec, 08:00'],
  ['deleted', null, 'Obrisan', 'uto 1. dec, 08:00'],
  ['handed over', { technician_id: 2 as never, technician_name: 'Mina' }, 'Prebačen', 'Radnica: Mina'],
  ['left unchanged', {}, undefined, undefined],
] as const)('the outcome of a conflict whose booking was %s: $2', (_, change, outcome, when) => {
  const now = change && { ...row, ...change };
  const settled = settledOf(row, now, '2026-11-17');
  expect([settled?.outcome, settled?.when]).toEqual([outcome, when]);
});
