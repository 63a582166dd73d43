import { describe, expect, test } from 'vitest';
import { countTests, failuresIn, type TestReport, testTimes } from './test-report.ts';

const vitest: TestReport = {
  numPassedTests: 1,
  numTotalTests: 3,
  testResults: [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'holds', status: 'passed', duration: 1500, failureMessages: [] },
        {
          fullName: 'breaks',
          status: 'failed',
          failureMessages: ['\u001b[31mexpected 1\u001b[39m to be 2\n\n  at a'],
        },
        { fullName: 'left out', status: 'skipped', failureMessages: [] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [] },
  ],
};

const testOf = (status: string, message?: string) => ({
  projectName: 'phone',
  status,
  results: [{ duration: 2000, errors: message ? [{ message }] : [] }],
});
const playwright: TestReport = {
  stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 1 },
  errors: [{ message: 'the browser is not here' }],
  suites: [
    {
      title: 'home.e2e.ts',
      specs: [{ title: 'holds', tests: [testOf('expected')] }],
      suites: [
        {
          title: 'a visitor',
          specs: [
            { title: 'breaks', tests: [testOf('unexpected', 'not visible')] },
            { title: 'passes the second time', tests: [testOf('flaky', 'too late')] },
            { title: 'left out', tests: [testOf('skipped')] },
          ],
        },
      ],
    },
  ],
};

describe('the report of a test run', () => {
  test('counts a skipped test as failed, and a test that passed on retry as passed', () => {
    expect(countTests(vitest)).toEqual({ passed: 1, failed: 2 });
    expect(countTests(playwright)).toEqual({ passed: 2, failed: 2 });
  });

  test('lists the failed tests with the reasons of their failures', () => {
    expect(failuresIn(vitest)).toEqual([
      'failed: a.test.ts › breaks\n    expected 1 to be 2\n      at a',
      'skipped: a.test.ts › left out',
      'not loaded: b.test.ts\n    cannot be read',
    ]);
    expect(failuresIn(playwright)).toEqual([
      'outside of the tests\n    the browser is not here',
      'unexpected: [phone] home.e2e.ts › a visitor › breaks\n    not visible',
      'flaky: [phone] home.e2e.ts › a visitor › passes the second time\n    too late',
      'skipped: [phone] home.e2e.ts › a visitor › left out',
    ]);
  });

  test('reports the duration of each test', () => {
    expect(testTimes(vitest)).toContainEqual({ name: 'holds', ms: 1500 });
    expect(testTimes(playwright)).toContainEqual({ name: '[phone] left out', ms: 2000 });
  });
});
