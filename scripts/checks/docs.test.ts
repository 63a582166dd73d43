import { expect, test } from 'vitest';
import { faultsOfCitations, faultsOfDocument, sectionsOf, unknownDocuments } from './docs.ts';

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
  ['a glob pattern', '`src/**/*.ts`, `src/…`'],
])('the check of a document accepts %s', (_, text) => {
  expect(faults(text)).toEqual([]);
});

test.each([
  ['a command that does not exist', 'Run `npm run serve`.', 'serve'],
  ['a missing command in a listing', '```sh\nnpm run serve # now\n```\n', 'serve'],
  ['a missing path in a command', '`npx vitest run src/gone.test.ts`', 'src/gone.test.ts'],
  ['a path that does not exist', 'See `src/gone.ts`.', 'src/gone.ts'],
  ['a link to a file that does not exist', '[x](docs/gone.md)', 'docs/gone.md'],
])('the check of a document reports %s', (_, text, name) => {
  expect(faults(text)).toHaveLength(1);
  expect(faults(text)[0]).toContain(name);
});

test('a link is resolved relative to the document that contains it', () => {
  expect(faults('[start](../README.md) [calls](api.md)', 'docs/start.md')).toEqual([]);
  expect(faults('[start](README.md)', 'docs/start.md')).toHaveLength(1);
});

const SPEC =
  '# Behaviour\n\n## 5. Appointments\n\n### 5.1 No overlap\n\n### 5.10 The lock\n\nAs §5.1 says.\n';
const documents: Record<string, string> = { 'docs/spec/behaviour.md': SPEC, 'STYLE.md': '## Words\n' };
const sectionsIn = (document: string) => {
  const text = documents[document];
  return text === undefined ? undefined : sectionsOf(text);
};
const citationFaults = (text: string, path = 'src/book.ts') => faultsOfCitations(path, text, { sectionsIn });

test('the sections of a document are its numbered headings', () => {
  expect([...sectionsOf(SPEC)]).toEqual(['5', '5.1', '5.10']);
});

test.each([
  ['a section that exists', '/** Books a slot (docs/spec/behaviour.md §5). */'],
  ['a subsection at the end of a sentence', '// docs/spec/behaviour.md §5.1.'],
  ['several sections of one document', '// docs/spec/behaviour.md §5, §5.1 and §5.10'],
  ['a document without a section', '// the words are in docs/spec/behaviour.md'],
])('the check of a source file accepts a reference to %s', (_, text) => {
  expect(citationFaults(text)).toEqual([]);
});

test.each([
  ['a section that does not exist', 'docs/spec/behaviour.md §6', 'docs/spec/behaviour.md §6'],
  ['a subsection that does not exist', 'docs/spec/behaviour.md §5.2', 'docs/spec/behaviour.md §5.2'],
  [
    'a missing section after an existing one',
    'docs/spec/behaviour.md §5 and §7.1',
    'docs/spec/behaviour.md §7.1',
  ],
  ['a section of a document that does not exist', 'docs/spec/gone.md §5', 'docs/spec/gone.md §5'],
  ['a section of a document without numbers', 'STYLE.md §1', '§1'],
  ['a document without its folder', 'behaviour.md §5', '§5'],
  ['a section without a document', 'as §5 says', '§5'],
])('the check of a source file reports a reference to %s', (_, text, name) => {
  const faults = citationFaults(`/** Books a slot. ${text} */`);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(name);
});

test('a document with numbered sections can cite its own sections without naming itself, if they exist', () => {
  expect(citationFaults('as §5.1 says', 'docs/spec/behaviour.md')).toEqual([]);
  expect(citationFaults('as §5.3 says', 'docs/spec/behaviour.md')).toHaveLength(1);
});

test.each([
  ['a document that exists', '// see docs/api.md', []],
  ['a document that does not exist', '// see docs/gone.md', ['src/book.ts: there is no docs/gone.md']],
  ['a document named without its folder', '// see api.md, Booking', ['src/book.ts: there is no api.md']],
])('the check of a source file that mentions %s reports $2', (_, text, expected) => {
  expect(unknownDocuments('src/book.ts', text, repository)).toEqual(expected);
});
