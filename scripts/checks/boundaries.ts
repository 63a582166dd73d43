// npm run check:boundaries: checks all imports against the rules in .dependency-cruiser.cjs.
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { reportFaults } from './report.ts';

const root = join(import.meta.dirname, '..', '..');
const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
export const rules: readonly { name: string; comment: string }[] = config.forbidden;

type Violation = { rule: string; from: string; to: string };

/** Reads all modules under `folder`. Returns the imports that break a rule, and the paths of the modules. */
export async function cruiseFolder(folder: string): Promise<{ violations: Violation[]; modules: string[] }> {
  const areas = globSync('{src,scripts,test,migrations}', { cwd: folder });
  const ruleSet = { forbidden: config.forbidden };
  const { output } = await cruise(areas, { ...config.options, baseDir: folder, validate: true, ruleSet });
  const { modules, summary } = output as ICruiseResult;
  const violations = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { violations, modules: modules.map(({ source }) => source) };
}

/**
 * Returns the source files that dependency-cruiser did not read. If it does not support the installed TypeScript
 * version, it reads nothing and reports no error.
 */
export function unreadFiles(files: readonly string[], modules: readonly string[]): string[] {
  const read = new Set(modules);
  return files.filter((file) => !read.has(file));
}

export async function boundaryFaults(folder = root): Promise<string[]> {
  const { violations, modules } = await cruiseFolder(folder);
  const reasons = new Map(rules.map(({ name, comment }) => [name, comment]));
  const where = ({ from, to }: Violation) => (from === to ? from : `${from} → ${to}`);
  const unread = unreadFiles(globSync('src/**/*.{ts,tsx}', { cwd: folder }), modules);
  return [
    ...violations.map((one) => `${where(one)}: ${one.rule}. ${reasons.get(one.rule)}`),
    ...unread.map((file) => `${file}: not read by dependency-cruiser`),
  ];
}

if (import.meta.main) reportFaults('boundaries', await boundaryFaults());
