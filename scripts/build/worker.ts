// Builds the service worker with the list of files that it caches.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/domain/language/languages.ts';
import { t } from '../../src/domain/language/translate.ts';
import { inLanguage } from '../../src/server/platform/language.ts';
import { UNREADABLE_TITLE } from '../../src/web/worker/release.ts';
import {
  type Chunks,
  chunksOfLanguage,
  FOLDERS,
  type Folder,
  isOfLanguage,
  keyOf,
  languageIn,
  PUBLIC_PAGES,
  takeWithImports,
} from './page-files.ts';

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

/** Returns the files that the service worker of a language caches on a client's device and on the owner's device. */
export function releaseFiles(chunks: Chunks, language: Language): { client: string[]; owner: string[] } {
  const pages = Object.values(PUBLIC_PAGES).flatMap((source) => keyOf(source, chunks) ?? []);
  const keys = Object.keys(chunks).filter((key) => OF_CLIENTS.test(key) && !isOfLanguage(key));
  const spoken = chunksOfLanguage(language, chunks);
  const client = takeWithImports(['index.html', ...pages, ...keys], chunks);
  const others = Object.keys(chunks).filter((key) => !isOfLanguage(key));
  const owner = others.flatMap((key) => chunks[key] ?? []);
  return { client: filesOf([...client, ...spoken]), owner: filesOf([...owner, ...spoken]) };
}

/** Writes the service worker of a folder of pages. */
async function writeWorker(name: Folder, folder: string, chunks: Chunks): Promise<void> {
  const language = languageIn(name);
  const shell = name === '' ? '/index.html' : `/${name}/index.html`;
  const shellHash = createHash('sha256')
    .update(readFileSync(join(folder, shell)))
    .digest('base64');
  const kept = {
    language,
    unreadable: t(UNREADABLE_TITLE),
    shell,
    shellHash: `sha256-${shellHash}`,
    files: releaseFiles(chunks, language),
  };
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
  writeFileSync(join(folder, name === '' ? 'sw.js' : `sw.${name}.js`), chunk.code);
}

/**
 * Writes sw.js for salons with one language, and a worker for each language of the others. Two builds of the same pages
 * must write the same bytes, because browsers treat any difference as a new release.
 */
export async function writeWorkers(folder: string, chunksOf: (name: Folder) => Chunks): Promise<void> {
  for (const name of FOLDERS)
    await inLanguage(languageIn(name), () => writeWorker(name, folder, chunksOf(name)));
}
