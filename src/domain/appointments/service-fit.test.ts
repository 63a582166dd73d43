import { describe, expect, test } from 'vitest';
import type { WallTime } from '../wall-clock.ts';
import { type FitRules, isShorterThan, offerOf, offersFor, slotsTaken } from './service-fit.ts';
import type { Times } from './slots.ts';

const at = (clock: string): WallTime => `2025-03-12 ${clock}:00` as WallTime;
/** Parses a text such as '10:00-11:00'. */
const time = (text: string): Times => {
  const [from = '', to = ''] = text.split('-');
  return { start_datetime: at(from), end_datetime: at(to) };
};
const textOf = ({ start_datetime, end_datetime }: Times) =>
  `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`;
const slots = (...texts: string[]) => texts.map(time);
const joining = (minutes: number | null, joins = true) => ({ minutes, joins });

test.each([
  ['59 minutes are too short for 60', '10:00-10:59', 60, true],
  ['60 minutes are enough for 60', '10:00-11:00', 60, false],
  ['any time is enough if no service is chosen', '10:00-10:05', null, false],
  ['any time is enough for a service without a duration', '10:00-10:05', 0, false],
])('%s', (_, text, minutes, isShorter) => {
  expect(isShorterThan(time(text), minutes)).toBe(isShorter);
});

describe('offerOf: which time a slot from 10:00 to 11:00 offers', () => {
  const first = time('10:00-11:00');

  test.each<[string, string[], number | null, string, number, boolean]>([
    ['itself if no service is chosen', ['11:00-12:00'], null, '10:00-11:00', 1, false],
    ['itself if it is as long as the service', ['11:00-12:00'], 60, '10:00-11:00', 1, false],
    [
      'itself and the next slot when the service is a minute longer',
      ['11:00-12:00'],
      61,
      '10:00-12:00',
      2,
      false,
    ],
    [
      'two slots for a service of exactly their total length',
      ['11:00-12:00', '12:00-13:00'],
      120,
      '10:00-12:00',
      2,
      false,
    ],
    [
      'three slots for a service that is a minute longer than two slots',
      ['11:00-12:00', '12:00-13:00'],
      121,
      '10:00-13:00',
      3,
      false,
    ],
    ['four', ['11:00-11:20', '11:20-11:40', '11:40-12:00'], 115, '10:00-12:00', 4, false],
    ['no more slots than needed', ['11:00-11:20', '11:20-13:00'], 75, '10:00-11:20', 2, false],
    ['whole slots, even if the last slot is far longer', ['11:00-15:00'], 65, '10:00-15:00', 2, false],
    ['the same in any order of slots', ['12:00-13:00', '11:00-12:00'], 180, '10:00-13:00', 3, false],
    ['only itself when no slot follows', [], 61, '10:00-11:00', 1, true],
    [
      'only itself when even all following slots are not enough',
      ['11:00-12:00'],
      121,
      '10:00-11:00',
      1,
      true,
    ],
    ['only itself before a break of five minutes', ['11:05-13:00'], 61, '10:00-11:00', 1, true],
    [
      'only itself when the third slot is not adjacent',
      ['11:00-11:20', '11:25-13:00'],
      81,
      '10:00-11:00',
      1,
      true,
    ],
    ['no earlier slots', ['09:00-10:00'], 61, '10:00-11:00', 1, true],
  ])('a slot offers %s', (_, others, minutes, text, count, isTooShort) => {
    const offer = offerOf(first, [first, ...slots(...others)], joining(minutes));
    expect([textOf(offer), offer.slots.length, offer.isTooShort]).toEqual([text, count, isTooShort]);
  });

  test('a slot offers only its own time when the joining of slots is turned off', () => {
    const offer = offerOf(first, slots('11:00-12:00'), joining(61, false));
    expect([textOf(offer), offer.isTooShort]).toEqual(['10:00-11:00', true]);
  });
});

