import { expect, test } from 'vitest';
import { doubtOfClock, HOUR_MS, inBatches } from './retention.ts';

const NOW = 1_800_000_000_000;
const seen = (hoursAgo: number, doubtedHoursAgo?: number) => ({
  seen_at: NOW - hoursAgo * HOUR_MS,
  doubted_at: doubtedHoursAgo === undefined ? null : NOW - doubtedHoursAgo * HOUR_MS,
});

test.each([
  ['trusts the first reading', undefined, 0, null],
  ['trusts a reading after half a minute', seen(1 / 120), 0, null],
  ['trusts a reading after 48 hours', seen(48), 0, null],
  ['distrusts a reading after more than 48 hours', seen(48.001), 0, NOW],
  [
    'distrusts a reading after more than 48 hours, however long the process runs',
    seen(48.001),
    365 * 24,
    NOW,
  ],
  ['trusts a clock that was set back by a year', seen(-365 * 24), 0, null],
  ['keeps distrusting after an hour', seen(0.01, 1), 1, NOW - HOUR_MS],
  [
    'keeps distrusting after the process has run for 23.9 hours',
    seen(0.01, 23.9),
    23.9,
    NOW - 23.9 * HOUR_MS,
  ],
  ['trusts again after the process has run for 24 hours', seen(0.01, 24), 24, null],
  ['distrusts from now on when the clock jumps again', seen(49, 60), 23, NOW],
  ['trusts a corrected clock', seen(-1000, -900), 1, null],
  ['distrusts for 6.9 days if no process runs a whole day', seen(12, 165.6), 3, NOW - 165.6 * HOUR_MS],
  ['trusts again after 7 days if no process runs a whole day', seen(12, 168), 3, null],
])('doubtOfClock %s', (_, last, ranHours, doubt) => {
  expect(doubtOfClock(last, NOW, ranHours * HOUR_MS)).toBe(doubt);
});

test.each([
  ['no rows', [0], 0],
  ['less than a batch', [9], 9],
  ['exactly a batch', [10, 0], 10],
  ['more than a batch', [10, 10, 3], 23],
  ['more than one run', [10, 10, 10, 10], 30],
])('inBatches handles %s, yielding to the event loop between batches', async (_, found, done) => {
  let turns = 0;
  const left = [...found];
  const work = async () => {
    setImmediate(() => turns++);
    return left.shift() ?? 0;
  };
  expect(await inBatches(work, { atOnce: 10, batches: 3 })).toBe(done);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(done / 10));
});
