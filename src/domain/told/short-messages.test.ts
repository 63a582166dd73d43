import { describe, expect, test } from 'vitest';
import { tongue as english } from '../language/en/tongue.ts';
import { tongue as cyrillic } from '../language/sr-Cyrl/tongue.ts';
import { speakBy } from '../language/translate.ts';
import type { WallTime } from '../wall-clock.ts';
import { plainText, smsAt, smsParts, smsReminderAt, smsText, smsTtlSeconds } from './short-messages.ts';

const at = (text: string) => `2026-11-${text}:00` as WallTime;

test.each([
  ['by day at once', '17 11:00', '20 10:00', '17 11:00'],
  ['a minute before quiet at once', '17 19:59', '20 10:00', '17 19:59'],
  ['at 20:00 in the morning', '17 20:00', '20 10:00', '18 09:00'],
  ['before 9:00 at 9:00', '17 08:59', '20 10:00', '17 09:00'],
  ['at 9:00 at once', '17 09:00', '20 10:00', '17 09:00'],
  ['a start 14 hours away at once', '17 20:30', '18 10:30', '17 20:30'],
  ['a start 14 hours and a minute away in the morning', '17 20:30', '18 10:31', '18 09:00'],
  ['an early start at once', '17 22:00', '18 07:00', '17 22:00'],
  ['a start that has come never', '17 10:00', '17 10:00', undefined],
])('smsAt: sends %s', (_, now, start, expected) =>
  expect(smsAt(at(now), at(start))).toBe(expected && at(expected)),
);

test.each([
  ['17 19:59', '17 19:59'],
  ['17 20:00', '17 19:30'],
  ['17 21:30', '17 19:30'],
  ['17 08:59', '17 09:00'],
  ['17 09:00', '17 09:00'],
])('smsReminderAt: a reminder that is due at %s goes at %s', (due, expected) =>
  expect(smsReminderAt(at(due))).toBe(at(expected)),
);

test.each([
  ['30 minutes at most', '17 11:00', '20 10:00', 1800],
  ['until the start', '17 09:50', '17 10:00', 600],
  ['until 20:00', '17 19:45', '20 10:00', 900],
  ['past 20:00 for a start within 14 hours', '17 19:45', '18 09:00', 1800],
])('smsTtlSeconds: %s', (_, now, start, expected) =>
  expect(smsTtlSeconds(at(now), at(start), at(now))).toBe(expected),
);

test.each([
  ['Šišanje i đonovi, Čačak', 'Sisanje i djonovi, Cacak'],
  ['Гел лак, Његош', 'Gel lak, Njegos'],
  ['„Mira“ – nokti… ☺', '"Mira" - nokti...'],
  ['Салон «Луна», ‚M‘', 'Salon "Luna", \'M\''],
  ['a`b', 'ab'],
])('plainText: %s', (text, expected) => expect(plainText(text)).toBe(expected));

test.each([
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])('smsParts: %i characters are %i parts', (length, parts) =>
  expect(smsParts('a'.repeat(length))).toBe(parts),
);
test('smsParts: a bracket takes two places', () => expect(smsParts(`[${'a'.repeat(159)}`)).toBe(2));

describe('smsText', () => {
  const link = `https://salon.rs/booking#termin=${'x'.repeat(43)}`;
  const facts = { start_datetime: at('17 14:15'), expected: null, salon: 'Lunula', link };
  const text = (service: string, salon = 'Lunula') => smsText('REMINDER', { ...facts, service, salon });
  test('names the time, the service, the link and the salon', () =>
    expect(text('Gel lak')).toBe(
      `Podsecamo vas na termin: 17. novembra u 14:15, Gel lak. Dolazite? Potvrdite ovde: ${link} Lunula`,
    ));
  test('leaves out the service, then the salon, then all but day, time and link; the link is never cut', () => {
    expect(text('u'.repeat(170))).toBe(
      `Podsecamo vas na termin: 17. novembra u 14:15. Dolazite? Potvrdite ovde: ${link} Lunula`,
    );
    expect(text('u'.repeat(170), 's'.repeat(200))).toBe(
      `Podsecamo vas na termin: 17. novembra u 14:15. Dolazite? Potvrdite ovde: ${link}`,
    );
    const long = `https://${'s'.repeat(240)}.rs/booking`;
    expect(smsText('REMINDER', { ...facts, service: null, link: long })).toBe(`17. novembra u 14:15 ${long}`);
  });
  test('a delay names the expected time', () =>
    expect(smsText('DELAY', { ...facts, expected: at('17 14:45'), service: null })).toBe(
      `Salon kasni: ocekujemo vas oko 14:45. Hvala na strpljenju! ${link} Lunula`,
    ));
  test.each([
    [english, 'A reminder of your appointment: 17 November at 14:15, Gel lak. Are you coming?'],
    [cyrillic, 'Podsecamo vas na termin: 17. novembra u 14:15, Gel lak. Dolazite?'],
  ])('in another language in plain letters too', (tongue, begin) => {
    speakBy(() => tongue);
    expect(text('Gel lak').startsWith(begin)).toBe(true);
    speakBy(() => undefined);
  });
});