describe('offersFor: which times a day offers', () => {
  const offered = (texts: string[], minutes: number | null, joins = true) =>
    offersFor(slots(...texts), joining(minutes, joins)).map(
      (offer) => `${textOf(offer)}${offer.isTooShort ? ' short' : ''}`,
    );
  const HOURS = ['10:00-11:00', '11:00-12:00', '12:00-13:00'];

  test.each<[string, string[], number | null, string[]]>([
    ['every slot if no service is chosen', HOURS, null, HOURS],
    ['every slot as long as the service', HOURS, 60, HOURS],
    ['overlapping times, each starting at a slot', HOURS, 90, ['10:00-12:00', '11:00-13:00']],
    ['one time when only one time is long enough', HOURS, 180, ['10:00-13:00']],
    ['slots that are too short when none is long enough', HOURS, 181, HOURS.map((text) => `${text} short`)],
    [
      'a part that is long enough alone, in addition to the joined time',
      ['10:00-11:00', '11:00-13:00'],
      90,
      ['10:00-13:00', '11:00-13:00'],
    ],
    [
      'a slot that is too short and part of no joined time',
      ['09:00-09:30', '10:00-11:00', '11:00-12:00'],
      90,
      ['09:00-09:30 short', '10:00-12:00'],
    ],
    ['nothing on a day without slots', [], 90, []],
  ])('a day offers %s', (_, texts, minutes, expected) => {
    expect(offered(texts, minutes)).toEqual(expected);
  });

  test('a day offers only single slots when the joining of slots is turned off', () => {
    expect(offered(['10:00-11:00', '11:00-12:30'], 90, false)).toEqual(['10:00-11:00 short', '11:00-12:30']);
  });
});

describe('slotsTaken: the slots that a booking takes if its first slot is from 10:00 to 11:00', () => {
  const slot = time('10:00-11:00');
  const free = [slot, ...slots('11:00-12:00', '12:00-13:00')];
  const taken = (seen: string, rules: Partial<FitRules>, others = free) => {
    const outcome = slotsTaken(slot, time(seen), others, {
      minutes: null,
      joins: true,
      service_fit: 'warn',
      ...rules,
    });
    return typeof outcome === 'string' ? outcome : outcome.map(textOf);
  };
  const TWO = ['10:00-11:00', '11:00-12:00'];

  test.each<[string, string, Partial<FitRules>, string[] | string]>([
    ['the slot as seen', '10:00-11:00', {}, ['10:00-11:00']],
    ['no slot when the seen slot now starts later', '09:55-11:00', {}, 'slot_gone'],
    ['no slot when the seen slot now starts earlier', '10:05-11:00', {}, 'slot_gone'],
    ['no slot when the seen slot is now longer', '10:00-10:55', {}, 'slot_gone'],
    ['a slot that is too short, with `warn`', '10:00-11:00', { minutes: 61 }, ['10:00-11:00']],
    [
      'no slot that is too short, with `require`',
      '10:00-11:00',
      { minutes: 61, service_fit: 'require' },
      'service_too_long',
    ],
    [
      "a slot of exactly the service's length",
      '10:00-11:00',
      { minutes: 60, service_fit: 'require' },
      ['10:00-11:00'],
    ],
    ['a slot if no service is chosen', '10:00-11:00', { service_fit: 'require' }, ['10:00-11:00']],
    ["two slots of exactly the service's length", '10:00-12:00', { minutes: 120 }, TWO],
    ['two slots, with `require`', '10:00-12:00', { minutes: 61, service_fit: 'require' }, TWO],
    ['three slots when two are a minute too short', '10:00-13:00', { minutes: 121 }, [...TWO, '12:00-13:00']],
    ['no three slots when two are enough', '10:00-13:00', { minutes: 120 }, 'slot_gone'],
    ['no two slots when three are needed', '10:00-12:00', { minutes: 121 }, 'slot_gone'],
    ['no joined slots when all together are too short', '10:00-12:00', { minutes: 181 }, 'slot_gone'],
    ['no part of a slot', '10:00-11:30', { minutes: 90 }, 'slot_gone'],
    ['no joined slots if no service is chosen', '10:00-12:00', {}, 'slots_not_joined'],
    ['no joined slots when the slot is long enough', '10:00-12:00', { minutes: 60 }, 'slots_not_joined'],
    ['no joined slots when joining is off', '10:00-12:00', { minutes: 90, joins: false }, 'slot_gone'],
  ])('a booking takes %s', (_, seen, rules, expected) => {
    expect(taken(seen, rules)).toEqual(expected);
  });

  test('a booking of joined slots is refused if one of the slots is missing or not adjacent', () => {
    expect(taken('10:00-12:00', { minutes: 90 }, [slot])).toBe('slot_gone');
    expect(taken('10:00-12:00', { minutes: 90 }, [slot, time('11:05-12:00')])).toBe('slot_gone');
  });
});
