import { expect, test } from 'vitest';
import { placeOf, shownOf } from './push.ts';
import { UNREADABLE_TITLE } from './release.ts';

const PUSH = {
  title: 'Novi termin',
  body: 'Ana Anić, Gel lak',
  tag: 'notice-4',
  url: '/admin/notifications',
};
const GENERIC = { title: 'Novo obaveštenje', body: '', tag: 'unreadable', url: '/' };

test.each([
  ['the content of a push', JSON.stringify({ kind: 'NEW_BOOKING', ...PUSH }), PUSH],
  ['a generic text for a push without a URL', JSON.stringify({ ...PUSH, url: undefined }), GENERIC],
  ['a generic text for a push without a title', JSON.stringify({ ...PUSH, title: '' }), GENERIC],
  ['a generic text for a push that is not JSON', 'Novi termin', GENERIC],
  ['a generic text for null', 'null', GENERIC],
  ['a generic text for an empty push', undefined, GENERIC],
])('the service worker shows %s', (_, text, shown) => expect(shownOf(text, UNREADABLE_TITLE)).toEqual(shown));

test.each([
  ['/appointments', 'https://mila.rs/appointments'],
  ['/profile?tab=notifikacije', 'https://mila.rs/profile?tab=notifikacije'],
  ['https://mila.rs/admin', 'https://mila.rs/admin'],
  ['https://elsewhere.test/', 'https://mila.rs/'],
  ['//elsewhere.test/x', 'https://mila.rs/'],
  ['javascript:alert(1)', 'https://mila.rs/'],
  [undefined, 'https://mila.rs/'],
])('a tap on a notification with the URL %s opens %s', (url, place) =>
  expect(placeOf(url, 'https://mila.rs')).toBe(place),
);
