// What STYLE.md asks and no other tool sees: sizes of files and folders, words in names, excuses in comments.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Outcome, verdict } from './outcome.ts';
import { root } from './program.ts';

const FILE_LINES = 250;
const TEST_LINES = 300;
const FOLDER_FILES = 25;

const EMPTY_WORDS = 'Manager|Helper|Util|Utils|Handler|Data|Info|DTO|Dto|Repository|Base|Common|Misc';
const exportedName = /^export (?:default )?(?:async )?(?:const|let|function|class|type|interface) (\w+)/;
const emptyWord = new RegExp(`(?:${EMPTY_WORDS})(?![a-z])`);
const emptyFileWord = new RegExp(`(?:^|[-.])(?:${EMPTY_WORDS.toLowerCase()})s?(?=[-.]|$)`);

type Rule = { pattern: RegExp; advice: string; where?: RegExp };

/** The patterns are written so that this file does not find itself. */
const RULES: readonly Rule[] = [
  { pattern: /\b(?:TO[D]O|FI[X]ME|HA[C]K|X[X]X)\b/, advice: 'do it now, or write an issue' },
  {
    pattern: /biome[-]ignore|@ts[-](?:ignore|expect-error|nocheck)|eslint[-]disable|c8[ ]ignore/,
    advice: 'mend the cause: a check that is told to look away checks nothing',
  },
  {
    where: /^src\/domain\/(?!.*\.test\.)/,
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b/,
    advice: 'a rule never asks the time or the dice: it is told',
  },
  {
    where: /^src\/server\/(?!platform\/)[^/]+\/(?!.*\.test\.)/,
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/,
    advice: 'take the time from the clock that the verb is given, which tests can set',
  },
];

type Source = { path: string; text: string };

const brokenRules = (path: string, line: string): string[] =>
  RULES.filter(({ where, pattern }) => (!where || where.test(path)) && pattern.test(line)).map(
    ({ advice }) => advice,
  );

export function faultsOfFile({ path, text }: Source): string[] {
  const faults: string[] = [];
  const lines = text.split('\n');
  const limit = /\.(test|e2e)\.tsx?$/.test(path) ? TEST_LINES : FILE_LINES;
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  if (count > limit)
    faults.push(`${path}: ${count} lines, ${limit} are the limit; split it by what its parts do`);
  const fileWord = emptyFileWord.exec(basename(path).replace(/\.\w+$/, ''));
  if (fileWord) faults.push(`${path}: its name says nothing about what is in it`);
  for (const [index, line] of lines.entries()) {
    const at = `${path}:${index + 1}`;
    faults.push(...brokenRules(path, line).map((advice) => `${at}: ${advice}`));
    const name = exportedName.exec(line)?.[1];
    if (name && emptyWord.test(name)) faults.push(`${at}: ${name}: say what it does in the salon's words`);
  }
  return faults;
}

export function faultsOfFolders(paths: readonly string[]): string[] {
  const folders = Object.entries(Object.groupBy(paths, (path) => dirname(path)));
  const large = folders.filter(([, files = []]) => files.length > FOLDER_FILES);
  return large.map(
    ([folder, files = []]) =>
      `${folder}: ${files.length} files, ${FOLDER_FILES} are the limit; make sub-folders`,
  );
}

export async function checkStyle(): Promise<Outcome> {
  const paths = globSync('{src,scripts,test,migrations}/**/*.{ts,tsx,mjs,css}', { cwd: root }).sort();
  const sources = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const grouped = paths.filter((path) => !path.startsWith('migrations/'));
  return verdict([...sources.flatMap(faultsOfFile), ...faultsOfFolders(grouped)]);
}
