// Tests each rule with a violation and an allowed import in a small generated project.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundaryFaults, cruiseFolder, rules, unreadFiles } from './boundaries.ts';

const root = join(import.meta.dirname, '..', '..');

/** A file that breaks a rule. A rule about folders reports `folder` instead of the file. */
type Planted = { rule: string; file: string; text: string; folder?: string };
const side = (path: string) => `import '${path}';\n`;

const planted: readonly Planted[] = [
  { rule: 'domain-imports-only-domain', file: 'src/domain/a.ts', text: side('zod') },
  { rule: 'contract-imports-domain-and-zod', file: 'src/contract/a.ts', text: side('node:crypto') },
  {
    rule: 'platform-imports-no-feature',
    file: 'src/server/platform/a.ts',
    text: side('../accounts/login.ts'),
  },
  {
    rule: 'features-export-one-file',
    file: 'src/server/accounts/a.ts',
    text: side('../services/queries.ts'),
  },
  {
    rule: 'features-export-one-file',
    file: 'src/server/accounts/b.ts',
    text: side('../services/list/services.ts'),
  },
  { rule: 'features-export-one-file', file: 'src/server/accounts/c.ts', text: side('../services/routes.ts') },
  { rule: 'server-is-assembled-at-the-top', file: 'src/server/accounts/d.ts', text: side('../app.ts') },
  { rule: 'ui-knows-no-feature', file: 'src/web/ui/a.tsx', text: side('#domain/slots.ts') },
  { rule: 'ui-knows-no-feature', file: 'src/web/ui/b.tsx', text: side('@tanstack/react-query') },
  { rule: 'lib-and-app-know-no-screen', file: 'src/web/app/a.tsx', text: side('../home/home.tsx') },
  { rule: 'lib-knows-no-app', file: 'src/web/lib/f.ts', text: side('../app/layout.tsx') },
  { rule: 'public-pages-stay-light', file: 'src/web/booking/a.tsx', text: side('../calendar/week.tsx') },
  { rule: 'screens-lend-components-only', file: 'src/web/home/a.tsx', text: side('../calendar/use-week.ts') },
  { rule: 'web-is-assembled-at-the-top', file: 'src/web/home/b.tsx', text: side('../app/layout.tsx') },
  { rule: 'web-knows-no-server', file: 'src/web/lib/a.ts', text: side('../../server/accounts/login.ts') },
  { rule: 'server-knows-no-web', file: 'src/server/accounts/e.ts', text: side('../../web/lib/paths.ts') },
  { rule: 'web-takes-types-of-the-contract', file: 'src/web/lib/b.ts', text: side('#contract/index.ts') },
  { rule: 'errors-are-plain', file: 'src/contract/page-errors.ts', text: side('zod') },
  { rule: 'web-takes-zod-mini', file: 'src/web/lib/c.ts', text: side('zod') },
  { rule: 'web-runs-in-a-browser', file: 'src/web/lib/d.ts', text: side('node:fs') },
  { rule: 'web-runs-in-a-browser', file: 'src/web/lib/e.ts', text: side('kysely') },
  { rule: 'server-runs-without-dev-packages', file: 'src/server/accounts/f.ts', text: side('vite') },
  { rule: 'packages-are-declared', file: 'src/server/accounts/g.ts', text: side('undeclared') },
  { rule: 'imports-are-found', file: 'src/server/accounts/h.ts', text: side('./not-there.ts') },
  {
    rule: 'product-knows-no-test',
    file: 'src/server/accounts/i.ts',
    text: side('../../../test/support/server.ts'),
  },
  { rule: 'no-barrels', file: 'src/server/accounts/j.ts', text: side('./list/index.ts') },
  { rule: 'other-areas-by-name', file: 'src/server/accounts/k.ts', text: side('../../domain/slots.ts') },
  { rule: 'own-area-by-place', file: 'src/domain/b.ts', text: side('#domain/slots.ts') },
  {
    rule: 'no-cycles',
    file: 'src/domain/c.ts',
    text: "import type { D } from './d.ts';\nexport type C = D;\n",
  },
  {
    rule: 'no-feature-cycles',
    file: 'src/server/absences/absences.ts',
    folder: 'src/server/absences',
    text: side('../waitlist/waitlist.ts'),
  },
  {
    rule: 'no-feature-cycles',
    file: 'src/server/waitlist/a.ts',
    folder: 'src/server/waitlist',
    text: side('../absences/absences.ts'),
  },
  {
    rule: 'no-feature-cycles',
    file: 'src/web/appointments/dialog.tsx',
    folder: 'src/web/appointments',
    text: side('../clients/card.tsx'),
  },
  {
    rule: 'no-feature-cycles',
    file: 'src/web/clients/card.tsx',
    folder: 'src/web/clients',
    text: side('../appointments/row.tsx'),
  },
  { rule: 'no-orphans', file: 'src/domain/alone.ts', text: 'export const alone = 1;\n' },
  { rule: 'used-by-the-product', file: 'src/domain/only-tested.ts', text: side('./slots.ts') },
];

