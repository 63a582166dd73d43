import { expect, test } from 'vitest';
import { faultsOfDocument } from './docs.ts';

const repository = {
  scripts: { demo: 'node demo.ts', test: 'node test.ts', 'admin:password': 'node a.ts' },
  exists: (path: string) => ['src/salon', 'docs/api.md', 'README.md'].includes(path.replace(/\/$/, '')),
};
const faults = (text: string, path = 'README.md') => faultsOfDocument(path, text, repository);

test.each([
  ['a command that exists', 'Run `npm run demo` or `npm test`, or `npm run admin:password`.'],
  ['a sentence about npm', 'Here npm leaves the machine.'],
  ["npm's own commands", '`npm ci`, `npm install`'],
  ['a path that exists', 'The rules are in `src/salon/`.'],
  ['a link that exists', '[calls](docs/api.md#book)'],
  ['a link out', '[Node](https://nodejs.org)'],
  ['a pattern is no path', '`src/**/*.ts`, `src/…`'],
])('%s is fine', (_, text) => {
  expect(faults(text)).toEqual([]);
});

test.each([
  ['a command that is gone', 'Run `npm run serve`.', 'serve'],
  ['a command in a listing', '```sh\nnpm run serve # now\n```\n', 'serve'],
  ['a path in a command', '`npx vitest run src/gone.test.ts`', 'src/gone.test.ts'],
  ['a path that is gone', 'See `src/gone.ts`.', 'src/gone.ts'],
  ['a link that is gone', '[x](docs/gone.md)', 'docs/gone.md'],
])('%s is named', (_, text, name) => {
  expect(faults(text)).toHaveLength(1);
  expect(faults(text)[0]).toContain(name);
});

test('a link is read from where its document lies', () => {
  expect(faults('[start](../README.md) [calls](api.md)', 'docs/start.md')).toEqual([]);
  expect(faults('[start](README.md)', 'docs/start.md')).toHaveLength(1);
});
