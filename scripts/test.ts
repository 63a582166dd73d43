/** npm test: runs all checks and tests. Its output ends with the failed tests' names and `N passed, N failed`. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import concurrently, { type CloseEvent } from 'concurrently';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'tests');

/** The JSON report of Vitest. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A group of tests in Playwright's JSON report: a file or a `describe`. */
interface PlaywrightSuite {
  readonly file: string;
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The JSON report of Playwright. */
interface PlaywrightReport {
  readonly stats: Readonly<Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>>;
  readonly suites: readonly PlaywrightSuite[];
}

type Report = VitestReport | PlaywrightReport;
type Counts = { passed: number; failed: number };

/** Counts passed and failed tests. Skipped tests count as failed, because they prove nothing. */
export function countTests(report: Report): Counts {
  if ('numTotalTests' in report)
    return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + skipped };
}

/**
 * The file and the name of each failed test, of an API or unit test also the first line of its message, and the file
 * alone of one that did not load.
 */
export function failedTests(report: Report): string[] {
  if ('suites' in report) return report.suites.flatMap(failedSpecs);
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        ({ fullName, failureMessages: [message = ''] }) => `${name}: ${fullName}: ${message.split('\n')[0]}`,
      );
    return failed.length === 0 && status === 'failed' ? [name] : failed;
  });
}

function failedSpecs({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(failedSpecs),
  ];
}

/** The report of a command's tests, or undefined if it has none: it is a check, or broke off. */
function reportOf(name: string): Report | undefined {
  const file = join(reports, `${name.replace('test:', '')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Counts the tests of a command; a check counts as one test. A failed command whose report has no failed test counts
 * as one failure: for example, a test file that does not load adds no failed test to the report.
 */
function countsOf({ command: { name }, exitCode }: CloseEvent): Counts {
  const isFailed = exitCode !== 0;
  if (name.startsWith('check:')) return isFailed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
  const report = reportOf(name);
  if (report === undefined) return { passed: 0, failed: 1 };
  const { passed, failed } = countTests(report);
  return { passed, failed: failed === 0 && (isFailed || passed === 0) ? 1 : failed };
}

function runScripts(names: readonly string[]): Promise<CloseEvent[]> {
  const commands = names.map((name) => ({ name, command: `node --run ${name}` }));
  const raw = names.length === 1; // a single command writes directly to the terminal, without a prefix on each line
  const options = { cwd: root, group: true, maxProcesses: availableParallelism(), raw };
  return concurrently(commands, options).result.catch((ended: CloseEvent[]) => ended);
}

async function runAll(): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  let isInterrupted = false;
  // only records the signal, because `concurrently` passes it on to its commands
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isInterrupted = true));
  rmSync(reports, { recursive: true, force: true });
  const ended: CloseEvent[] = [];
  // the scripts of the first phase run in parallel; the script of each other phase uses all cores itself
  for (const phase of [[...checks, 'test:unit'], ['test:api'], ['test:e2e']]) {
    ended.push(...(await runScripts(phase)));
    if (isInterrupted) process.exit(130);
  }
  const total: Counts = { passed: 0, failed: 0 };
  for (const part of ended) {
    const { passed, failed } = countsOf(part);
    total.passed += passed;
    total.failed += failed;
    const seconds = part.timings.durationSeconds.toFixed(1).padStart(6);
    console.log(`${part.command.name.padEnd(18)} ${seconds} s   ${passed} passed, ${failed} failed`);
  }
  for (const { command } of ended) {
    const report = reportOf(command.name);
    if (report !== undefined)
      for (const name of failedTests(report)) console.log(`failed: ${name.replace(`${root}/`, '')}`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

if (import.meta.main) await runAll();
