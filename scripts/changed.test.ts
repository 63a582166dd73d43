import { expect, test } from 'vitest';
import { type Source, selectTests } from './changed.ts';

const importing = (path: string, ...names: string[]): Source => ({
  path,
  text: names.map((name) => `import { a } from '${name}';`).join('\n'),
});
const SOURCES: Source[] = [
  importing('src/domain/waitlist.ts'),
  importing('src/domain/waitlist.test.ts', './waitlist.ts'),
  importing('src/domain/wall-clock.ts'),
  importing('src/server/waitlist/join.ts', '#domain/waitlist.ts'),
  importing('src/server/waitlist/routes.ts', './join.ts'),
  importing('src/server/routes.ts', './waitlist/routes.ts'),
  importing('src/server/platform/clock.ts', '#domain/wall-clock.ts'),
  importing('src/server/odd/odd.ts'),
  importing('src/web/statistics/chart.tsx'),
  importing('src/web/app/routes.tsx', '../statistics/chart.tsx'),
];
const API = ['test/api/waitlist/join.test.ts', 'test/api/clients.test.ts', 'test/api/schema.test.ts'];
const E2E = ['test/e2e/admin/statistics.e2e.ts', 'test/e2e/client/waiting.e2e.ts'];
const TESTS = ['src/domain/waitlist.test.ts', ...API, ...E2E];
const select = (...changed: string[]) => selectTests(changed, SOURCES, TESTS);
const JOIN = 'test/api/waitlist/join.test.ts';
const SCHEMA = 'test/api/schema.test.ts';

test.each([
  ['a command of the server', 'src/server/waitlist/join.ts', { unit: [], api: [JOIN, SCHEMA], e2e: [] }],
  [
    'a rule, with the features that import it',
    'src/domain/waitlist.ts',
    { unit: ['src/domain/waitlist.test.ts'], api: [JOIN, SCHEMA], e2e: [] },
  ],
  ['a rule of the platform', 'src/domain/wall-clock.ts', { unit: [], api: 'all', e2e: [] }],
  ['a component', 'src/web/statistics/chart.tsx', { unit: [], api: [], e2e: [E2E[0]] }],
  ['a shared component', 'src/web/app/routes.tsx', { unit: [], api: [], e2e: 'all' }],
  ['a feature without tests of its name', 'src/server/odd/odd.ts', { unit: [], api: 'all', e2e: [] }],
  ['a test', JOIN, { unit: [], api: [JOIN], e2e: [] }],
  ['a document', 'docs/spec/product.md', { unit: [], api: [], e2e: [] }],
  ['the packages', 'package-lock.json', { unit: 'all', api: 'all', e2e: 'all' }],
  ['the contract', 'src/contract/waitlist.ts', { unit: 'all', api: 'all', e2e: 'all' }],
])('a change of %s selects the tests that it can affect', (_, changed, selected) => {
  expect(select(changed)).toMatchObject(selected);
});
