// Who imports whom, against the rules of .dependency-cruiser.cjs.
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { type Outcome, verdict } from './outcome.ts';
import { root } from './program.ts';

const AREAS = ['src', 'scripts', 'test', 'migrations'];

type Crossing = { rule: string; from: string; to: string };
type Walls = { crossings: Crossing[]; modules: string[] };

const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
export const rules: readonly { name: string; comment: string }[] = config.forbidden;

/** Reads every module under `folder` and names each import that crosses a wall. */
export async function readWalls(folder: string): Promise<Walls> {
  const areas = AREAS.filter((area) => globSync(area, { cwd: folder }).length > 0);
  const options = {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  };
  const { output } = await cruise(areas, options);
  const { modules, summary } = output as ICruiseResult;
  const crossings = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { crossings, modules: modules.map(({ source }) => source) };
}

/** A reader that understands no TypeScript sees no module, and so finds nothing wrong. */
export function unreadFiles(files: readonly string[], modules: readonly string[]): string[] {
  const seen = new Set(modules);
  return files.filter((file) => !seen.has(file));
}

export async function checkWalls(folder = root): Promise<Outcome> {
  const { crossings, modules } = await readWalls(folder);
  const reasons = new Map(rules.map(({ name, comment }) => [name, comment]));
  const where = ({ from, to }: Crossing) => (from === to ? from : `${from} → ${to}`);
  const faults = crossings.map(
    (crossing) => `${where(crossing)}: ${crossing.rule}. ${reasons.get(crossing.rule)}`,
  );
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder });
  const unread = unreadFiles(files, modules).map((file) => `${file}: not read by dependency-cruiser`);
  return verdict([...faults, ...unread]);
}
