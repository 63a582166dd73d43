// npm test -- --changed[=REF]: selects the tests that a change can affect. If this is uncertain, selects all tests.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The test files to run in a phase; 'all' means every test file of the phase. */
export type Selection = 'all' | readonly string[];
export interface Selected {
  readonly unit: Selection;
  readonly api: Selection;
  readonly e2e: Selection;
  /** True if the web must be built and the sizes of its bundles checked. */
  readonly isWebAffected: boolean;
}

const EVERYTHING: Selected = { unit: 'all', api: 'all', e2e: 'all', isWebAffected: true };

/** For some features: words that find their tests, because the paths of these tests do not all contain the feature's name. */
const TEST_WORDS: Readonly<Record<string, readonly string[]>> = {
  'week-templates': ['template'],
  'guest-links': ['guest'],
  'my-appointments': ['client/', 'home'],
  backups: ['backup', 'owner-scripts'],
  booking: ['client/', 'first-screen', 'appointments'],
  help: ['help'],
  pages: ['pages', 'first-screen', 'manifest'],
  public: ['home', 'services', 'first-screen'],
  salon: ['settings', 'salon'],
  waitlist: ['waitlist', 'waiting'],
};
/** Matches API tests that cover all endpoints or all tables. */
const CORE = /^test\/api\/(access-control|unexpected-bodies|query-plans|schema)\./;
/** Matches files that no test reads; only the checks read them. */
const PROSE = /\.md$|^docs\/|^\.github\/|^\.editorconfig$|^LICENSE$/;

const imported = /\bfrom '([^']+)'|\bimport '([^']+)'|\bimport\(\s*'([^']+)'/g;

function importersOf(sources: readonly Source[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [, from, effect, lazy] of text.matchAll(imported)) {
      const name = from ?? effect ?? lazy ?? '';
      const target = name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(path), name);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  return importers;
}

const featureOf = (path: string): string | undefined => /^src\/(?:server|web)\/([^/]+)\//.exec(path)?.[1];

/**
 * Matches files that all features of the server, or all features of the web, share. After a change of such a file,
 * every test of that side runs.
 */
const SHARED = {
  server: /^src\/server\/(platform\/|[^/]+$)/,
  web: /^src\/web\/(app|lib|ui|styles|stand-ins|worker|assets)\/|^src\/web\/[^/]+$/,
};

const isShared = (path: string): boolean => SHARED.server.test(path) || SHARED.web.test(path);

/**
 * Returns the changed files and all files that import them, directly or indirectly. For a feature's file, ignores importers
 * outside the feature folders, because the list of routes imports every feature.
 */
function affectedBy(changed: readonly string[], sources: readonly Source[]): string[] {
  const importers = importersOf(sources);
  const found = new Set(changed);
  for (const path of found) {
    const isFeature = featureOf(path) !== undefined && !isShared(path);
    for (const importer of importers.get(path) ?? [])
      if (!isFeature || !isShared(importer)) found.add(importer);
  }
  return [...found];
}

const testsOf = (feature: string, tests: readonly string[]): string[] => {
  const words = TEST_WORDS[feature] ?? [feature.replace(/s$/, '')];
  return tests.filter((path) => words.some((word) => path.includes(word)));
};

function selectBy(features: ReadonlySet<string>, tests: readonly string[]): Selection {
  const selected = [...features].map((feature) => testsOf(feature, tests));
  return selected.some((paths) => paths.length === 0) ? 'all' : [...new Set(selected.flat())];
}

export function selectTests(
  changed: readonly string[],
  sources: readonly Source[],
  tests: readonly string[],
): Selected {
  const code = changed.filter((path) => !PROSE.test(path));
  const own = code.filter((path) => tests.includes(path));
  const product = code.filter((path) => !own.includes(path));
  // a change of scripts, packages, the contract, migrations or test support can affect every test
  if (product.some((path) => !/^src\/(domain|server|web)\//.test(path))) return EVERYTHING;
  const affected = affectedBy(product, sources);
  const select = (side: 'server' | 'web', phase: RegExp): Selection => {
    const inSide = affected.filter((path) => path.startsWith(`src/${side}/`) && !/\.test\./.test(path));
    if (inSide.some((path) => SHARED[side].test(path))) return 'all';
    const candidates = tests.filter((path) => phase.test(path));
    const features = new Set(inSide.flatMap((path) => featureOf(path) ?? []));
    const selected = selectBy(features, candidates);
    if (selected === 'all') return 'all';
    const core = side === 'server' && features.size > 0 ? candidates.filter((path) => CORE.test(path)) : [];
    return [...new Set([...selected, ...core, ...own.filter((path) => phase.test(path))])];
  };
  const isWebAffected = affected.some((path) => path.startsWith('src/web/'));
  const units = new Set([...affected, ...own].filter((path) => /^(src|scripts)\/.*\.test\.tsx?$/.test(path)));
  return {
    unit: [...units],
    api: select('server', /^test\/.*\.test\.ts$/),
    e2e: select('web', /\.e2e\.ts$/),
    isWebAffected,
  };
}

const root = join(import.meta.dirname, '..');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Selects the tests for all changes since `ref`, including uncommitted ones; if `ref` is undefined, only for the
 * uncommitted changes.
 */
export function selectChanged(ref: string | undefined): Selected {
  const base = ref === undefined ? 'HEAD' : (git('merge-base', ref, 'HEAD')[0] ?? ref);
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(read);
  const tests = globSync('{src,scripts,test}/**/*.{test.ts,test.tsx,e2e.ts}', { cwd: root });
  return selectTests(changed, sources, tests);
}
