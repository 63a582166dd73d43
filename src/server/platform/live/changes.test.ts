import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EVENTS_AGE_MAX_MS } from '#domain/limits.ts';
import { noAnnouncement } from '../db/announcements/announcements.ts';
import { passChangesOn } from './changes.ts';
import { makeStreams } from './streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('of a page whose age is ten minutes or more nobody knows whether it has changed', () => {
  const platform = { db: undefined as never, clock: { ms: () => Date.now(), timeZone: 'UTC' } };
  const streams = makeStreams({ isLimited: true, days: () => [] });
  const changes = passChangesOn(platform, streams, {
    log: { warn: vi.fn() },
    upcomingNotifications: async () => new Map(),
    isOnlyWriter: true,
  });
  const visitor = { user: null, address: '10.0.0.1' };
  changes.onAnnouncement({ ...noAnnouncement(), slots: new Set(['2026-11-19'] as const) });
  vi.advanceTimersByTime(2 * EVENTS_AGE_MAX_MS);
  expect(changes.isUnchanged(EVENTS_AGE_MAX_MS - 1, visitor)).toBe(true);
  expect(changes.isUnchanged(EVENTS_AGE_MAX_MS, visitor)).toBe(false);
  changes.stop();
});
