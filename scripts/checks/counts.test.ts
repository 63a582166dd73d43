import { describe, expect, test } from 'vitest';
import { countStories, flakyIn } from './stories.ts';
import { countReport } from './vitest.ts';

describe('tests', () => {
  const report = (
    counts: { passed?: number; failed?: number; pending?: number; todo?: number },
    unloaded = 0,
  ) => ({
    numPassedTests: counts.passed ?? 0,
    numFailedTests: counts.failed ?? 0,
    numPendingTests: counts.pending ?? 0,
    numTodoTests: counts.todo ?? 0,
    testResults: Array.from({ length: unloaded }, () => ({
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [],
    })),
  });
  test.each([
    ['all pass', report({ passed: 5 }), 0, 5, 0],
    ['one fails', report({ passed: 4, failed: 1 }), 1, 4, 1],
    ['a skipped one has proven nothing', report({ passed: 4, pending: 1 }), 0, 4, 1],
    ['so has one to be written', report({ passed: 4, todo: 2 }), 0, 4, 2],
    ['a file that does not load', report({ passed: 4 }, 1), 1, 4, 1],
    ['an error outside of the tests', report({ passed: 4 }), 1, 4, 1],
    ['no tests at all', report({}), 0, 0, 1],
  ])('%s', (_, counts, exit, passed, failed) => {
    expect(countReport(counts, exit)).toEqual({ passed, failed });
  });
});

describe('stories', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
  test.each([
    ['all pass', stats, [], 0, 3, 0],
    ['one fails', { ...stats, unexpected: 1 }, [], 1, 3, 1],
    ['one that passed at the second try', { ...stats, flaky: 1 }, [], 0, 4, 0],
    ['a skipped one', { ...stats, skipped: 1 }, [], 0, 3, 1],
    ['a file that does not load', stats, ['SyntaxError'], 1, 3, 1],
    ['a crash of the runner', stats, [], 1, 3, 1],
    ['no stories at all', { ...stats, expected: 0 }, [], 0, 0, 1],
  ])('%s', (_, counts, errors, exit, passed, failed) => {
    expect(countStories({ stats: counts, errors }, exit)).toEqual({ passed, failed });
  });

  test('one that passed at the second try is named', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ projectName: 'phone', status }] });
    const inner = { specs: [spec('b', 'flaky')] };
    expect(flakyIn([{ specs: [spec('a', 'expected')], suites: [inner] }])).toEqual(['[phone] b']);
  });
});
