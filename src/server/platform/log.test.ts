import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linesTogether, MOST_UNREAD_BYTES, makeLog, unhurriedLines } from './log.ts';

/** A pipe that takes so many bytes, until it is read. */
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

test('a line is written at once', () => {
  const pipe = aPipe(Number.POSITIVE_INFINITY);
  makeLog('info', unhurriedLines(pipe.write)).info({ route: '/services' }, 'request');
  expect(JSON.parse(pipe.text())).toMatchObject({ level: 30, route: '/services', msg: 'request' });
});

test('what a full pipe does not take comes with a later line, in order and to the byte', () => {
  const pipe = aPipe(7);
  const lines = unhurriedLines(pipe.write);
  lines.write('prva šljiva\n');
  lines.write('druga\n');
  expect(pipe.text()).toBe('prva š');
  pipe.makeRoom(1000);
  lines.write('treća\n');
  expect(pipe.text()).toBe('prva šljiva\ndruga\ntreća\n');
});

test('past the bound lines are left out, and how many is said before the first that is written again', () => {
  const pipe = aPipe(0);
  const lines = unhurriedLines(pipe.write);
  const kept = `${'x'.repeat(MOST_UNREAD_BYTES)}\n`;
  lines.write(kept);
  lines.write('left out\n');
  lines.write('left out\n');
  pipe.makeRoom(Number.POSITIVE_INFINITY);
  lines.write('written\n');
  lines.write('later\n');
  const [first, warning, ...rest] = pipe.text().split('\n');
  expect(`${first}\n`).toBe(kept);
  expect(JSON.parse(warning ?? '')).toMatchObject({ level: 40, count: 2 });
  expect(rest).toEqual(['written', 'later', '']);
});

test('a reader that is gone stops nobody', () => {
  const lines = unhurriedLines(() => {
    throw Object.assign(new Error('broken pipe'), { code: 'EPIPE' });
  });
  expect(() => lines.write('nobody reads this\n')).not.toThrow();
});

test('the lines of one turn are written together, in order', async () => {
  const written: string[] = [];
  const log = makeLog('info', linesTogether({ write: (lines) => void written.push(lines) }));
  log.info('first');
  log.info('second');
  expect(written).toEqual([]);
  await turn();
  log.info('third');
  await turn();
  expect(written.map((lines) => lines.split('\n').length - 1)).toEqual([2, 1]);
  expect(written.join('')).toMatch(/first.*\n.*second.*\n.*third/);
});

test('a warning is written at once, behind what came before it; at the end nothing is left', async () => {
  const written: string[] = [];
  const lines = linesTogether({ write: (text) => void written.push(text) });
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

test('logs each failure of an AggregateError', () => {
  const pipe = aPipe(Number.POSITIVE_INFINITY);
  const err = new AggregateError([new Error('table is locked')], '1 of 2 failed');
  makeLog('info', unhurriedLines(pipe.write)).error({ err }, 'recurring work failed');
  expect(JSON.parse(pipe.text()).err).toMatchObject({
    message: '1 of 2 failed',
    errors: [{ type: 'Error', message: 'table is locked' }],
  });
});
