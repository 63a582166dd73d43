// npm run check:styles: the sheet of public pages has every class of their first screens, that of clients those of all their pages.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Chunks,
  chunksOf,
  PUBLIC_PAGES,
  type PublicPage,
  takeWithImports,
} from '../build/page-files.ts';
import { buildWeb, pagesFolder, readChunks } from '../build-web.ts';
import { reportFaults } from './report.ts';

/** Where what visitors and clients come to begins; the owner's pages load the sheet of all. */
const OF_CLIENTS = /^((accounts|app|booking|guest-links|my-appointments|ui)\/.*|home\/client-home\.tsx)$/;
const CHUNKS_MIN_COUNT = { 'src/web/styles.css': 8, 'src/web/clients.css': 20 }; // fewer, and this looks at nothing

const CLASS = /\.((?:\\.|[a-z_-])(?:\\.|[\w-])*)/gi;

/** The classes that a sheet has rules for, as an element names them. */
export const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(CLASS)].map(([, escaped = '']) => escaped.replaceAll(/\\(.)/g, '$1')));

/** A plain word may be anything: `visible` is also what a browser calls a page. */
const isPlain = (word: string): boolean => !/[-:[]/.test(word);

/** The classes that a script names and only the sheet of all pages has. */
export function missingClasses(script: string, own: ReadonlySet<string>, all: ReadonlySet<string>): string[] {
  const words = new Set(script.split(/[\s"'`]+/));
  return [...words].filter((word) => !isPlain(word) && all.has(word) && !own.has(word)).sort();
}

const read = (pattern: string): string =>
  globSync(pattern, { cwd: pagesFolder })
    .map((file) => readFileSync(join(pagesFolder, file), 'utf8'))
    .join('\n');

type Sheet = keyof typeof CHUNKS_MIN_COUNT;

function scriptsOf(needed: readonly Chunks[string][]): string[] {
  return [...new Set(needed.map(({ file }) => file))].filter((file) => file.endsWith('.js'));
}

/** The scripts whose classes a sheet must have. */
function scriptsBySheet(chunks: Chunks): Record<Sheet, string[]> {
  const firstScreens = (Object.keys(PUBLIC_PAGES) as PublicPage[]).flatMap((page) => chunksOf(page, chunks));
  const afterwards = takeWithImports(
    Object.keys(chunks).filter((key) => OF_CLIENTS.test(key)),
    chunks,
  );
  return {
    'src/web/styles.css': scriptsOf(firstScreens),
    'src/web/clients.css': scriptsOf([...firstScreens, ...afterwards]),
  };
}

if (import.meta.main) {
  await buildWeb();
  const classes: Record<Sheet, Set<string>> = {
    'src/web/styles.css': classesOf(read('assets/index-*.css')),
    'src/web/clients.css': classesOf(read('assets/clients-*.css')),
  };
  const all = classesOf(read('assets/owner-*.css'));
  const faults: string[] = [];
  for (const [sheet, scripts] of Object.entries(scriptsBySheet(readChunks())) as [Sheet, string[]][]) {
    for (const file of scripts) {
      const missing = missingClasses(readFileSync(join(pagesFolder, file), 'utf8'), classes[sheet], all);
      faults.push(
        ...missing.map((name) => `${file} names ${name}, which ${sheet} finds in none of its sources`),
      );
    }
    if (scripts.length < CHUNKS_MIN_COUNT[sheet])
      faults.push(`only ${scripts.length} scripts of ${sheet} were found`);
    console.log(`${sheet}: ${scripts.length} scripts, ${classes[sheet].size} of ${all.size} classes`);
  }
  reportFaults('client styles', faults);
}
