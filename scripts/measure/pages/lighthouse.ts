// Runs Lighthouse with its phone profile. Downloads Lighthouse into .cache at its first use. It is not a dependency
// of the project, because few developers need its 176 MB.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, ensureChromium } from '../../machine/chromium.ts';
import { root } from '../server.ts';

const VERSION = '13.5.0';
const folder = join(root, '.cache', `lighthouse-${VERSION}`);
const program = join(folder, 'node_modules/lighthouse/cli/index.js');
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Scores {
  /** The scores from 0 to 100, in the order of CATEGORIES. */
  readonly scores: readonly number[];
  /** The titles of the failed audits, from all categories except performance. */
  readonly faults: readonly string[];
}

interface Report {
  readonly categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  readonly audits: Record<string, { score: number | null; title: string }>;
}

export function fetchLighthouse(): void {
  if (existsSync(program)) return;
  console.error(`Fetching Lighthouse ${VERSION} …`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', ...options, '--prefix', folder, `lighthouse@${VERSION}`];
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
}

function scoresOf({ categories, audits }: Report): Scores {
  const scores = CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? Number.NaN)));
  const counted = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
  const faults = counted.flatMap(({ id, weight }) => {
    const { score = null, title = id } = audits[id] ?? {};
    return weight > 0 && score !== null && score < 1 ? [title] : [];
  });
  return { scores, faults };
}

export function lighthouse(url: string): Scores {
  const place = mkdtempSync(join(tmpdir(), 'lunula-lighthouse-'));
  const report = join(place, 'report.json');
  const flags = ['--headless', ...chromiumFlags].join(' ');
  const args = [program, url, '--quiet', '--output=json', `--output-path=${report}`];
  args.push(`--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`);
  try {
    const env = { ...process.env, CHROME_PATH: ensureChromium() };
    execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return scoresOf(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
