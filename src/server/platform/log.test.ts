import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchLines, MOST_UNREAD_BYTES, makeLog, nonBlockingDestination } from './log.ts';

/** A pipe that accepts `room` bytes. When it is full, `write` throws EAGAIN until `makeRoom` simulates a reader. */
function aPipe(room: number) {
  let taken = Buffer.alloc(0);
  let left = room;
  return {
    write(bytes: Buffer): number {
      if (left === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' });
      const count = Math.min(bytes.length, left);
      taken = Buffer.concat([taken, bytes.subarray(0, count)]);
      left -= count;
      return count;
    },
    makeRoom(bytes: number) {
      left = bytes;
    },
    text: () => String(taken),
  };
}

test('without batchLines, a line is written immediately', () => {
  const pipe = aPipe(Number.POSITIVE_INFINITY);
  makeLog('info', nonBlockingDestination(pipe.write)).info({ route: '/services' }, 'request');
  expect(JSON.parse(pipe.text())).toMatchObject({ level: 30, route: '/services', msg: 'request' });
});

test('bytes that a full pipe does not accept are kept and written before the next line', () => {
  const pipe = aPipe(7);
  const lines = nonBlockingDestination(pipe.write);
  lines.write('prva šljiva\n');
  lines.write('druga\n');
  expect(pipe.text()).toBe('prva š');
  pipe.makeRoom(1000);
  lines.write('treća\n');
  expect(pipe.text()).toBe('prva šljiva\ndruga\ntreća\n');
});

test('while the log pipe is not read, lines beyond the limit of bytes are dropped, and their number is logged before the next line', () => {
  const pipe = aPipe(0);
  const lines = nonBlockingDestination(pipe.write);
  const kept = `${'x'.repeat(MOST_UNREAD_BYTES)}\n`;
  lines.write(kept);
  lines.write('dropped\n');
  lines.write('dropped\n');
  pipe.makeRoom(Number.POSITIVE_INFINITY);
  lines.write('written\n');
  lines.write('later\n');
  const [first, warning, ...rest] = pipe.text().split('\n');
  expect(`${first}\n`).toBe(kept);
  expect(JSON.parse(warning ?? '')).toMatchObject({ level: 40, count: 2 });
  expect(rest).toEqual(['written', 'later', '']);
});

test('a write to a closed pipe does not throw', () => {
  const lines = nonBlockingDestination(() => {
    throw Object.assign(new Error('broken pipe'), { code: 'EPIPE' });
  });
  expect(() => lines.write('nobody reads this\n')).not.toThrow();
});

test('batchLines writes the lines of one event loop turn together, in order', async () => {
  const written: string[] = [];
  const log = makeLog('info', batchLines({ write: (lines) => void written.push(lines) }));
  log.info('first');
  log.info('second');
  expect(written).toEqual([]);
  await turn();
  log.info('third');
  await turn();
  expect(written.map((lines) => lines.split('\n').length - 1)).toEqual([2, 1]);
  expect(written.join('')).toMatch(/first.*\n.*second.*\n.*third/);
});

test('batchLines writes a warning and all earlier lines immediately, and flush writes the remaining lines', async () => {
  const written: string[] = [];
  const lines = batchLines({ write: (text) => void written.push(text) });
  const log = makeLog('info', lines);
  log.info('first');
  log.warn('beware');
  expect(written.join('')).toMatch(/first.*\n.*beware/);
  log.info('last');
  lines.flush();
  expect(written.join('')).toMatch(/last/);
  const count = written.length;
  await turn();
  expect(written.length).toBe(count);
});
