// What a visitor's phone loads before a public page stands there: not too much, and nothing of the heavy parts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, constants as zlib } from 'node:zlib';
import { type Chunks, PUBLIC_PAGES, type PublicPage, readChunks, scriptsOf } from '../build/page-files.ts';
import { buildWeb, chunksFile } from '../build-web.ts';
import { type Outcome, verdict } from './outcome.ts';
import { root } from './program.ts';

/** Scripts and styles, packed by gzip. React with its router and queries is 88 of each, the styles are 9: docs/measurements.md */
const LIMITS_KB: Record<PublicPage, number> = {
  home: 120,
  services: 116,
  booking: 137,
  login: 121,
  register: 121,
  reset: 121,
};
const BYTES_PER_KB = 1000;
/** They serve the pages inside; on a public page native controls do. */
const HEAVY = /^(zod|@base-ui\/.*|@visx\/.*|d3-.*|react-day-picker|sonner)$/;

export interface PageWeight {
  readonly kilobytes: number;
  readonly files: number;
  readonly packages: readonly string[];
}

export function faultsOfPage(name: string, { kilobytes, packages }: PageWeight, limit: number): string[] {
  const faults = packages.filter((one) => HEAVY.test(one)).map((one) => `${name} loads ${one}`);
  if (kilobytes > limit) faults.push(`${name} weighs ${kilobytes.toFixed(1)} kB, more than ${limit}`);
  return faults;
}

function weigh(page: PublicPage, chunks: Chunks): PageWeight {
  const scripts = scriptsOf(page, chunks);
  const files = new Set([...scripts, ...scripts.flatMap((file) => chunks[file]?.styles ?? [])]);
  const packed = (file: string) =>
    gzipSync(readFileSync(join(root, 'dist', 'web', file)), { level: zlib.Z_BEST_COMPRESSION }).length;
  const bytes = [...files].reduce((sum, file) => sum + packed(file), 0);
  const packages = [...new Set(scripts.flatMap((file) => chunks[file]?.packages ?? []))];
  return { kilobytes: bytes / BYTES_PER_KB, files: files.size, packages };
}

export async function weighPages(): Promise<Map<PublicPage, PageWeight>> {
  await buildWeb();
  const chunks = readChunks(chunksFile);
  const pages = Object.keys(PUBLIC_PAGES) as PublicPage[];
  return new Map(pages.map((page) => [page, weigh(page, chunks)]));
}

export async function checkWeight(): Promise<Outcome> {
  const weights = [...(await weighPages())];
  return verdict(weights.flatMap(([page, weight]) => faultsOfPage(page, weight, LIMITS_KB[page])));
}
