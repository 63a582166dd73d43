import { expect, test } from 'vitest';
import { doubtOfClock, HOUR_MS, inBatches } from './retention.ts';

const NOW = 1_800_000_000_000;
const seen = (hoursAgo: number, doubtedHoursAgo?: number) => ({
  seen_at: NOW - hoursAgo * HOUR_MS,
  doubted_at: doubtedHoursAgo === undefined ? null : NOW - doubtedHoursAgo * HOUR_MS,
});

test.each([
  ['nothing was ever cleared', undefined, 0, null],
  ['it was cleared half a minute ago', seen(1 / 120), 0, null],
  ['it was cleared 48 hours ago', seen(48), 0, null],
  ['it was cleared more than 48 hours ago', seen(48.001), 0, NOW],
  ['the same, though this process runs for a year', seen(48.001), 365 * 24, NOW],
  ['the clock was set back by a year', seen(-365 * 24), 0, null],
  ['it is doubted since an hour', seen(0.01, 1), 1, NOW - HOUR_MS],
  ['the process has run for 23.9 hours under the doubt', seen(0.01, 23.9), 23.9, NOW - 23.9 * HOUR_MS],
  ['the process has run for 24 hours under the doubt', seen(0.01, 24), 24, null],
  ['it jumps again under the doubt', seen(49, 60), 23, NOW],
  ['it was set right under the doubt', seen(-1000, -900), 1, null],
  ['a server that never runs a whole day doubts for 6.9 days', seen(12, 165.6), 3, NOW - 165.6 * HOUR_MS],
  ['a server that never runs a whole day doubts for no more than 7 days', seen(12, 168), 3, null],
])('a clock by which %s', (_, last, ranHours, doubt) => {
  expect(doubtOfClock(last, NOW, ranHours * HOUR_MS)).toBe(doubt);
});

test.each([
  ['nothing', [0], 0],
  ['less than a batch', [9], 9],
  ['exactly a batch', [10, 0], 10],
  ['more than a batch', [10, 10, 3], 23],
  ['more than a run takes', [10, 10, 10, 10], 30],
])(
  'work that finds %s is done batch by batch, with a turn of the event loop in between',
  async (_, found, done) => {
    let turns = 0;
    const left = [...found];
    const work = async () => {
      setImmediate(() => turns++);
      return left.shift() ?? 0;
    };
    expect(await inBatches(work, { atOnce: 10, batches: 3 })).toBe(done);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(done / 10));
  },
);
