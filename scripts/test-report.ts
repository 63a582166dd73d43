// Reads the JSON reports of Vitest and Playwright: how many tests passed, which tests failed, and how long each test
// took.
import { stripVTControlCharacters } from 'node:util';

export type Counts = { passed: number; failed: number };

interface VitestReport {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** The error message if the test file failed to load. */
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** The duration in ms; missing if the test did not run. */
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly {
        /** The duration in ms. */
        readonly duration?: number;
        readonly errors: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly flaky: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}
export type TestReport = VitestReport | PlaywrightReport;

/** Counts passed and failed tests. Skipped tests count as failed, because they prove nothing. */
export function countTests(report: TestReport): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected + skipped };
  }
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

const LINES_OF_A_REASON = 12;
const failure = (name: string, reason: string): string => {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, LINES_OF_A_REASON).map((line) => `    ${line}`)].join('\n');
};

function failuresInSuite(suite: PlaywrightSuite, above: string): string[] {
  const path = above ? `${above} › ${suite.title}` : suite.title;
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) =>
        failure(
          `${status}: [${projectName}] ${path} › ${spec.title}`,
          results.flatMap(({ errors }) => errors)[0]?.message ?? '',
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresInSuite(inner, path))];
}

/** Lists the tests that failed or passed only on retry, with the first lines of their errors. */
export function failuresIn(report: TestReport): string[] {
  if ('stats' in report) {
    const outside = report.errors.map(({ message = '' }) => failure('outside of the tests', message));
    return [...outside, ...report.suites.flatMap((suite) => failuresInSuite(suite, ''))];
  }
  return report.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status !== 'passed');
    if (failed.length === 0 && status !== 'passed') return [failure(`not loaded: ${name}`, message)];
    return failed.map((test) =>
      failure(`${test.status}: ${name} › ${test.fullName}`, test.failureMessages?.[0] ?? ''),
    );
  });
}

export interface TimedTest {
  readonly name: string;
  readonly ms: number;
}

function timesInSuite(suite: PlaywrightSuite): TimedTest[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `[${projectName}] ${title}`,
      ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(timesInSuite)];
}

/** Returns the duration of every test. The duration of a retried test is the total of its runs. */
export function testTimes(report: TestReport): TimedTest[] {
  if ('stats' in report) return report.suites.flatMap(timesInSuite);
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
  );
}
