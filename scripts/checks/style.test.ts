import { describe, expect, test } from 'vitest';
import { faultsOfFile, faultsOfFolders } from './style.ts';

const lines = (count: number) => 'const a = 1;\n'.repeat(count);
const file = (text: string, path = 'src/server/auth/log-in.ts') => faultsOfFile({ path, text });

describe('the size of a file', () => {
  test.each([
    ['src/domain/slot.ts', 250, 0],
    ['src/domain/slot.ts', 251, 1],
    ['src/domain/slot.test.ts', 300, 0],
    ['src/domain/slot.test.ts', 301, 1],
    ['test/e2e/guest-books.e2e.ts', 300, 0],
    ['test/e2e/guest-books.e2e.ts', 301, 1],
  ])('%s with %i lines: %i faults', (path, count, faults) => {
    expect(file(lines(count), path)).toHaveLength(faults);
  });
});

describe('the size of a folder', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `src/domain/f${n}.ts`);
  test('14 files are enough', () =>
    expect(faultsOfFolders([...files(25), 'src/domain/slots/a.ts'])).toEqual([]));
  test('15 are too many', () => expect(faultsOfFolders(files(26))).toHaveLength(1));
});

describe('a line that is refused', () => {
  test.each([
    ['an open end', `// ${'TO'}DO later`],
    ['a silenced linter', `// biome-${'ignore'} lint: no`],
    ['a silenced compiler', `// @ts-${'expect'}-error`],
    ['a name without a meaning', 'export function bookingHelper() {}'],
    ['a type without a meaning', 'export type UserDTO = string;'],
    ['a verb that asks the time itself', 'const now = Date.now();'],
    ['a date of now', 'const now = new Date();'],
  ])('%s', (_, line) => {
    expect(file(`${line}\n`)).toHaveLength(1);
  });
});

describe('a line that is welcome', () => {
  test.each([
    ['a word that only begins alike', 'export const baseline = 1; export const Databases = 2;'],
    ['a date of a given instant', 'const day = new Date(now);'],
    ['a name inside a file', 'const data = await response.json();'],
  ])('%s', (_, line) => {
    expect(file(`${line}\n`)).toEqual([]);
  });
  test('the platform reads the clock', () => {
    expect(file('Date.now();\n', 'src/server/platform/clock.ts')).toEqual([]);
  });
  test('a test of a rule makes its own times', () => {
    expect(file('Date.now();\n', 'src/domain/slot.test.ts')).toEqual([]);
  });
});

test('a rule never asks the time or the dice', () => {
  for (const asked of ['Date.now()', 'new Date()', 'Temporal.Now.instant()', 'Math.random()'])
    expect(file(`const a = ${asked};\n`, 'src/domain/slots/slot.ts')).toHaveLength(1);
});

test('a file is named after what is in it', () => {
  expect(file('', 'src/web/home/date-utils.ts')).toHaveLength(1);
  expect(file('', 'src/web/home/dates.ts')).toEqual([]);
});
