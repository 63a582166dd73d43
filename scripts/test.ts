/**
 * npm test: runs all checks and tests; with `-- --changed[=REF]` only those that a change can affect. The last line
 * of its output is `N passed, N failed`.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import concurrently, { type CloseEvent } from 'concurrently';
import { type Selection, selectChanged } from './changed.ts';
import { type Counts, countTests, failuresIn, type TestReport, testTimes } from './test-report.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'tests');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const option = process.argv.find((arg) => /^--changed(=|$)/.test(arg));
const selected = option === undefined ? undefined : selectChanged(option.split('=')[1]);
const filesOf = (name: string): Selection =>
  selected ? (selected[name.replace('test:', '') as 'unit' | 'api' | 'e2e'] ?? 'all') : 'all';
const isNeeded = (name: string): boolean =>
  name === 'check:size' || name === 'check:styles'
    ? selected?.isWebAffected !== false
    : filesOf(name) === 'all' || filesOf(name).length > 0;
/**
 * The phases run one after the other. The scripts of the first phase run in parallel, as many as there are cores; the
 * script of any other phase uses all cores itself.
 */
const phases = [[...checks, 'test:unit'], ['test:api'], ['test:e2e']]
  .map((names) => names.filter(isNeeded))
  .filter((names) => names.length > 0);

/** Reads the JSON report of Playwright or Vitest; returns undefined if there is none. */
function reportOf(name: string): TestReport | undefined {
  const file = join(reports, `${name.replace('test:', '')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Counts the tests of a command; a check counts as one test. If the report has no failed test but the command failed,
 * counts one failure: for example, a test file that does not load adds no failed test to the report.
 */
function countsOf({ command: { name }, exitCode }: CloseEvent): Counts {
  if (name.startsWith('check:')) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const report = reportOf(name);
  const { passed, failed } = report ? countTests(report) : { passed: 0, failed: 1 };
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}

function runScripts(names: readonly string[]): Promise<CloseEvent[]> {
  const commands = names.map((name) => {
    const files = filesOf(name);
    return { name, command: `node --run ${name}${files === 'all' ? '' : ` -- ${files.join(' ')}`}` };
  });
  const isAlone = names.length === 1; // a single command writes directly to the terminal, without a prefix on each line
  const options = { cwd: root, group: true, maxProcesses: availableParallelism(), raw: isAlone };
  return concurrently(commands, options).result.catch((ended: CloseEvent[]) => ended);
}

const TICKS_PER_MINUTE = 6000; // Linux counts CPU time in hundredths of a second
/**
 * Returns the CPU minutes of all child processes that have ended; undefined on systems without /proc. Excludes
 * PostgreSQL, which detaches itself, and Chromium's renderer, network and GPU processes, for which no parent waits;
 * these take as much time as the rest of the browser tests.
 */
function cpuMinutes(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(afterName[13]) + Number(afterName[14])) / TICKS_PER_MINUTE;
}

const SLOWEST = 10;
function printSlowest(reports: readonly TestReport[]): void {
  const slowest = reports
    .flatMap(testTimes)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  console.log('The slowest tests:');
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s   ${name}`);
}

let isInterrupted = false;
// only records the signal, because `concurrently` passes it on to its commands
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isInterrupted = true));
rmSync(reports, { recursive: true, force: true });
const ended: CloseEvent[] = [];
const cpuLines: string[] = [];
for (const phase of phases) {
  const before = cpuMinutes() ?? 0;
  ended.push(...(await runScripts(phase)));
  const after = cpuMinutes();
  const name = phase.length === 1 ? phase[0] : 'checks and unit';
  if (after !== undefined) cpuLines.push(`${name}: ${(after - before).toFixed(1)}`);
  if (isInterrupted) process.exit(130);
}
for (const { command } of ended) {
  const report = reportOf(command.name);
  for (const failure of report ? failuresIn(report) : []) console.log(failure);
}
printSlowest(ended.flatMap(({ command }) => reportOf(command.name) ?? []));
if (cpuLines.length > 0) console.log(`CPU minutes: ${cpuLines.join(', ')}`);
const total: Counts = { passed: 0, failed: 0 };
for (const part of ended) {
  const { passed, failed } = countsOf(part);
  total.passed += passed;
  total.failed += failed;
  const seconds = part.timings.durationSeconds.toFixed(1).padStart(6);
  console.log(`${part.command.name.padEnd(16)} ${seconds} s   ${passed} passed, ${failed} failed`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
