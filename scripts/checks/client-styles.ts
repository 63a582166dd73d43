// npm run check:styles: the sheet of visitors and clients has every class that their pages use; the owner's has those of all.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chunks, takeWithImports } from '../build/page-files.ts';
import { buildWeb, pagesFolder, readChunks } from '../build-web.ts';
import { reportFaults } from './report.ts';

/** Where what visitors and clients load begins; the owner's pages load the other sheet. */
const OF_CLIENTS =
  /^(index\.html|(accounts|app|booking|guest-links|my-appointments|ui)\/.*|home\/(client-home|visitor-home|first-free-slots)\.tsx|services\/services-page\.tsx)$/;
const CHUNKS_MIN_COUNT = 15; // fewer, and this looks at nothing

const CLASS = /\.((?:\\.|[a-z_-])(?:\\.|[\w-])*)/gi;

/** The classes that a sheet has rules for, as an element names them. */
export const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(CLASS)].map(([, escaped = '']) => escaped.replaceAll(/\\(.)/g, '$1')));

/** A plain word may be anything: `visible` is also what a browser calls a page. */
const isPlain = (word: string): boolean => !/[-:[]/.test(word);

/** The classes that a script names and only the owner's sheet has. */
export function missingClasses(script: string, own: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  const words = new Set(script.split(/[\s"'`]+/));
  return [...words].filter((word) => !isPlain(word) && all.has(word) && !own.has(word)).sort();
}

const read = (pattern: string): string =>
  globSync(pattern, { cwd: pagesFolder })
    .map((file) => readFileSync(join(pagesFolder, file), 'utf8'))
    .join('\n');

function clientScripts(chunks: Chunks): string[] {
  const entries = Object.keys(chunks).filter((key) => OF_CLIENTS.test(key));
  const needed = new Set(entries.flatMap((key) => takeWithImports([key], chunks)));
  return [...needed].map(({ file }) => file).filter((file) => file.endsWith('.js'));
}

if (import.meta.main) {
  await buildWeb();
  const own = classesOf(read('assets/index-*.css'));
  const all = classesOf(read('assets/owner-*.css'));
  const scripts = clientScripts(readChunks());
  const faults = scripts.flatMap((file) =>
    missingClasses(readFileSync(join(pagesFolder, file), 'utf8'), own, all).map(
      (name) => `${file} names ${name}, which src/web/styles.css finds in none of its sources`,
    ),
  );
  if (scripts.length < CHUNKS_MIN_COUNT) faults.push(`only ${scripts.length} scripts of clients were found`);
  console.log(`${scripts.length} scripts, ${own.size} of ${all.size} classes`);
  reportFaults('client styles', faults);
}
