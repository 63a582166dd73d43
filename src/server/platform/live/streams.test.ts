import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WallDate } from '#domain/wall-clock.ts';
import { noAnnouncement } from '../db/announcements/announcements.ts';
import { makeStreams } from './streams.ts';

const slots = new Set<WallDate>(['2026-11-19']);
const changed = { ...noAnnouncement(), slots, notifications: new Set<never>() };
const VISITOR = { user: null, address: '10.0.0.1' };

test('a reader who takes nothing is ended before much waits for it, and one who reads is not', async () => {
  const streams = makeStreams({ isLimited: true, days: () => ['2026-11-18'] });
  const stuck = streams.open(VISITOR);
  const reading = streams.open(VISITOR);
  let read = '';
  reading.on('data', (text) => {
    read += text;
  });
  let mostUnread = 0;
  await turn();
  for (let n = 0; n < 5000 && !stuck.destroyed; n++) {
    streams.send(changed);
    await turn();
    mostUnread = Math.max(mostUnread, stuck.readableLength);
  }
  expect(stuck.destroyed).toBe(true);
  expect(mostUnread).toBeLessThan(17_000);
  expect(reading.destroyed).toBe(false);
  expect(read.length).toBeGreaterThan(15_000);
});

test('streams that end are ended for a reader, and cut for one who takes nothing', async () => {
  const streams = makeStreams({ isLimited: true, days: () => ['2026-11-18'] });
  const stuck = streams.open(VISITOR);
  const reading = streams.open(VISITOR).resume();
  const ended = once(reading, 'end');
  await turn();
  streams.endAll();
  await ended;
  expect(stuck.destroyed).toBe(true);
});

test('what one change says to somebody is one text, and what concerns nobody is not sent', () => {
  const streams = makeStreams({ isLimited: true, days: () => ['2026-11-18'] });
  const visitor = streams.open(VISITOR);
  streams.send({ ...changed, appointments: new Set(['ADMIN']) });
  streams.send({ ...changed, slots: new Set() });
  streams.heartbeat();
  let text = '';
  for (let part = visitor.read(); part !== null; part = visitor.read()) text += part;
  expect(text).toBe(
    'retry: 3000\n\ndata: {"kind":"slots","days":["2026-11-18"]}\n\ndata: {"kind":"slots","days":["2026-11-19"]}\n\n:\n\n',
  );
});
