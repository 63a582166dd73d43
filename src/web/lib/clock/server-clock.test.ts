import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnServerClock, serverNow } from './server-clock.ts';

const NOON = Date.parse('2026-11-17T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  learnServerClock(new Date(NOON).toUTCString());
});
afterEach(() => {
  vi.useRealTimers();
});

test('the page uses the server’s time if the phone’s clock is an hour behind', () => {
  learnServerClock('Tue, 17 Nov 2026 13:00:00 GMT');
  expect(serverNow()).toBe(Date.parse('2026-11-17T13:00:00.500Z'));
});

test('a difference of less than two seconds from the server’s time is ignored', () => {
  expect(serverNow()).toBe(NOON);
  learnServerClock('Tue, 17 Nov 2026 12:00:01 GMT');
  expect(serverNow()).toBe(NOON);
});

test.each([null, 'soon'])('ignores a response with the date %s', (header) => {
  learnServerClock(header);
  expect(serverNow()).toBe(NOON);
});
