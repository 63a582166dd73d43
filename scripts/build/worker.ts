// Builds the service worker with the list of files that it caches.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chunks, keyOf, PUBLIC_PAGES, takeWithImports } from './page-files.ts';

const entry = join(import.meta.dirname, '..', '..', 'src', 'web', 'worker', 'worker.ts');

/** Matches the entry modules of chunks that clients and guests load after the public pages. */
const OF_CLIENTS =
  /^(all-pages\.css|home\/client-home\.tsx|(accounts|app|booking|guest-links|lib|my-appointments|ui)\/.*)$/;
/**
 * Matches the pictures of the guide. The service worker does not cache them: nobody needs them offline, and they are
 * as large as all other files together.
 */
const PICTURE = /\.webp$/;

const filesOf = (chunks: Chunks[string][]): string[] => {
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)]
    .filter((file) => !PICTURE.test(file))
    .map((file) => `/${file}`)
    .sort();
};

/** Returns the files that the service worker caches on a client's device and on the owner's device. */
export function releaseFiles(chunks: Chunks): { client: string[]; owner: string[] } {
  const pages = Object.values(PUBLIC_PAGES).flatMap((source) => keyOf(source, chunks) ?? []);
  const keys = Object.keys(chunks).filter((key) => OF_CLIENTS.test(key));
  const client = takeWithImports(['index.html', ...pages, ...keys], chunks);
  return { client: filesOf(client), owner: filesOf(Object.values(chunks)) };
}

/**
 * Writes sw.js. Two builds of the same pages must write the same bytes, because browsers treat any difference as a
 * new release.
 */
export async function writeWorker(folder: string, chunks: Chunks): Promise<void> {
  const shell = createHash('sha256')
    .update(readFileSync(join(folder, 'index.html')))
    .digest('base64');
  const kept = { shellHash: `sha256-${shell}`, files: releaseFiles(chunks) };
  const id = createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 12);
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { RELEASE: JSON.stringify({ id, ...kept }) },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk')
    throw new Error('Vite returned an unexpected result: one chunk of the service worker was expected.');
  writeFileSync(join(folder, 'sw.js'), chunk.code);
}
