// npm run check:size: limits the size and the number of the files that a page needs for its first render, and keeps
// large packages out of public pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, constants as zlib } from 'node:zlib';
import { languageFaults } from '../build/language-size.ts';
import { type Chunks, chunksOf, keyOf, type PUBLIC_PAGES, takeWithImports } from '../build/page-files.ts';
import { buildWeb, pagesFolder, readChunks } from '../build-web.ts';
import { reportFaults } from './report.ts';

export interface PageLimit {
  /** The size limit of scripts and styles together, compressed with gzip. */
  readonly kilobytes: number;
  readonly scripts?: number;
}

const SCRIPTS = 6;
const FONTS_KB = 30;

/** docs/decisions/0019-bundle-chunks.md gives the reasons for these limits. */
const PUBLIC_LIMITS: Record<keyof typeof PUBLIC_PAGES, PageLimit> = {
  home: { kilobytes: 102.5, scripts: SCRIPTS },
  services: { kilobytes: 99.4, scripts: SCRIPTS },
  booking: { kilobytes: 113.4, scripts: SCRIPTS },
  login: { kilobytes: 106, scripts: SCRIPTS },
  register: { kilobytes: 106, scripts: SCRIPTS },
  reset: { kilobytes: 106, scripts: SCRIPTS },
};
const BYTES_PER_KB = 1000;
/** Matches packages that only pages behind the login may load; public pages use native controls instead. */
const HEAVY = /^(zod|@base-ui\/.*|@visx\/.*|d3-.*|react-day-picker|sonner)$/;

/**
 * The source files of the owner's panel on a desktop. The other pages of the owner load after the panel, so their
 * sizes include it.
 */
const PANEL = ['index.html', 'all-pages.css', 'admin/admin-page.tsx', 'admin/today-at-a-glance.tsx'];
const OWNER_LIMITS = {
  admin: { sources: PANEL, kilobytes: 150 },
  calendar: { sources: [...PANEL, 'calendar/calendar-page.tsx'], kilobytes: 182.5 },
  statistics: { sources: [...PANEL, 'statistics/statistics-page.tsx'], kilobytes: 230 },
} as const;

/** The chunk of `parseEntry`, which the search and a new appointment load to read a line. */
const LINE_READER = { chunk: 'entry', kilobytes: 6 } as const;

export interface PageSize {
  readonly kilobytes: number;
  readonly scripts: number;
  readonly fontKilobytes: number;
  readonly packages: readonly string[];
}

export function faultsOfPage(name: string, size: PageSize, limit: PageLimit): string[] {
  const faults: string[] = [];
  if (limit.scripts !== undefined) {
    const heavy = size.packages.filter((one) => HEAVY.test(one));
    faults.push(...heavy.map((one) => `${name} loads ${one}`));
    if (size.scripts > limit.scripts)
      faults.push(`${name} loads ${size.scripts} scripts, more than ${limit.scripts}`);
  }
  if (size.kilobytes > limit.kilobytes)
    faults.push(`${name} weighs ${size.kilobytes.toFixed(1)} kB, more than ${limit.kilobytes}`);
  if (size.fontKilobytes > FONTS_KB)
    faults.push(`${name} loads ${size.fontKilobytes.toFixed(1)} kB of fonts, more than ${FONTS_KB}`);
  return faults;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const read = (file: string): Buffer => readFileSync(join(pagesFolder, file));
const packed = (file: string): number => gzipSync(read(file), { level: zlib.Z_BEST_COMPRESSION }).length;

function sizeOf(needed: readonly Chunks[string][]): PageSize {
  const files = [...new Set(needed.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))];
  const ending = (ends: RegExp) => files.filter((file) => ends.test(file));
  return {
    kilobytes: sum(ending(/\.(js|css)$/).map(packed)) / BYTES_PER_KB,
    scripts: ending(/\.js$/).length,
    fontKilobytes: sum(ending(/\.woff2$/).map((file) => read(file).length)) / BYTES_PER_KB,
    packages: [...new Set(needed.flatMap((chunk) => chunk.packages))],
  };
}

function chunksOfSources(sources: readonly string[], chunks: Chunks): Chunks[string][] {
  const keys = sources.map((source) => {
    const key = keyOf(source, chunks);
    if (!key) throw new Error(`The build has no chunk of ${source}.`);
    return key;
  });
  return takeWithImports(keys, chunks);
}

function lineReaderOf(chunks: Chunks): Chunks[string] {
  const chunk = Object.values(chunks).find(({ name }) => name === LINE_READER.chunk);
  if (!chunk) throw new Error(`The build has no chunk '${LINE_READER.chunk}'.`);
  return chunk;
}

interface Page {
  readonly name: string;
  readonly size: PageSize;
  readonly limit: PageLimit;
}

const publicSizes = (chunks: Chunks, where = ''): Page[] =>
  Object.entries(PUBLIC_LIMITS).map(([name, limit]) => {
    const size = sizeOf(chunksOf(name as keyof typeof PUBLIC_PAGES, chunks));
    return { name: name + where, size, limit };
  });

async function pageSizes(): Promise<Page[]> {
  await buildWeb();
  const chunks = readChunks();
  const ownerPages = Object.entries(OWNER_LIMITS).map(([name, { sources, kilobytes }]) => {
    const size = sizeOf(chunksOfSources(sources, chunks));
    return { name, size, limit: { kilobytes } };
  });
  const lineReader = { name: 'line reader', size: sizeOf([lineReaderOf(chunks)]), limit: LINE_READER };
  return [
    ...publicSizes(chunks),
    ...publicSizes(readChunks('sr-Latn'), ' (translated)'),
    ...ownerPages,
    lineReader,
  ];
}

if (import.meta.main) {
  const pages = await pageSizes();
  for (const { name, size, limit } of pages) {
    const weight = `${size.kilobytes.toFixed(1).padStart(6)} of ${String(limit.kilobytes).padStart(3)} kB`;
    console.log(`${name.padEnd(22)} ${weight}, ${size.scripts} scripts`);
  }
  reportFaults('bundle size', [
    ...pages.flatMap(({ name, size, limit }) => faultsOfPage(name, size, limit)),
    ...(await languageFaults()),
  ]);
}
