// npm test: everything that can be checked. Its last lines name what failed and, per part and in sum, `N passed, N failed`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import concurrently, { type CloseEvent } from 'concurrently';
import { type Counts, countTests, failuresIn, type TestReport } from './test-report.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'tests');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
/** Of the first as many run side by side as the machine has cores; each of the others uses all cores itself. */
const phases = [[...checks, 'test:unit'], ['test:api'], ['test:e2e']];

/** What Playwright or Vitest has left, if it came so far. */
function reportOf(name: string): TestReport | undefined {
  const file = join(reports, `${name.replace('test:', '')}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A check counts as one test. A file of tests that does not load fails no test, but the exit code tells. */
function countsOf({ command: { name }, exitCode }: CloseEvent): Counts {
  if (name.startsWith('check:')) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const report = reportOf(name);
  const { passed, failed } = report ? countTests(report) : { passed: 0, failed: 1 };
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}

function runScripts(names: readonly string[]): Promise<CloseEvent[]> {
  const commands = names.map((name) => ({ name, command: `node --run ${name}` }));
  const isAlone = names.length === 1; // it may write to the terminal as it likes
  const options = { cwd: root, group: true, maxProcesses: availableParallelism(), raw: isAlone };
  return concurrently(commands, options).result.catch((ended: CloseEvent[]) => ended);
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isInterrupted = true)); // concurrently passes it on
rmSync(reports, { recursive: true, force: true });
const ended: CloseEvent[] = [];
for (const phase of phases) {
  ended.push(...(await runScripts(phase)));
  if (isInterrupted) process.exit(130);
}
for (const { command } of ended) {
  const report = reportOf(command.name);
  for (const failure of report ? failuresIn(report) : []) console.log(failure);
}
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
