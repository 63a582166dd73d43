// Runs the stories in a real Chromium, on both viewports.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../machine/chromium.ts';
import type { Outcome } from './outcome.ts';
import { root, runProgram } from './program.ts';
import { readReport } from './vitest.ts';

type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

export function countStories({ stats, errors }: Report, exit: number): { passed: number; failed: number } {
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return { passed: stats.expected, failed: failed > 0 ? failed : exit !== 0 || stats.expected === 0 ? 1 : 0 };
}

export async function runStories(): Promise<Outcome> {
  const file = join(root, '.cache', 'checks', 'stories.json');
  rmSync(file, { force: true });
  const env = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { status, output } = await runProgram('playwright', ['test', '--reporter=list,json'], env);
  const report = readReport<Report>(file);
  if (!report) return { passed: 0, failed: 1, details: output };
  return { ...countStories(report, status), details: output };
}
