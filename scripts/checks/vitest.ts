// Runs a project of vitest.config.ts and counts its tests one by one.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { root, runProgram } from './program.ts';

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: unknown[] }[];
};

/** A file that could not be loaded has no tests of its own to fail; a skipped test has proven nothing. */
export function countReport(report: Report, exit: number): { passed: number; failed: number } {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const notRun = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + notRun + unloaded.length;
  const nothing = report.numPassedTests + failed === 0;
  return { passed: report.numPassedTests, failed: failed > 0 ? failed : exit !== 0 || nothing ? 1 : 0 };
}

export async function runVitest(project: string): Promise<Outcome> {
  const file = join(root, '.cache', 'checks', `${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status, output } = await runProgram('vitest', ['run', `--project=${project}`, ...reporters]);
  const report = readReport<Report>(file);
  if (!report) return { passed: 0, failed: 1, details: output };
  return { ...countReport(report, status), details: output };
}

export function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined; // the run ended before it could write one; its output says why
  }
}
