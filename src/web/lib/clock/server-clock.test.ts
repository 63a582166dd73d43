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

test('a phone that is an hour behind shows the server’s time', () => {
  learnServerClock('Tue, 17 Nov 2026 13:00:00 GMT');
  expect(serverNow()).toBe(Date.parse('2026-11-17T13:00:00.500Z'));
});

test('a right clock is left alone, and small differences make nothing jump', () => {
  expect(serverNow()).toBe(NOON);
  learnServerClock('Tue, 17 Nov 2026 12:00:01 GMT');
  expect(serverNow()).toBe(NOON);
});

test.each([null, 'soon'])('a response without a readable date (%s) changes no clock', (header) => {
  learnServerClock(header);
  expect(serverNow()).toBe(NOON);
});