/** Files that break no rule, so the check must not report them. Some of the violating files import them. */
const sound: Record<string, string> = {
  'src/domain/slots.ts': 'export type Slot = number;\n',
  'src/domain/wall-clock.ts': 'export type WallDate = string;\n',
  'src/domain/d.ts': "import type { C } from './c.ts';\nexport type D = C | 1;\n",
  'src/contract/index.ts': side('#domain/slots.ts') + side('zod'),
  'src/server/main.ts': side('./app.ts'),
  'src/server/app.ts':
    side('./accounts/login.ts') + side('./accounts/routes.ts') + side('#contract/index.ts'),
  'src/server/accounts/login.ts': side('node:crypto') + side('kysely') + side('../platform/clock.ts'),
  'src/server/accounts/routes.ts': side('./login.ts') + side('../services/services.ts'),
  'src/server/accounts/list/index.ts': side('../login.ts'),
  'src/server/platform/clock.ts': side('#domain/slots.ts') + side('./db/queries.ts'),
  'src/server/platform/db/queries.ts': side('kysely'),
  'src/server/services/queries.ts': side('#domain/slots.ts'),
  'src/server/services/services.ts': side('./queries.ts') + side('../platform/db/queries.ts'),
  'src/server/services/routes.ts': side('./list/services.ts'),
  'src/server/services/list/services.ts': side('kysely'),
  'src/server/waitlist/waitlist.ts': side('./serve.ts'),
  'src/server/waitlist/serve.ts': 'export const serve = 1;\n',
  'src/web/app/main.tsx': side('./routes.tsx') + side('react-dom'),
  'src/web/app/routes.tsx': side('../home/home.tsx') + side('../booking/book.tsx') + side('./layout.tsx'),
  'src/web/app/layout.tsx': side('../ui/button.tsx') + side('#contract/page-errors.ts'),
  'src/web/lib/paths.ts': side('react'),
  'src/web/home/home.tsx': side('../calendar/week.tsx') + side('../lib/api.ts'),
  'src/web/booking/book.tsx':
    side('zod/mini') + side('#domain/slots.ts') + side('../ui/button.tsx') + side('../lib/paths.ts'),
  'src/web/appointments/row.tsx': side('../ui/button.tsx'),
  'src/web/calendar/week.tsx': side('./use-week.ts'),
  'src/web/calendar/use-week.ts': side('@tanstack/react-query'),
  'src/web/lib/api.ts': "import type { Endpoint } from '#contract/index.ts';\nexport type E = Endpoint;\n",
  'src/web/ui/button.tsx': side('react') + side('#domain/wall-clock.ts'),
  'src/domain/slots.test.ts': side('vitest') + side('./slots.ts') + side('./only-tested.ts'),
  'test/support/server.ts': side('../../src/server/accounts/login.ts'),
};

let project: string;
let violations: Awaited<ReturnType<typeof cruiseFolder>>['violations'];

beforeAll(async () => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  project = mkdtempSync(join(cache, 'boundaries-'));
  const files = { ...sound, ...Object.fromEntries(planted.map(({ file, text }) => [file, text])) };
  // the two files that break the rules about unused files must stay unused; the test adds an import of every other planted file
  const dead = new Set(['src/domain/alone.ts', 'src/domain/only-tested.ts']);
  const hung = planted.filter(({ file }) => !dead.has(file) && file.startsWith('src/web/'));
  files['src/web/app/main.tsx'] += hung
    .map(({ file }) => side(`../${file.slice('src/web/'.length)}`))
    .join('');
  const below = planted.filter(({ file }) => !dead.has(file) && !file.startsWith('src/web/'));
  files['scripts/hang.ts'] = below.map(({ file }) => side(`../${file}`)).join('');
  files['package.json'] = readFileSync(join(root, 'package.json'), 'utf8');
  files['node_modules/undeclared/package.json'] =
    '{ "name": "undeclared", "version": "1.0.0", "main": "index.js" }';
  files['node_modules/undeclared/index.js'] = '';
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  violations = (await cruiseFolder(project)).violations;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('source files that break a rule', () => {
  test.each(planted)('rule $rule reports $file', ({ rule, file, folder = file }) => {
    expect(
      violations
        .filter(({ from, to }) => from === folder || to === folder)
        .map((violation) => violation.rule),
    ).toContain(rule);
  });
});

test('every rule is tested with a file that breaks it', () => {
  expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(rules.map(({ name }) => name).sort());
});

test('the check does not report files that follow the rules', () => {
  const plantedFiles = new Set(planted.flatMap(({ file, folder = file }) => [file, folder]));
  const others = violations.filter(({ from, to }) => !plantedFiles.has(from) && !plantedFiles.has(to));
  expect(others).toEqual([]);
});

test('the check reports source files that dependency-cruiser did not read', async () => {
  expect(unreadFiles(['src/a.ts', 'src/b.tsx'], ['src/b.tsx', 'node:fs'])).toEqual(['src/a.ts']);
  expect((await boundaryFaults(project)).filter((fault) => fault.includes('not read'))).toEqual([]);
});
