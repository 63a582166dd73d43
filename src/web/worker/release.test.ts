import { expect, test } from 'vitest';
import { cacheName, isScreen, outdated, roleIn } from './release.ts';

test.each([
  ['/', true],
  ['/appointments', true],
  ['/admin/calendar', true],
  ['/apid', true],
  ['/api', false],
  ['/api/appointments/upcoming', false],
  ['/robots.txt', false],
  ['/sw.js', false],
  ['/assets/index-a1.js', false],
])('isScreen of %s is %s', (path, is) => expect(isScreen(path)).toBe(is));

test.each([
  ['', 'client'],
  ['?za=vlasnica', 'owner'],
  ['?za=drugi', 'client'],
] as const)('the service worker sw.js%s has the role %s', (search, role) =>
  expect(roleIn(search)).toBe(role),
);

test('the name of a cache contains its release and role', () => {
  const release = { id: 'b2' };
  expect([cacheName(release, 'client'), cacheName(release, 'owner')]).toEqual([
    'lunula-client-b2',
    'lunula-owner-b2',
  ]);
});

test('caches of other releases are deleted, except the newest three while an open page could use them; caches with other names stay', () => {
  const names = [
    'other',
    'lunula-client-1',
    'lunula-client-2',
    'lunula-owner-3',
    'lunula-client-4',
    'lunula-client-5',
  ];
  expect(outdated(names, 'lunula-client-5', false)).toEqual(names.slice(1, 5));
  expect(outdated(names, 'lunula-client-5', true)).toEqual(['lunula-client-1']);
  expect(outdated(names.slice(0, 4), 'lunula-client-5', true)).toEqual([]);
});
