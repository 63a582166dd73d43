import { describe, expect, test } from 'vitest';
import { offerOf } from '#domain/appointments/service-fit.ts';
import { stripOf } from '#domain/booking.ts';
import { toId } from '#domain/ids.ts';
import type { ShortClockTime } from '#domain/wall-clock.ts';
import type { FreeSlot } from '../../lib/appointment/free-days.ts';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { contactFaults } from '../use-booking-steps.ts';
import { choiceFor, choiceRefusal, firstChoice } from './use-chooser.ts';

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

/** Returns the strip of days with the given free slots. */
const strip = (slots: readonly FreeSlot[], rules: Rules = RULES) => ({
  days: stripOf(dates, slots, [], rules),
  slots,
  rules,
});
const whole = (one: FreeSlot): FreeOffer => offerOf(one, [], RULES);
const fine = {
  choice: { day: '2026-11-19' as const, offer: whole(ten) },
  strip: strip([ten, eleven]),
  limitText: null,
};
const LIMIT = 'Možete imati najviše 2 aktivna zakazana termina.';
const forTwoHours = { ...RULES, minutes: 120 };
const joined = offerOf(ten, [ten, eleven], forTwoHours);

test.each([
  ['a listed time', {}, undefined],
  ['a missing time', { choice: { ...fine.choice, offer: null } }, 'Izaberite termin pre nastavka.'],
  ['a reached limit of bookings', { limitText: LIMIT }, LIMIT],
  ['a slot that is no longer listed', { strip: strip([eleven]) }, 'Osvežite listu termina.'],
  [
    'a slot whose times have changed',
    { strip: strip([{ ...ten, end_datetime: eleven.end_datetime }]) },
    'Osvežite listu termina.',
  ],
  [
    'a missing time and a reached limit',
    { choice: { ...fine.choice, offer: null }, limitText: LIMIT },
    'Izaberite termin pre nastavka.',
  ],
  [
    'joined slots',
    { choice: { ...fine.choice, offer: joined }, strip: strip([ten, eleven], forTwoHours) },
    undefined,
  ],
  [
    'joined slots if one of them is no longer free',
    { choice: { ...fine.choice, offer: joined }, strip: strip([ten], forTwoHours) },
    'Osvežite listu termina.',
  ],
  [
    'a time that is too short, in a salon that only warns',
    { choice: { ...fine.choice, offer: offerOf(ten, [], forTwoHours) }, strip: strip([ten], forTwoHours) },
    undefined,
  ],
  [
    'a time that is too short, in a salon that requires slots as long as the services',
    {
      choice: { ...fine.choice, offer: offerOf(ten, [], forTwoHours) },
      strip: strip([ten], { ...forTwoHours, service_fit: 'require' }),
    },
    'Usluga traje duže od termina. Izaberite drugo vreme.',
  ],
] as const)('the error for a choice with %s: $2', (_, changed, text) => {
  const { choice, strip, limitText } = { ...fine, ...changed };
  expect(choiceRefusal(choice, strip, limitText)).toBe(text);
});

test.each([
  ['the first day with a free slot', { day: null, slot: 0 }, '2026-11-19', undefined, false],
  ['the preselected day and slot', { day: '2026-11-21', slot: 3 }, '2026-11-21', 3, false],
  [
    'the preselected day, if the preselected slot is gone',
    { day: '2026-11-20', slot: 9 },
    '2026-11-20',
    undefined,
    true,
  ],
  [
    'the preselected day, if the preselected slot is on another day',
    { day: '2026-11-19', slot: 3 },
    '2026-11-19',
    undefined,
    false,
  ],
  ['a day beyond the strip is ignored', { day: '2027-01-01', slot: 0 }, '2026-11-19', undefined, false],
  ['an invalid value is ignored', { day: 'danas', slot: Number.NaN }, '2026-11-19', undefined, false],
])('the first choice: %s', (_, preselected, day, slotId, isPreselectedGone) => {
  const chosen = firstChoice(strip([ten, eleven, other]), preselected);
  expect(chosen).toMatchObject({ day, isPreselectedGone });
  expect(chosen?.offer?.slots[0].id).toBe(slotId);
});

