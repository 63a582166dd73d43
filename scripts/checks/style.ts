// npm run check:style: checks the rules of STYLE.md that no other tool checks: sizes of files and folders, names, and
// comments that suppress a check.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { reportFaults } from './report.ts';

const FILE_LINES = 400;
const FOLDER_FILES = 25;
/**
 * A file with fewer lines than this must be merged into its importer if it has only one importer, in the same feature.
 */
const OWN_FILE_LINES = 45;

const EMPTY_WORDS = 'Manager|Helper|Util|Utils|Handler|Data|Info|DTO|Dto|Repository|Base|Common|Misc';
const exportedName = /^export (?:default )?(?:async )?(?:const|let|function|class|type|interface) (\w+)/;
const emptyWord = new RegExp(`(?:${EMPTY_WORDS})(?![a-z])`);
const emptyFileWord = new RegExp(`(?:^|[-.])(?:${EMPTY_WORDS.toLowerCase()})s?(?=[-.]|$)`);

type Rule = { pattern: RegExp; advice: string; where?: RegExp };

/** The patterns contain brackets so that they don't match their own text in this file. */
const RULES: readonly Rule[] = [
  { pattern: /\b(?:TO[D]O|FI[X]ME|HA[C]K|X[X]X)\b/, advice: 'do it now, or write an issue' },
  {
    pattern: /biome[-]ignore|@ts[-](?:ignore|nocheck)|eslint[-]disable|c8[ ]ignore/,
    advice: 'fix the cause instead of suppressing the check',
  },
  {
    where: /^(?!.*\/types\.test\.ts$)/,
    pattern: /@ts[-]expect-error/,
    advice: 'fix the cause instead of suppressing the check; only tests of types expect errors',
  },
  {
    where: /^src\/domain\/(?!.*\.test\.)/,
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b/,
    advice: 'a rule takes the time and random values as arguments',
  },
  {
    where: /^(?:src\/server|scripts)\/(?!.*\.test\.)/,
    pattern: /^(?!\s*(?:\/\/|\/?\*)).*\b(?:(?:selectAll|returningAll)\(|(?:select|returning) \*)/,
    advice: 'name the columns: on PostgreSQL the next migration breaks a prepared `*`',
  },
  {
    where: /^src\/server\/(?!platform\/)[^/]+\/(?!.*\.test\.)/,
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/,
    advice: "take the time from the command's clock, which tests can set",
  },
];

type Source = { path: string; text: string };

const isTest = (path: string): boolean => /^test\/|\.test\.tsx?$/.test(path);

function lineCount(text: string): number {
  const lines = text.split('\n').length;
  return text.endsWith('\n') ? lines - 1 : lines;
}

const brokenRules = (path: string, line: string): string[] =>
  RULES.filter(({ where, pattern }) => (!where || where.test(path)) && pattern.test(line)).map(
    ({ advice }) => advice,
  );

export function faultsOfFile({ path, text }: Source): string[] {
  const faults: string[] = [];
  const count = lineCount(text);
  if (count > FILE_LINES)
    faults.push(`${path}: ${count} lines, ${FILE_LINES} are the limit; split it by what its parts do`);
  const fileWord = emptyFileWord.exec(basename(path).replace(/\.\w+$/, ''));
  if (fileWord) faults.push(`${path}: its name says nothing about what is in it`);
  for (const [index, line] of text.split('\n').entries()) {
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

const staticImport = /\bfrom '([^']+)'|^import '([^']+)'/gm;
const lazyImport = /\bimport\(\s*'([^']+)'/g;

/** Returns the path of the imported source file; undefined for an npm package. */
function importedPath(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? posix.join(dirname(importer), specifier) : undefined;
}

/**
 * Returns the feature folder of a file, for example 'src/server/appointments'; undefined if the file is not in a
 * feature folder, for example 'src/server/app.ts'.
 */
const featureOf = (path: string): string | undefined => /^src\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];

type Import = { from: string; to: string | undefined; isLazy: boolean };

function importsIn({ path, text }: Source): Import[] {
  const found = (pattern: RegExp, isLazy: boolean) =>
    [...text.matchAll(pattern)].map(([, named = '', bare]) => ({
      from: path,
      to: importedPath(path, bare ?? named),
      isLazy,
    }));
  return [...found(staticImport, false), ...found(lazyImport, true)];
}

/**
 * Reports short product files whose only importer is in the same feature, except where both files together would
 * exceed the line limit. A file with its own unit tests may stay separate: otherwise its tests would load a whole
 * screen or server. A catalogue has one file per area, however few its sentences are.
 */
export function faultsOfShortFiles(sources: readonly Source[]): string[] {
  const product = sources.filter(({ path }) => !isTest(path) && !/\/language\/(en|ru)\//.test(path));
  const importsOf = Map.groupBy(product.flatMap(importsIn), ({ to }) => to);
  const all = new Set(sources.map(({ path }) => path));
  const linesOf = new Map(product.map(({ path, text }) => [path, lineCount(text)]));
  return product.flatMap(({ path }) => {
    const lines = linesOf.get(path) ?? 0;
    const imports = importsOf.get(path) ?? [];
    const [importer, ...others] = new Set(imports.map(({ from }) => from));
    const feature = featureOf(path);
    if (feature === undefined || !/\.tsx?$/.test(path) || lines >= OWN_FILE_LINES) return [];
    if (importer === undefined || others.length > 0 || imports.some(({ isLazy }) => isLazy)) return [];
    if (feature !== featureOf(importer) || all.has(path.replace(/\.tsx?$/, '.test.ts'))) return [];
    if (lines + (linesOf.get(importer) ?? 0) > FILE_LINES) return [];
    return [`${path}: ${lines} lines belong in their only importer, ${importer}`];
  });
}

if (import.meta.main) {
  const cwd = join(import.meta.dirname, '..', '..');
  const paths = globSync('{src,scripts,test,migrations}/**/*.{ts,tsx,mjs,css}', { cwd }).sort();
  const sources = paths.map((path) => ({ path, text: readFileSync(join(cwd, path), 'utf8') }));
  const grouped = paths.filter((path) => !path.startsWith('migrations/'));
  const faults = [
    ...sources.flatMap(faultsOfFile),
    ...faultsOfFolders(grouped),
    ...faultsOfShortFiles(sources),
  ];
  reportFaults('style', faults);
}
