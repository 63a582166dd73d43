import { describe, expect, test } from 'vitest';
import { faultsOfFile, faultsOfFolders, faultsOfShortFiles } from './style.ts';

const lines = (count: number) => 'const a = 1;\n'.repeat(count);
const file = (text: string, path = 'src/server/auth/log-in.ts') => faultsOfFile({ path, text });

describe('the limit of lines per file', () => {
  test.each([
    ['src/domain/slot.ts', 400, 0],
    ['src/domain/slot.ts', 401, 1],
    ['test/e2e/guest-books.e2e.ts', 400, 0],
    ['test/e2e/guest-books.e2e.ts', 401, 1],
  ])('a file %s with %i lines has %i faults', (path, count, faults) => {
    expect(file(lines(count), path)).toHaveLength(faults);
  });
});

describe('the limit of files per folder', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `src/domain/f${n}.ts`);
  test('accepts a folder of 25 files, not counting those in subfolders', () =>
    expect(faultsOfFolders([...files(25), 'src/domain/slots/a.ts'])).toEqual([]));
  test('a folder of 26 files is reported', () => expect(faultsOfFolders(files(26))).toHaveLength(1));
});

describe('the rule that queries name their columns', () => {
  test.each([
    ['.selectAll()', 'src/server/slots/slots.ts', 1],
    ["  .selectAll('appointments')", 'src/server/slots/slots.ts', 1],
    ['.returningAll()', 'src/server/platform/db/open.ts', 1],
    ['sql`select * from users`', 'scripts/demo.ts', 1],
    ['sql`delete from users returning *`', 'src/server/slots/slots.ts', 1],
    ['sql`select count(*) from users`', 'src/server/slots/slots.ts', 0],
    [' * A prepared `select *` breaks', 'src/server/slots/slots.ts', 0],
    ['.selectAll()', 'test/support/contents.ts', 0],
  ])('the line %s in %s has %i faults', (text, path, faults) => {
    expect(file(text, path)).toHaveLength(faults);
  });
});

describe('short files that only one file imports', () => {
  const SHORT = 'src/server/auth/token.ts';
  const named = (path: string) => `import { a } from '${path}';\n`;
  const faults = (short: string, others: Record<string, string>, path = SHORT) =>
    faultsOfShortFiles(Object.entries({ [path]: short, ...others }).map(([path, text]) => ({ path, text })));
  const logIn = 'src/server/auth/log-in.ts';

  test.each([
    ['44 lines', lines(44), { [logIn]: named('./token.ts') }, SHORT],
    ['an importer in a subfolder', lines(9), { 'src/server/auth/a/b.ts': named('../token.ts') }, SHORT],
    ['an import of its type only', lines(9), { [logIn]: "import type { A } from './token.ts';\n" }, SHORT],
    ['an import over several lines', lines(9), { [logIn]: "import {\n  a,\n} from './token.ts';\n" }, SHORT],
    ['an import for its side effect', lines(9), { [logIn]: "import './token.ts';\n" }, SHORT],
    ['two imports by one file', lines(9), { [logIn]: named('./token.ts').repeat(2) }, SHORT],
    [
      'a test as second importer',
      lines(9),
      { [logIn]: named('./token.ts'), 'test/a.ts': named('../src/server/auth/token.ts') },
      SHORT,
    ],
    [
      'exactly the line limit together with its importer',
      lines(40),
      { [logIn]: named('./token.ts') + lines(359) },
      SHORT,
    ],
    ['an import by alias', lines(9), { [logIn]: named('#server/auth/token.ts') }, SHORT],
  ])('reports a short file with one importer: %s', (_, short, others, path) => {
    expect(faults(short, others, path)).toEqual([expect.stringContaining(path)]);
  });

  test.each([
    ['45 lines', lines(45), { [logIn]: named('./token.ts') }, SHORT],
    [
      'two importers',
      lines(9),
      { [logIn]: named('./token.ts'), 'src/server/auth/c.ts': named('./token.ts') },
      SHORT,
    ],
    [
      'a script as second importer',
      lines(9),
      { [logIn]: named('./token.ts'), 'scripts/a.ts': named('../src/server/auth/token.ts') },
      SHORT,
    ],
    [
      'an importer of another feature',
      lines(9),
      { 'src/server/mail/a.ts': named('../auth/token.ts') },
      SHORT,
    ],
    [
      'an importer of another area',
      lines(9),
      { 'src/web/auth/a.ts': named('#domain/auth/a.ts') },
      'src/domain/auth/a.ts',
    ],
    [
      'an importer at the top of the area',
      lines(9),
      { 'src/server/app.ts': named('./auth/token.ts') },
      SHORT,
    ],
    ['only a dynamic import', lines(9), { [logIn]: "const load = () => import('./token.ts');\n" }, SHORT],
    [
      'unit tests of its own',
      lines(9),
      { [logIn]: named('./token.ts'), 'src/server/auth/token.test.ts': named('./token.ts') },
      SHORT,
    ],
    [
      'a total above the line limit together with its importer',
      lines(40),
      { [logIn]: named('./token.ts') + lines(360) },
      SHORT,
    ],
    ['a place at the top of its area', lines(9), { 'src/domain/b.ts': named('./a.ts') }, 'src/domain/a.ts'],
    ['no importer, such as an entry file', lines(9), {}, SHORT],
    [
      'a test as the short file',
      lines(9),
      { [logIn]: named('./token.test.ts') },
      'src/server/auth/token.test.ts',
    ],
    ['a script as the short file', lines(9), { 'scripts/a.ts': named('./b.ts') }, 'scripts/b.ts'],
  ])('accepts a file with %s', (_, short, others, path) => {
    expect(faults(short, others, path)).toEqual([]);
  });
});

describe('lines that the style check rejects', () => {
  test.each([
    ['a note about later work', `// ${'TO'}DO later`],
    ['a silenced linter', `// biome-${'ignore'} lint: no`],
    ['a silenced compiler', `// @ts-${'expect'}-error`],
    ['a name without a meaning', 'export function bookingHelper() {}'],
    ['a type without a meaning', 'export type UserDTO = string;'],
    ['a command that reads the clock directly', 'const now = Date.now();'],
    ['a Date without an argument', 'const now = new Date();'],
  ])('rejects %s', (_, line) => {
    expect(file(`${line}\n`)).toHaveLength(1);
  });
});

describe('lines that the style check accepts', () => {
  test.each([
    ['a word that only starts like a rejected one', 'export const baseline = 1; export const Databases = 2;'],
    ['a Date of a given instant', 'const day = new Date(now);'],
    ['a name inside a file', 'const data = await response.json();'],
  ])('accepts %s', (_, line) => {
    expect(file(`${line}\n`)).toEqual([]);
  });
  test('files in src/server/platform are allowed to read the system clock', () => {
    expect(file('Date.now();\n', 'src/server/platform/clock.ts')).toEqual([]);
  });
  test('the unit test of a business rule is allowed to read the system clock', () => {
    expect(file('Date.now();\n', 'src/domain/slot.test.ts')).toEqual([]);
  });
});

test('a business rule must not read the system clock or use random numbers', () => {
  for (const asked of ['Date.now()', 'new Date()', 'Temporal.Now.instant()', 'Math.random()'])
    expect(file(`const a = ${asked};\n`, 'src/domain/slots/slot.ts')).toHaveLength(1);
});

test('rejects file names such as `date-utils`, which don’t say what the file contains', () => {
  expect(file('', 'src/web/home/date-utils.ts')).toHaveLength(1);
  expect(file('', 'src/web/home/dates.ts')).toEqual([]);
});
