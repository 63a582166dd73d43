import { describe, expect, test } from 'vitest';
import { offerOf } from '#domain/appointments/service-fit.ts';
import { stripOf } from '#domain/booking.ts';
import { toId } from '#domain/ids.ts';
import type { ShortClockTime } from '#domain/wall-clock.ts';
import type { FreeOffer, FreeSlot } from './times/use-strip.ts';
import { choiceRefusal } from './use-booking-steps.ts';
import { choiceFor, firstChoice } from './use-choice.ts';
import { contactFaults } from './use-guest.ts';

const MISSING = 'Unesite ime i kontakt telefon.';

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
const dates = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;
const RULES = { minutes: null, joins: true, service_fit: 'warn' } as const;
type Rules = { minutes: number | null; joins: boolean; service_fit: 'warn' | 'require' };

/** The strip of these free slots. */
const strip = (slots: readonly FreeSlot[], rules: Rules = RULES) => ({
  days: stripOf(dates, slots, [], rules),
  slots,
  rules,
});
const whole = (one: FreeSlot): FreeOffer => offerOf(one, [], RULES);
const fine = {
  choice: { day: '2026-11-19' as const, offer: whole(ten) },
  strip: strip([ten, eleven]),
  activeBookings: 1,
  maxActiveBookings: 2,
};
const forTwoHours = { ...RULES, minutes: 120 };
const joined = offerOf(ten, [ten, eleven], forTwoHours);

test.each([
  ['nothing is missing', {}, undefined],
  ['no time', { choice: { ...fine.choice, offer: null } }, 'Izaberite termin pre nastavka.'],
  ['a second booking ahead', { activeBookings: 2 }, 'Možete imati najviše 2 aktivna zakazana termina.'],
  ['the slot is no longer listed', { strip: strip([eleven]) }, 'Osvežite listu termina.'],
  [
    'the slot has other times by now',
    { strip: strip([{ ...ten, end_datetime: eleven.end_datetime }]) },
    'Osvežite listu termina.',
  ],
  [
    'all of it: the time first',
    { choice: { ...fine.choice, offer: null }, activeBookings: 2 },
    'Izaberite termin pre nastavka.',
  ],
  [
    'two slots that are joined',
    { choice: { ...fine.choice, offer: joined }, strip: strip([ten, eleven], forTwoHours) },
    undefined,
  ],
  [
    'two slots that were joined, and one is gone',
    { choice: { ...fine.choice, offer: joined }, strip: strip([ten], forTwoHours) },
    'Osvežite listu termina.',
  ],
  [
    'too short, with a warning',
    { choice: { ...fine.choice, offer: offerOf(ten, [], forTwoHours) }, strip: strip([ten], forTwoHours) },
    undefined,
  ],
  [
    'too short where it has to fit',
    {
      choice: { ...fine.choice, offer: offerOf(ten, [], forTwoHours) },
      strip: strip([ten], { ...forTwoHours, service_fit: 'require' }),
    },
    'Usluga traje duže od termina. Izaberite drugo vreme.',
  ],
] as const)('the chosen time is accepted or refused: %s', (_, changed, text) => {
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
  const chosen = firstChoice(strip([ten, eleven, other]), preselected);
  expect(chosen).toMatchObject({ day, isPreselectedGone });
  expect(chosen?.offer?.slots[0].id).toBe(slotId);
});

test('the booking begins with today where nothing is free', () => {
  expect(firstChoice(strip([]), { day: null, slot: 0 })?.day).toBe('2026-11-18');
  expect(firstChoice({ ...strip([]), days: [] }, { day: null, slot: 0 })).toBeNull();
});

test('the booking begins with the first day that fits the service, else with the first that has anything', () => {
  const long = slot(4, '21 10:00', '21 12:00');
  const nothing = { day: null, slot: 0 };
  expect(firstChoice(strip([ten, long], forTwoHours), nothing)?.day).toBe('2026-11-21');
  expect(firstChoice(strip([ten], forTwoHours), nothing)?.day).toBe('2026-11-19');
});

describe('after another service was chosen', () => {
  const chosen = { day: '2026-11-19' as const, offer: whole(ten), isDayWanted: true };
  const required = { ...forTwoHours, service_fit: 'require' as const };

  test.each([
    ['a slot that begins a joined time is that time', [ten, eleven], forTwoHours, false, '12:00'],
    ['one that is too short stays chosen, with a warning', [ten], forTwoHours, false, '11:00'],
    ['one that is too short is chosen no longer where it has to fit', [ten], required, false, undefined],
    ['one that is too short stays in the open dialog, which refuses it', [ten], required, true, '11:00'],
  ] as const)('%s', (_, slots, rules, isOpen, end) => {
    const { offer } = choiceFor(chosen, strip(slots, rules), isOpen);
    expect(offer?.end_datetime.slice(11, 16)).toBe(end);
  });
  test('a slot that became a part of a joined time is chosen no longer on the page, and stays in the dialog', () => {
    const second = { ...chosen, offer: whole(eleven) };
    const available = strip([ten, eleven], forTwoHours);
    expect(choiceFor(second, available, false).offer).toBeNull();
    expect(choiceFor(second, available, true).offer?.isTooShort).toBe(true);
  });
  test('a day that nobody wanted gives way to the first that fits', () => {
    const available = strip([ten, slot(4, '21 10:00', '21 12:00')], forTwoHours);
    const first = { day: '2026-11-19' as const, offer: null };
    expect(choiceFor(first, available, false).day).toBe('2026-11-21');
    expect(choiceFor({ ...first, isDayWanted: true }, available, false).day).toBe('2026-11-19');
  });
});

test.each([
  ['both are there', { guest_name: 'Mila', guest_phone: '064 123' }, null],
  ['nothing is there', {}, { text: MISSING, fields: { guest_name: true, guest_phone: true } }],
  [
    'blanks only',
    { guest_name: ' ', guest_phone: ' ' },
    { text: MISSING, fields: { guest_name: true, guest_phone: true } },
  ],
  ['the phone is missing', { guest_name: 'Mila' }, { text: MISSING, fields: { guest_phone: true } }],
  [
    'five digits',
    { guest_name: 'Mila', guest_phone: '064 99' },
    { text: null, fields: { guest_phone: 'Proverite broj telefona.' } },
  ],
  [
    'no name and five digits',
    { guest_phone: '064 99' },
    { text: MISSING, fields: { guest_name: true, guest_phone: 'Proverite broj telefona.' } },
  ],
])('of the guest %s', (_, typed, faults) => {
  const form = { values: { guest_name: '', guest_phone: '', ...typed } };
  expect(contactFaults({ isNeeded: true, form })).toEqual(faults);
  expect(contactFaults({ isNeeded: false, form })).toBeNull();
});
