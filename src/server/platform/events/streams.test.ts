import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WallDate } from '#domain/wall-clock.ts';
import { nothingAffected } from './publish.ts';
import { makeStreams } from './streams.ts';

const slots = new Set<WallDate>(['2026-11-19']);
const changed = { ...nothingAffected(), slots, notifications: new Set<never>() };
const VISITOR = { user: null, address: '10.0.0.1' };

test('a client that does not read is disconnected before 17 kB are unread; a client that reads stays connected', async () => {
  const streams = makeStreams(true, () => ['2026-11-18']);
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

test('endAll ends the stream of a client that reads, and destroys the stream of a client that does not', async () => {
  const streams = makeStreams(true, () => ['2026-11-18']);
  const stuck = streams.open(VISITOR);
  const reading = streams.open(VISITOR).resume();
  const ended = once(reading, 'end');
  await turn();
  streams.endAll();
  await ended;
  expect(stuck.destroyed).toBe(true);
});

test('a visitor gets no event about appointments and no event with an empty list of days', () => {
  const streams = makeStreams(true, () => ['2026-11-18']);
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