test('without free slots, today is chosen', () => {
  expect(firstChoice(strip([]), { day: null, slot: 0 })?.day).toBe('2026-11-18');
  expect(firstChoice({ ...strip([]), days: [] }, { day: null, slot: 0 })).toBeNull();
});

test('the first day with a time long enough for the service is chosen, otherwise the first day with any slot', () => {
  const long = slot(4, '21 10:00', '21 12:00');
  const nothing = { day: null, slot: 0 };
  expect(firstChoice(strip([ten, long], forTwoHours), nothing)?.day).toBe('2026-11-21');
  expect(firstChoice(strip([ten], forTwoHours), nothing)?.day).toBe('2026-11-19');
});

describe('choiceFor, after a change of the services', () => {
  const chosen = { day: '2026-11-19' as const, offer: whole(ten), isDayWanted: true };
  const required = { ...forTwoHours, service_fit: 'require' as const };

  test.each([
    [
      'a chosen slot that begins a joined time is extended to that time',
      [ten, eleven],
      forTwoHours,
      false,
      '12:00',
    ],
    ['a slot that is too short stays chosen, with a warning', [ten], forTwoHours, false, '11:00'],
    [
      'a slot that is too short is no longer chosen when the salon requires slots as long as the services',
      [ten],
      required,
      false,
      undefined,
    ],
    [
      'a slot that is too short stays in the open confirmation, which refuses it',
      [ten],
      required,
      true,
      '11:00',
    ],
  ] as const)('%s', (_, slots, rules, isOpen, end) => {
    const { offer } = choiceFor(chosen, strip(slots, rules), isOpen);
    expect(offer?.end_datetime.slice(11, 16)).toBe(end);
  });
  test('a chosen slot is no longer chosen once it is the second part of a joined time, unless the confirmation is open', () => {
    const second = { ...chosen, offer: whole(eleven) };
    const available = strip([ten, eleven], forTwoHours);
    expect(choiceFor(second, available, false).offer).toBeNull();
    expect(choiceFor(second, available, true).offer?.isTooShort).toBe(true);
  });
  test('a day that the user has not chosen is replaced by the first day with a time long enough for the service', () => {
    const available = strip([ten, slot(4, '21 10:00', '21 12:00')], forTwoHours);
    const first = { day: '2026-11-19' as const, offer: null };
    expect(choiceFor(first, available, false).day).toBe('2026-11-21');
    expect(choiceFor({ ...first, isDayWanted: true }, available, false).day).toBe('2026-11-19');
  });
});

test.each([
  ['name and phone', { guest_name: 'Mila', guest_phone: '064 123' }, null],
  ['neither name nor phone', {}, { text: MISSING, fields: { guest_name: true, guest_phone: true } }],
  [
    'blanks only',
    { guest_name: ' ', guest_phone: ' ' },
    { text: MISSING, fields: { guest_name: true, guest_phone: true } },
  ],
  ['no phone', { guest_name: 'Mila' }, { text: MISSING, fields: { guest_phone: true } }],
  [
    'a phone of five digits',
    { guest_name: 'Mila', guest_phone: '064 99' },
    { text: null, fields: { guest_phone: 'Proverite broj telefona.' } },
  ],
  [
    'no name and a phone of five digits',
    { guest_phone: '064 99' },
    { text: MISSING, fields: { guest_name: true, guest_phone: 'Proverite broj telefona.' } },
  ],
])('returns the errors for contact fields with %s, and none if they are not needed', (_, typed, faults) => {
  const form = { values: { guest_name: '', guest_phone: '', ...typed } };
  expect(contactFaults({ isNeeded: true, form })).toEqual(faults);
  expect(contactFaults({ isNeeded: false, form })).toBeNull();
});
