// Runs the stories in a real Chromium, on both viewports.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../machine/chromium.ts';
import type { Outcome } from './outcome.ts';
import { root, runProgram } from './program.ts';
import { readReport } from './vitest.ts';

interface Suite {
  specs: readonly { title: string; tests: readonly { projectName: string; status: string }[] }[];
  suites?: readonly Suite[];
}
type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: readonly Suite[];
};

export function countStories(
  { stats, errors }: Pick<Report, 'stats' | 'errors'>,
  exit: number,
): { passed: number; failed: number } {
  const passed = stats.expected + stats.flaky;
  const failed = stats.unexpected + stats.skipped + errors.length;
  return { passed, failed: failed > 0 ? failed : exit !== 0 || passed === 0 ? 1 : 0 };
}

/** The stories that passed only at the second try. */
export const flakyIn = (suites: readonly Suite[]): string[] =>
  suites.flatMap(({ specs, suites: inner }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `[${projectName}] ${title}`),
    ),
    ...flakyIn(inner ?? []),
  ]);

export async function runStories(): Promise<Outcome> {
  const file = join(root, '.cache', 'checks', 'stories.json');
  rmSync(file, { force: true });
  const env = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { status, output } = await runProgram('playwright', ['test', '--reporter=list,json'], env);
  const report = readReport<Report>(file);
  if (!report) return { passed: 0, failed: 1, details: output };
  const remarks = flakyIn(report.suites).map((story) => `passed only at the second try: ${story}`);
  return { ...countStories(report, status), details: output, remarks: remarks.join('\n') };
}
