import { expect, test } from 'vitest';
import { bookingPath } from './paths.ts';

test.each([
  [{}, '/booking'],
  [{ services: [], technician: null }, '/booking'],
  [{ services: [1, 4] }, '/booking?usluga=1,4'],
  [{ day: '2026-11-20', slot: 12, technician: 2 }, '/booking?dan=2026-11-20&slot=12&radnica=2'],
])('the path of the booking page with the choices %j is %s', (chosen, path) => {
  expect(bookingPath(chosen)).toBe(path);
});
