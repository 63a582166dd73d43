import { describe, expect, test } from 'vitest';
import { toId } from '../ids.ts';
import { clockOf, type ShortClockTime, wallTimeOn } from '../wall-clock.ts';
import { type DelayedBooking, expectedTimes } from './delay.ts';

const at = (clock: string) => wallTimeOn('2026-11-17', clock as ShortClockTime);

/** Reads '14:15-16:15 told 14:45', with 'untold' for a waiting request or a person who is there. */
function bookingOf(text: string, id: number, cleanupMinutes: number): DelayedBooking {
  const [times = '', ...words] = text.split(' ');
  const [start = '', end = ''] = times.split('-');
  const told = words.includes('told') ? at(words[words.indexOf('told') + 1] ?? '') : null;
  const isUntold = words.includes('untold');
  return { id: toId(id), start_datetime: at(start), end_datetime: at(end), told, cleanupMinutes, isUntold };
}

/** The expected times of a day such as '14:15-16:15, 16:30-18:00'; with `!` those that must be told. */
function expectedOf(day: string, minutes: number, now: string, cleanupMinutes = 0): string {
  const bookings = day.split(', ').map((text, n) => bookingOf(text, n, cleanupMinutes));
  return expectedTimes(bookings, minutes, at(now))
    .map(({ expected, isNews }) => `${clockOf(expected)}${isNews ? '!' : ''}`)
    .join(' ');
}

describe('expectedTimes', () => {
  test.each<[string, string, number, string, string, number?]>([
    [
      'shortens the delay by each gap',
      '14:15-16:15, 16:30-18:00, 18:15-19:15',
      30,
      '13:06',
      '14:45! 16:45! 18:15',
    ],
    [
      'reckons a longer delay from the book, not from the told time',
      '14:15-16:15 told 14:45, 16:30-18:00 told 16:45, 18:15-19:15',
      45,
      '14:20',
      '15:00! 17:00! 18:30!',
    ],
    [
      'lets clean-up use up the gap, and spares what starts after 4 hours',
      '09:00-10:00, 10:30-11:30, 12:00-13:00, 13:00-14:00',
      45,
      '08:55',
      '09:45! 11:00! 12:15! 13:00',
      15,
    ],
    ['reaches a start 4 hours away', '09:00-13:00, 13:00-14:00', 10, '09:00', '13:10!'],
    ['spares a start 4 hours and a minute away', '08:59-13:00, 13:00-14:00', 10, '08:59', '13:00'],
    [
      'delays one after the other without gaps alike',
      '10:00-11:00, 11:00-12:00, 12:00-13:00',
      15,
      '09:50',
      '10:15! 11:15! 12:15!',
    ],
    ['ends at a gap as long as the delay', '10:00-11:00, 11:15-12:00', 15, '09:50', '10:15! 11:15'],
    [
      'goes on after a gap that is 5 minutes shorter',
      '10:00-11:00, 11:10-12:00',
      15,
      '09:50',
      '10:15! 11:15!',
    ],
    ['rounds a delay up to 5 minutes', '10:00-10:57, 11:10-12:00', 30, '09:50', '10:30! 11:30!'],
    ['rounds a delay of a minute up', '10:00-10:46, 11:00-12:00', 15, '09:50', '10:15! 11:05!'],
    [
      'passes the rounded delay on',
      '10:00-10:57, 11:00-11:57, 12:00-13:00',
      10,
      '09:50',
      '10:10! 11:10! 12:10!',
    ],
    ['leaves out who has begun', '09:00-10:00, 10:00-11:00', 10, '09:30', '10:10!'],
    ['leaves out who starts now', '09:30-10:00, 10:00-11:00', 10, '09:30', '10:10!'],
    ['delays who starts in a minute', '09:31-10:01, 11:00-12:00', 10, '09:30', '09:41! 11:00'],
    [
      'delays the next fully, however long the technician is free before',
      '12:00-13:00',
      20,
      '09:30',
      '12:20!',
    ],
    [
      'keeps who was told and has not come yet',
      '10:00-11:00 told 10:30, 11:00-12:00 told 11:30',
      30,
      '10:20',
      '10:30 11:30',
    ],
    [
      'lets go of who was told once the told time has come',
      '10:00-11:00 told 10:30, 11:00-12:00 told 11:30',
      10,
      '10:30',
      '11:30',
    ],
    [
      'tells nobody an earlier time',
      '10:00-11:00 told 10:30, 11:00-12:00 told 11:30',
      10,
      '09:55',
      '10:30 11:30',
    ],
    [
      'passes on a told delay that is longer than the new one',
      '10:00-11:00 told 10:30, 11:00-12:00',
      10,
      '09:55',
      '10:30 11:30!',
    ],
    [
      'keeps told times after the end of a delay',
      '10:00-11:00 told 10:30, 11:15-12:00, 12:30-13:00',
      0,
      '09:55',
      '10:30 11:30! 12:30',
    ],
    [
      'tells only who was not told when the minutes are repeated',
      '10:00-11:00 told 10:30, 11:00-12:00',
      30,
      '10:05',
      '10:30 11:30!',
    ],
    [
      'counts a waiting request but does not tell it',
      '10:00-11:00, 11:00-12:00 untold, 12:00-13:00',
      20,
      '09:50',
      '10:20! 11:20 12:20!',
    ],
    [
      'counts a person who is there but does not tell her',
      '10:00-11:00 untold, 11:00-12:00',
      20,
      '09:50',
      '10:20 11:20!',
    ],
    ['takes appointments by start', '11:00-12:00, 10:00-11:00', 20, '09:50', '10:20! 11:20!'],
    ['has nobody to tell on an empty rest of the day', '08:00-09:00', 20, '09:50', ''],
    ['is on time with 0 minutes', '10:00-11:00, 11:00-12:00', 0, '09:50', '10:00 11:00'],
    [
      'is not shortened by clean-up that overlaps the next appointment',
      '10:00-11:00, 11:05-12:00',
      15,
      '09:50',
      '10:15! 11:20!',
      10,
    ],
    ['gives the gap after the clean-up back', '10:00-11:00, 11:20-12:00', 15, '09:50', '10:15! 11:25!', 10],
    [
      'spares after 4 hours, but keeps what was told there',
      '13:00-14:00 told 13:15, 14:00-15:00',
      30,
      '08:55',
      '13:15 14:00',
    ],
  ])('%s', (_, day, minutes, now, expected, cleanup) =>
    expect(expectedOf(day, minutes, now, cleanup)).toBe(expected),
  );
});
