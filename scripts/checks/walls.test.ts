// Each wall is proven by a violation planted in a small house of its own, and by a door beside it that stays open.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './program.ts';
import { checkWalls, readWalls, rules, unreadFiles } from './walls.ts';

type Planted = { rule: string; file: string; text: string };
const side = (path: string) => `import '${path}';\n`;

const planted: readonly Planted[] = [
  { rule: 'salon-knows-only-itself', file: 'src/salon/a.ts', text: side('zod') },
  { rule: 'contract-knows-salon-and-zod', file: 'src/contract/a.ts', text: side('node:crypto') },
  { rule: 'platform-knows-no-feature', file: 'src/server/platform/a.ts', text: side('../auth/log-in.ts') },
  {
    rule: 'features-meet-at-their-verbs',
    file: 'src/server/auth/a.ts',
    text: side('../services/queries.ts'),
  },
  {
    rule: 'features-meet-at-their-verbs',
    file: 'src/server/auth/b.ts',
    text: side('../services/list/price-queries.ts'),
  },
  { rule: 'features-meet-at-their-verbs', file: 'src/server/auth/c.ts', text: side('../services/routes.ts') },
  { rule: 'server-is-assembled-at-the-top', file: 'src/server/auth/d.ts', text: side('../app.ts') },
  { rule: 'ui-knows-no-salon-word', file: 'src/web/ui/a.tsx', text: side('#salon/slot.ts') },
  { rule: 'ui-knows-no-salon-word', file: 'src/web/ui/b.tsx', text: side('@tanstack/react-query') },
  { rule: 'frame-and-api-know-no-screen', file: 'src/web/frame/a.tsx', text: side('../home/home.tsx') },
  { rule: 'public-pages-stay-light', file: 'src/web/booking/a.tsx', text: side('../calendar/week.tsx') },
  { rule: 'screens-lend-components-only', file: 'src/web/home/a.tsx', text: side('../calendar/use-week.ts') },
  { rule: 'web-is-assembled-at-the-top', file: 'src/web/home/b.tsx', text: side('../routes.tsx') },
  { rule: 'web-knows-no-server', file: 'src/web/api/a.ts', text: side('../../server/auth/log-in.ts') },
  { rule: 'server-knows-no-web', file: 'src/server/auth/e.ts', text: side('../../web/paths.ts') },
  { rule: 'web-takes-types-of-the-contract', file: 'src/web/api/b.ts', text: side('#contract/index.ts') },
  { rule: 'refusals-are-plain', file: 'src/contract/refusals.ts', text: side('zod') },
  { rule: 'web-takes-zod-mini', file: 'src/web/api/c.ts', text: side('zod') },
  { rule: 'web-runs-in-a-browser', file: 'src/web/api/d.ts', text: side('node:fs') },
  { rule: 'web-runs-in-a-browser', file: 'src/web/api/e.ts', text: side('kysely') },
  { rule: 'server-runs-without-dev-packages', file: 'src/server/auth/f.ts', text: side('vite') },
  { rule: 'packages-are-declared', file: 'src/server/auth/g.ts', text: side('undeclared') },
  { rule: 'imports-are-found', file: 'src/server/auth/h.ts', text: side('./not-there.ts') },
  { rule: 'product-knows-no-test', file: 'src/server/auth/i.ts', text: side('../../../test/server.ts') },
  { rule: 'no-barrels', file: 'src/server/auth/j.ts', text: side('./list/index.ts') },
  { rule: 'other-areas-by-name', file: 'src/server/auth/k.ts', text: side('../../salon/slot.ts') },
  { rule: 'own-area-by-place', file: 'src/salon/b.ts', text: side('#salon/slot.ts') },
  {
    rule: 'no-cycles',
    file: 'src/salon/c.ts',
    text: "import type { D } from './d.ts';\nexport type C = D;\n",
  },
  { rule: 'no-orphans', file: 'src/salon/alone.ts', text: 'export const alone = 1;\n' },
  { rule: 'used-by-the-product', file: 'src/salon/only-tested.ts', text: side('./slot.ts') },
];

