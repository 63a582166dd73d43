// npm run check:size: what a visitor's phone loads before a public page stands there is not too much, and holds no heavy package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, constants as zlib } from 'node:zlib';
import { type Chunks, chunksOf, PUBLIC_PAGES, type PublicPage } from '../build/page-files.ts';
import { buildWeb, pagesFolder, readChunks } from '../build-web.ts';
import { reportFaults } from './report.ts';

/** Scripts and styles, packed by gzip. React with its router and queries is 80 of each, the styles are 11: docs/measurements.md */
const LIMITS_KB: Record<PublicPage, number> = {
  home: 117,
  services: 113,
  booking: 134,
  login: 119,
  register: 119,
  reset: 119,
};
const BYTES_PER_KB = 1000;
/** They serve the pages behind the login; on a public page native controls do. */
const HEAVY = /^(zod|@base-ui\/.*|@visx\/.*|d3-.*|react-day-picker|sonner)$/;

export interface PageSize {
  readonly kilobytes: number;
  readonly files: number;
  readonly packages: readonly string[];
}

export function faultsOfPage(name: string, { kilobytes, packages }: PageSize, limit: number): string[] {
  const faults = packages.filter((one) => HEAVY.test(one)).map((one) => `${name} loads ${one}`);
  if (kilobytes > limit) faults.push(`${name} weighs ${kilobytes.toFixed(1)} kB, more than ${limit}`);
  return faults;
}

function sizeOf(page: PublicPage, chunks: Chunks): PageSize {
  const needed = chunksOf(page, chunks);
  const files = new Set(needed.flatMap(({ file, css = [] }) => [file, ...css]));
  const packed = (file: string) =>
    gzipSync(readFileSync(join(pagesFolder, file)), { level: zlib.Z_BEST_COMPRESSION }).length;
  const bytes = [...files].reduce((sum, file) => sum + packed(file), 0);
  const packages = [...new Set(needed.flatMap((chunk) => chunk.packages))];
  return { kilobytes: bytes / BYTES_PER_KB, files: files.size, packages };
}

async function pageSizes(): Promise<Map<PublicPage, PageSize>> {
  await buildWeb();
  const chunks = readChunks();
  const pages = Object.keys(PUBLIC_PAGES) as PublicPage[];
  return new Map(pages.map((page) => [page, sizeOf(page, chunks)]));
}

if (import.meta.main) {
  const sizes = [...(await pageSizes())];
  for (const [page, { kilobytes }] of sizes)
    console.log(`${page.padEnd(9)} ${kilobytes.toFixed(1).padStart(6)} of ${LIMITS_KB[page]} kB`);
  reportFaults(
    'bundle size',
    sizes.flatMap(([page, size]) => faultsOfPage(page, size, LIMITS_KB[page])),
  );
}
