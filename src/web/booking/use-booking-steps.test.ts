import { expect, test } from 'vitest';
import { toId } from '#domain/ids.ts';
import type { ShortClockTime } from '#domain/wall-clock.ts';
import { choiceRefusal } from './use-booking-steps.ts';
import { firstChoice } from './use-choice.ts';
import type { FreeSlot } from './use-free-slots.ts';

const slot = (
  id: number,
  start: `${number} ${ShortClockTime}`,
  end: `${number} ${ShortClockTime}`,
): FreeSlot => ({
  id: toId(id),
  start_datetime: `2026-11-${start}:00`,
  end_datetime: `2026-11-${end}:00`,
  status: 'AVAILABLE',
});
const ten = slot(1, '19 10:00', '19 11:00');
const eleven = slot(2, '19 11:00', '19 12:00');
const other = slot(3, '21 10:00', '21 11:00');
const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;
const fine = {
  choice: { day: '2026-11-19' as const, slot: ten },
  slots: [ten, eleven],
  isGuestMissing: false,
  activeBookings: 1,
  maxActiveBookings: 2,
};

test.each([
  ['nothing is missing', {}, undefined],
  ['no slot', { choice: { ...fine.choice, slot: null } }, 'Izaberite termin pre nastavka.'],
  ['half a guest', { isGuestMissing: true }, 'Unesite ime i kontakt telefon.'],
  ['a second booking ahead', { activeBookings: 2 }, 'Možete imati najviše 2 aktivna zakazana termina.'],
  ['the slot is no longer listed', { slots: [eleven] }, 'Osvežite listu termina.'],
  [
    'the slot has other times by now',
    { slots: [{ ...ten, end_datetime: eleven.end_datetime }] },
    'Osvežite listu termina.',
  ],
  [
    'all of it: the slot first',
    { choice: { ...fine.choice, slot: null }, isGuestMissing: true, activeBookings: 2 },
    'Izaberite termin pre nastavka.',
  ],
  [
    'guest and limit: the guest first',
    { isGuestMissing: true, activeBookings: 2 },
    'Unesite ime i kontakt telefon.',
  ],
] as const)('the chosen slot and person are accepted or refused: %s', (_, changed, text) => {
  expect(choiceRefusal({ ...fine, ...changed })?.text).toBe(text);
});

test.each([
  ['the first day with a free slot', { day: null, slot: 0 }, '2026-11-19', undefined, false],
  ['the preselected day and slot', { day: '2026-11-21', slot: 3 }, '2026-11-21', 3, false],
  ['the preselected day, its slot gone', { day: '2026-11-20', slot: 9 }, '2026-11-20', undefined, true],
  [
    'the preselected day, the slot of another',
    { day: '2026-11-19', slot: 3 },
    '2026-11-19',
    undefined,
    false,
  ],
  ['a day beyond the strip is ignored', { day: '2027-01-01', slot: 0 }, '2026-11-19', undefined, false],
  ['nonsense is ignored', { day: 'danas', slot: Number.NaN }, '2026-11-19', undefined, false],
])('the booking begins with %s', (_, preselected, day, slotId, isPreselectedGone) => {
  const chosen = firstChoice({ days, slots: [ten, eleven, other] }, preselected);
  expect(chosen).toMatchObject({ day, isPreselectedGone });
  expect(chosen?.slot?.id).toBe(slotId);
});

test('the booking begins with today where nothing is free', () => {
  expect(firstChoice({ days, slots: [] }, { day: null, slot: 0 })?.day).toBe('2026-11-18');
  expect(firstChoice({ days: [], slots: [] }, { day: null, slot: 0 })).toBeNull();
});
