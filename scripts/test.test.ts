import { expect, test } from 'vitest';
import { countTests, failedTests } from './test.ts';

const ofVitest = {
  numPassedTests: 1,
  numTotalTests: 3,
  testResults: [
    {
      name: 'slots.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a free slot', failureMessages: [] },
        { status: 'failed', fullName: 'a booked slot', failureMessages: ['Error: 409\n at x'] },
        { status: 'skipped', fullName: 'a deleted slot', failureMessages: [] },
      ],
    },
    { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
  ],
};
const ofPlaywright = {
  stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 1 },
  suites: [
    {
      file: 'book.e2e.ts',
      specs: [{ title: 'a visitor books', ok: true }],
      suites: [{ file: 'book.e2e.ts', specs: [{ title: 'a guest books', ok: false }] }],
    },
  ],
};

test('a skipped test counts as failed, and a test that passed on retry as passed', () => {
  expect(countTests(ofVitest)).toEqual({ passed: 1, failed: 2 });
  expect(countTests(ofPlaywright)).toEqual({ passed: 2, failed: 2 });
});

test('the failed tests are named with their files, and so is a file that did not load', () => {
  expect(failedTests(ofVitest)).toEqual(['slots.test.ts: a booked slot: Error: 409', 'broken.test.ts']);
  expect(failedTests(ofPlaywright)).toEqual(['book.e2e.ts: a guest books']);
});
