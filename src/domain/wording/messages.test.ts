import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tongue as english } from '../language/en/tongue.ts';
import { speakBy } from '../language/translate.ts';
import { DEFAULT_SETTINGS, SETTINGS } from '../settings.ts';
import { MESSAGE_TEXTS, messageFacts, messageText, unknownPlaceholder } from './messages.ts';

test.each([
  ['a text without braces', 'Vidimo se!', undefined],
  ['all known placeholders', '{ime} {datum} {vreme} {usluga} {salon} {link}', undefined],
  ['a misspelled placeholder', 'Zdravo {imee}', '{imee}'],
  ['a placeholder with a space', '{ ime}', '{ ime}'],
  ['an empty placeholder', 'a {} b', '{}'],
  ['an unclosed brace', '{ime', '{'],
  ['an unopened brace', 'ime}', '}'],
  ['a brace inside a placeholder', '{{ime}}', '{'],
])('finds the unknown placeholders of %s', (_what, text, unknown) => {
  expect(unknownPlaceholder(text)).toBe(unknown);
});

const MESSAGES = Object.values(SETTINGS).flatMap((setting) =>
  setting.kind === 'message' ? [[setting.default, 'more' in setting ? setting.more : []] as const] : [],
);

test.each(MESSAGES)('the default message “%s” contains only known placeholders', (text, more) => {
  expect(unknownPlaceholder(text, more)).toBeUndefined();
});

const SENDER = { salon: 'Lunula', address: 'https://lunula.rs', today: '2026-11-16' } as const;
const MARTA = {
  name: 'Marta Đukanović',
  isClient: true,
  start_datetime: '2026-11-17 11:45:00',
  service_name: 'Gel lak',
} as const;

test.each([
  ['the name', '{ime}!', 'Marta Đukanović!'],
  ['the day', '{datum}', 'utorak, 17. novembar'],
  ['the time', 'u {vreme}', 'u 11:45'],
  ['the service', '({usluga})', '(Gel lak)'],
  ['the salon', '{salon}{salon}', 'LunulaLunula'],
  ['the link', '{link}\n', 'https://lunula.rs/appointments\n'],
  ['an unknown placeholder', '{imee} {constructor} {', '{imee} {constructor} {'],
])('fills a message with %s', (_what, template, text) => {
  expect(messageText(template, MARTA, SENDER)).toBe(text);
});

test('a placeholder inside a name is not replaced', () => {
  const facts = { ...MARTA, name: '{link} $& {ime}', service_name: '{salon}' };
  expect(messageText('{ime}, {usluga}', facts, SENDER)).toBe('{link} $& {ime}, {salon}');
});

test('a message names the technician after the service', () => {
  const facts = { ...MARTA, technician_name: 'Jelena' };
  expect(messageText('{usluga}.', facts, SENDER)).toBe('Gel lak (radnica: Jelena).');
});

test.each([
  ['to a guest', { isClient: false }, {}, 'https://lunula.rs/booking'],
  ['to a client', {}, {}, 'https://lunula.rs/appointments'],
  [
    'from a salon whose base URL ends with a slash',
    {},
    { address: 'https://lunula.rs/' },
    'https://lunula.rs/appointments',
  ],
  [
    'from a salon whose base URL has a path',
    {},
    { address: 'https://a.rs/nokti' },
    'https://a.rs/nokti/appointments',
  ],
  ['that asks for a review', {}, { link: 'https://g.page/lunula' }, 'https://g.page/lunula'],
])('the link in a message %s leads to $3', (_what, facts, sender, link) => {
  expect(messageText('{link}', { ...MARTA, ...facts }, { ...SENDER, ...sender })).toBe(link);
});

test('a date in another year is written with its year, and a missing service is “usluga po dogovoru”', () => {
  const facts = { ...MARTA, start_datetime: '2027-01-05 09:00:00', service_name: null } as const;
  expect(messageText('{datum} u {vreme}, {usluga}.', facts, SENDER)).toBe(
    'utorak, 5. januar 2027. u 09:00, usluga po dogovoru.',
  );
});

test.each([
  [
    'confirmation',
    'Termin je zakazan: utorak, 17. novembar u 11:45, Gel lak. Radujemo se vašem dolasku! Lunula https://lunula.rs/appointments',
  ],
  [
    'reminder',
    'Podsećamo vas na termin: utorak, 17. novembar u 11:45, Gel lak. Dolazite? Potvrdite ovde: https://lunula.rs/appointments Lunula',
  ],
  [
    'moved',
    'Vaš termin je pomeren: utorak, 17. novembar u 11:45, Gel lak. Lunula https://lunula.rs/appointments',
  ],
  [
    'cancelled',
    'Nažalost, moramo da otkažemo termin: utorak, 17. novembar u 11:45. Novi možete izabrati ovde: https://lunula.rs/appointments Lunula',
  ],
  [
    'free_slot',
    'Oslobodio se termin: utorak, 17. novembar u 11:45. Rezervišite ga ovde: https://lunula.rs/appointments Lunula',
  ],
] as const)('fills the default message %s', (name, text) => {
  expect(messageText(DEFAULT_SETTINGS[`message_${name}`], MARTA, SENDER)).toBe(text);
});

test.each([
  ['a client', 'Marta', null, null, 'Marta', true],
  ['a guest', null, 'Mila', '064 1', 'Mila', false],
  ['a guest whose name was erased', null, null, '064 1', 'Gost', false],
  ['a client who booked for another person', 'Marta', 'Mila', null, 'Marta', true],
  ['a guest without a phone', null, 'Mila', null, 'Mila', false],
  ['a client whose booking has another phone number', 'Marta', null, '064 1', 'Marta', false],
  ['another person with a phone of their own', 'Marta', 'Mila', '064 1', 'Mila', false],
])(
  'a message to %s addresses the person to whom the phone belongs',
  (_, client_name, guest_name, guest_phone, name, isClient) => {
    const { start_datetime, service_name } = MARTA;
    const row = { start_datetime, client_name, guest_name, guest_phone, service_name };
    expect(messageFacts(row)).toEqual({ name, isClient, start_datetime, service_name });
  },
);

describe('the text of a message in another language (docs/spec/behaviour.md §33.4)', () => {
  beforeEach(() => speakBy(() => english));
  afterEach(() => speakBy(() => undefined));
  const facts = {
    name: 'Eva',
    isClient: false,
    start_datetime: '2026-11-17 11:45:00',
    service_name: null,
  } as const;
  const sender = { salon: 'Lunula', address: '', today: null, link: 'L' };

  test.each([
    [
      'a built-in text',
      MESSAGE_TEXTS.review,
      'Thank you for coming! If you have a minute, tell us how it was: L Lunula',
    ],
    [
      'one of an earlier release',
      'Podsećamo vas na termin {datum} u {vreme}, {usluga}. Vidimo se! {salon} {link}',
      /^A reminder of your appointment: .+, service to be agreed\. Are you coming\?/,
    ],
    ['a changed text', 'Hvala! {salon} {link}', 'Hvala! Lunula L'],
  ])('%s', (_, template, text) => expect(messageText(template, facts, sender)).toMatch(text));
});
