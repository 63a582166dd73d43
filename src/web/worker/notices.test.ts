import { expect, test } from 'vitest';
import { placeOf, shownOf } from './notices.ts';

const PUSH = {
  title: 'Novi termin',
  body: 'Ana Anić, Gel lak',
  tag: 'notice-4',
  url: '/admin/notifications',
};
const SOMETHING = { title: 'Novo obaveštenje', body: '', tag: 'unreadable', url: '/' };

test.each([
  ['a push', JSON.stringify({ kind: 'NEW_BOOKING', ...PUSH }), PUSH],
  ['one without its place', JSON.stringify({ ...PUSH, url: undefined }), SOMETHING],
  ['one without a title', JSON.stringify({ ...PUSH, title: '' }), SOMETHING],
  ['a text', 'Novi termin', SOMETHING],
  ['null', 'null', SOMETHING],
  ['nothing', undefined, SOMETHING],
])('%s is shown as it is, or as something that came', (_, text, shown) =>
  expect(shownOf(text)).toEqual(shown),
);

test.each([
  ['/appointments', 'https://mila.rs/appointments'],
  ['/profile?tab=notifikacije', 'https://mila.rs/profile?tab=notifikacije'],
  ['https://mila.rs/admin', 'https://mila.rs/admin'],
  ['https://elsewhere.test/', 'https://mila.rs/'],
  ['//elsewhere.test/x', 'https://mila.rs/'],
  ['javascript:alert(1)', 'https://mila.rs/'],
  [undefined, 'https://mila.rs/'],
])('a touch of %s leads to %s', (url, place) => expect(placeOf(url, 'https://mila.rs')).toBe(place));
