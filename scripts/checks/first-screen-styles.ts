// npm run check:styles: checks that the stylesheet of the public pages contains every class that their first render
// uses.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunksOf, PUBLIC_PAGES, type PublicPage } from '../build/page-files.ts';
import { buildWeb, pagesFolder, readChunks } from '../build-web.ts';
import { reportFaults } from './report.ts';

const SHEET = 'src/web/first-screens.css';
const SCRIPTS_MIN_COUNT = 8; // with fewer scripts, the check has probably looked in the wrong folder

const CLASS = /\.((?:\\.|[a-z_-])(?:\\.|[\w-])*)/gi;

/** Returns the class names in a stylesheet, without CSS escapes. */
export const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(CLASS)].map(([, escaped = '']) => escaped.replaceAll(/\\(.)/g, '$1')));

/**
 * True if a word in a script may be something other than a class name: `visible` is also a page's visibility state.
 */
const isPlain = (word: string): boolean => !/[-:[]/.test(word);

/**
 * Returns the classes that a script uses and that are missing in `own`, the stylesheet of the public pages, but not
 * in `all`, the stylesheet of all pages.
 */
export function missingClasses(script: string, own: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  const words = new Set(script.split(/[\s"'`]+/));
  return [...words].filter((word) => !isPlain(word) && all.has(word) && !own.has(word)).sort();
}

const read = (pattern: string): string =>
  globSync(pattern, { cwd: pagesFolder })
    .map((file) => readFileSync(join(pagesFolder, file), 'utf8'))
    .join('\n');

if (import.meta.main) {
  await buildWeb();
  const own = classesOf(read('assets/index-*.css'));
  const all = classesOf(read('assets/all-pages-*.css'));
  const chunks = readChunks();
  const pages = Object.keys(PUBLIC_PAGES) as PublicPage[];
  const scripts = new Set(pages.flatMap((page) => chunksOf(page, chunks)).map(({ file }) => file));
  const faults = [...scripts].flatMap((file) =>
    missingClasses(readFileSync(join(pagesFolder, file), 'utf8'), own, all).map(
      (name) => `${file} names ${name}, which ${SHEET} finds in none of its sources`,
    ),
  );
  if (scripts.size < SCRIPTS_MIN_COUNT)
    faults.push(`only ${scripts.size} scripts of first screens were found`);
  console.log(`${SHEET}: ${scripts.size} scripts, ${own.size} of ${all.size} classes`);
  reportFaults('first screens', faults);
}