/** What the planted imports lead to, and what is allowed: nothing here may be reported. */
const sound: Record<string, string> = {
  'src/salon/slot.ts': 'export type Slot = number;\n',
  'src/salon/d.ts': "import type { C } from './c.ts';\nexport type D = C | 1;\n",
  'src/contract/index.ts': side('#salon/slot.ts') + side('zod'),
  'src/server/main.ts': side('./app.ts'),
  'src/server/app.ts': side('./auth/log-in.ts') + side('./auth/routes.ts') + side('#contract/index.ts'),
  'src/server/auth/log-in.ts': side('node:crypto') + side('kysely') + side('../platform/clock.ts'),
  'src/server/auth/routes.ts':
    side('./log-in.ts') + side('../services/rename.ts') + side('../services/routes-seen.ts'),
  'src/server/auth/list/index.ts': side('../log-in.ts'),
  'src/server/platform/clock.ts': side('#salon/slot.ts') + side('./db/queries.ts'),
  'src/server/platform/db/queries.ts': side('kysely'),
  'src/server/services/queries.ts': side('#salon/slot.ts'),
  'src/server/services/rename.ts': side('./queries.ts') + side('../platform/db/queries.ts'),
  'src/server/services/routes.ts': side('./queries.ts'),
  'src/server/services/routes-seen.ts': side('./list/price-queries.ts'),
  'src/server/services/list/price-queries.ts': side('kysely'),
  'src/web/main.tsx': side('./routes.tsx') + side('react-dom'),
  'src/web/routes.tsx': side('./home/home.tsx') + side('./booking/book.tsx'),
  'src/web/paths.ts': side('react'),
  'src/web/home/home.tsx': side('../calendar/week.tsx') + side('../api/call.ts') + side('../frame/nav.tsx'),
  'src/web/booking/book.tsx':
    side('zod/mini') + side('#salon/slot.ts') + side('../ui/button.tsx') + side('../paths.ts'),
  'src/web/calendar/week.tsx': side('./use-week.ts'),
  'src/web/calendar/use-week.ts': side('@tanstack/react-query'),
  'src/web/api/call.ts': "import type { Entry } from '#contract/index.ts';\nexport type E = Entry;\n",
  'src/web/frame/nav.tsx': side('../ui/button.tsx') + side('#contract/refusals.ts'),
  'src/web/ui/button.tsx': side('react'),
  'src/salon/slot.test.ts': side('vitest') + side('./slot.ts') + side('./only-tested.ts'),
  'test/server.ts': side('../src/server/auth/log-in.ts'),
};

let house: string;
let crossings: Awaited<ReturnType<typeof readWalls>>['crossings'];

beforeAll(async () => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  house = mkdtempSync(join(cache, 'walls-'));
  const files = { ...sound, ...Object.fromEntries(planted.map(({ file, text }) => [file, text])) };
  // every planted file but the dead ones hangs on the product, so that it breaks one rule only
  const dead = new Set(['src/salon/alone.ts', 'src/salon/only-tested.ts']);
  const hung = planted.filter(({ file }) => !dead.has(file) && file.startsWith('src/web/'));
  files['src/web/main.tsx'] += hung.map(({ file }) => side(`./${file.slice('src/web/'.length)}`)).join('');
  const below = planted.filter(({ file }) => !dead.has(file) && !file.startsWith('src/web/'));
  files['scripts/hang.ts'] = below.map(({ file }) => side(`../${file}`)).join('');
  files['package.json'] = readFileSync(join(root, 'package.json'), 'utf8');
  files['node_modules/undeclared/package.json'] =
    '{ "name": "undeclared", "version": "1.0.0", "main": "index.js" }';
  files['node_modules/undeclared/index.js'] = '';
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  }
  crossings = (await readWalls(house)).crossings;
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('a violation is caught', () => {
  test.each(planted)('$rule: $file', ({ rule, file }) => {
    expect(
      crossings.filter(({ from, to }) => from === file || to === file).map((crossing) => crossing.rule),
    ).toContain(rule);
  });
});

test('every wall has a planted violation', () => {
  expect([...new Set(planted.map(({ rule }) => rule))].sort()).toEqual(rules.map(({ name }) => name).sort());
});

test('what is allowed is not reported', () => {
  const plantedFiles = new Set(planted.map(({ file }) => file));
  const others = crossings.filter(({ from, to }) => !plantedFiles.has(from) && !plantedFiles.has(to));
  expect(others).toEqual([]);
});

test('a source that the reader did not see is named', async () => {
  expect(unreadFiles(['src/a.ts', 'src/b.tsx'], ['src/b.tsx', 'node:fs'])).toEqual(['src/a.ts']);
  expect((await checkWalls(house)).details).not.toContain('not read');
});
