import { describe, expect, test } from 'vitest';
import {
  backupName,
  backupNamed,
  isBackupDue,
  isDiskNearlyFull,
  newestBackup,
  outdatedBackups,
} from './backups.ts';
import { addDays, type WallDate, wallTimeOn } from './wall-clock.ts';

const TODAY = '2026-11-17' as WallDate; // a Tuesday
const dailyOn = (day: WallDate, clock = '030000') => `daily-${day}-${clock}.sqlite`;
const daysBack = (n: number) => dailyOn(addDays(TODAY, -n));
const inTurn = (count: number) => Array.from({ length: count }, (_, n) => daysBack(n));

test.each([
  ['daily-2026-11-17-030005.sqlite', 'daily', '2026-11-17 03:00:05'],
  ['lunula-2026-11-17-112005.dump', 'asked', '2026-11-17 11:20:05'],
  ['before-restore-2026-11-17-112005.sqlite', 'before-restore', '2026-11-17 11:20:05'],
  ['before-upgrade-2026-11-17-112005.sqlite', 'before-upgrade', '2026-11-17 11:20:05'],
] as const)('%s is a backup of kind %s', (name, kind, made_at) => {
  expect(backupNamed(name)).toEqual({ name, kind, made_at });
  expect(name.startsWith(backupName(kind, made_at))).toBe(true);
});

test.each([
  'pre-svadbe.sqlite',
  'daily-2026-11-17-030005.sqlite.sha256',
  'daily-2026-11-17-030005.sqlite.unfinished',
  'daily-2026-02-30-030005.sqlite',
  'daily-2026-11-17-256005.sqlite',
  'moja-daily-2026-11-17-030005.sqlite',
])('%s is not a name that the server gives to a backup', (name) => expect(backupNamed(name)).toBeUndefined());

describe('outdatedBackups', () => {
  test.each([
    ['nothing without backups', [], []],
    ['no daily backup of the last fourteen days', inTurn(14), []],
    ['the backup of the fifteenth day, if its week has a newer backup', inTurn(15), [daysBack(14)]],
    [
      'an earlier backup of the same day',
      [dailyOn(TODAY, '030000'), dailyOn(TODAY, '120000')],
      [dailyOn(TODAY)],
    ],
    ['no manual backup', Array.from({ length: 40 }, (_, n) => `lunula-2026-01-01-0000${10 + n}.sqlite`), []],
    ['no renamed file', ['pre svadbe.sqlite', 'stara-2020.dump', ...inTurn(3)], []],
    [
      'the oldest of six backups made before a restore',
      Array.from({ length: 6 }, (_, n) => `before-restore-2026-11-1${n}-000000.sqlite`),
      ['before-restore-2026-11-10-000000.sqlite'],
    ],
    [
      'the oldest of six backups made before an upgrade',
      Array.from({ length: 6 }, (_, n) => `before-upgrade-2026-11-1${n}-000000.sqlite`),
      ['before-upgrade-2026-11-10-000000.sqlite'],
    ],
    ['no backup dated in the future', ['daily-2036-01-01-000000.sqlite', ...inTurn(13)], []],
  ])('the cleanup of backups deletes %s', (_what, names, gone) =>
    expect(outdatedBackups(names)).toEqual(gone),
  );

  test('of a year of daily backups, those of the last 14 days and the newest one of each of the last 8 weeks are kept', () => {
    const names = inTurn(365);
    const gone = new Set(outdatedBackups(names));
    const stay = names.filter((name) => !gone.has(name));
    const sundays = [2, 9, 16, 23, 30, 37, 44].map(daysBack); // the newest backup of a past week is from its Sunday
    expect(stay).toEqual([...new Set([...inTurn(14), ...sundays])]);
  });

  test('deleting outdated backups daily keeps one backup of each of the last eight weeks, in any order of file names', () => {
    let names: string[] = [];
    for (let day = -400; day <= 0; day++) {
      names = [...names, dailyOn(addDays(TODAY, day))].reverse();
      const gone = outdatedBackups(names);
      names = names.filter((name) => !gone.includes(name));
    }
    expect(names.length).toBe(19);
    expect(names).toContain(daysBack(44));
  });
});

test.each([
  ['no backup', [], true],
  ['a backup a minute younger than a day', ['daily-2026-11-16-112100.sqlite'], false],
  ['a backup a day old', ['daily-2026-11-16-112000.sqlite'], true],
  ['a manual backup of an hour ago', ['lunula-2026-11-17-102000.sqlite'], false],
  ['a backup before a restore an hour ago', ['before-restore-2026-11-17-102000.sqlite'], true],
  ['a backup dated in the future', ['daily-2026-11-18-102000.sqlite'], true],
  ['a renamed file', ['moja.sqlite'], true],
])('whether a backup is due with %s: $2', (_what, names, due) =>
  expect(isBackupDue(names, wallTimeOn(TODAY, '11:20:00'))).toBe(due),
);

test('a backup made before a restore does not count as the newest backup, because it contains the replaced data', () => {
  const names = [
    'daily-2026-11-16-030000.sqlite',
    'before-restore-2026-11-17-090000.sqlite',
    'lunula-2026-11-16-040000.sqlite',
  ];
  expect(newestBackup(names, wallTimeOn(TODAY, '11:20:00'))?.name).toBe('lunula-2026-11-16-040000.sqlite');
});

test.each([
  ['room for three times the salon and 100 MB', 115_000_000, 5_000_000, false],
  ['a byte less than three times the salon and 100 MB', 114_999_999, 5_000_000, true],
])('whether a disk counts as nearly full with %s: $3', (_what, free, size, full) =>
  expect(isDiskNearlyFull(free, size)).toBe(full),
);
