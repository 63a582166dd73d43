// Builds src/web into dist/web if a source has changed, and compresses the files.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Manifest, Plugin, Rolldown } from 'vite';
import { cyrillicTexts } from './build/cyrillic-texts.ts';
import { buildFrames } from './build/frames.ts';
import { oneLanguage } from './build/one-language.ts';
import { type BuiltPages, type Chunks, type Folder, writePageFiles } from './build/page-files.ts';
import { buildEarlyScript, buildRenderer } from './build/renderer.ts';
import { fingerprint, putInPlace } from './build/stamp.ts';
import { writeWorkers } from './build/worker.ts';

const root = join(import.meta.dirname, '..');
const webFolder = join(root, 'src', 'web', '/');
export const pagesFolder = join(root, 'dist', 'web');
/**
 * The folder of the bundle for server-side rendering. It is outside dist/web, whose files the server serves to
 * browsers.
 */
const renderFolder = join(root, 'dist', 'render');
const chunksFile = join(root, 'dist', 'web.chunks.json');
const stampFile = join(root, 'dist', 'web.stamp');
const sources = [
  'src/{contract,domain,web}/**/*.*',
  'src/server/platform/language.ts',
  'vite.config.ts',
  'package-lock.json',
  'scripts/{build-web,build/*}.ts',
];
const COMPRESS_FROM_BYTES = 512;

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < COMPRESS_FROM_BYTES) return;
  const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION }));
}

/** The chunks of the pages in a folder: by default of salons with one language. */
export const readChunks = (folder: '' | 'sr-Latn' = ''): Chunks =>
  JSON.parse(readFileSync(chunksFile, 'utf8'))[folder];

const packageOf = (moduleId: string): string | undefined =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(moduleId)?.[1]?.replace('\\', '/');

/** Removes Vite's manifest from the served folder and returns its chunks, each with its packages and source files. */
function takeChunks(folder: string, { output }: Rolldown.RolldownOutput): Chunks {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  rmSync(join(folder, '.vite'), { recursive: true });
  const contentsOf = (file: string) => {
    const chunk = output.find(({ fileName }) => fileName === file);
    const modules = chunk?.type === 'chunk' ? chunk.moduleIds : [];
    const names = modules.map(packageOf).filter((name) => name !== undefined);
    const holds = modules.filter((id) => id.startsWith(webFolder)).map((id) => id.slice(webFolder.length));
    return { packages: [...new Set(names)].sort(), holds };
  };
  const chunks = Object.entries(manifest);
  return Object.fromEntries(chunks.map(([key, chunk]) => [key, { ...chunk, ...contentsOf(chunk.file) }]));
}

/** Builds the pages into `folder`, beside those of an earlier build. */
export async function buildPages(folder: string, plugins: Plugin[]): Promise<BuiltPages> {
  const { build } = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  const outDir = { outDir: folder, emptyOutDir: false };
  const built = await build({ configFile, logLevel: 'warn', plugins, build: outDir });
  if (!('output' in built)) throw new Error('Vite returned an unexpected result: one build was expected.');
  const chunks = takeChunks(folder, built);
  return { chunks, index: readFileSync(join(folder, 'index.html'), 'utf8') };
}

export const pagesStamp = (folder?: string): string => fingerprint(sources, [], folder);

/** Builds dist/web if it is not up to date. */
export async function buildWeb(): Promise<void> {
  const stamp = pagesStamp();
  const isBuilt = existsSync(join(pagesFolder, 'index.html')) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return;
  const began = performance.now();
  console.log('Building the pages …');
  const next = join(root, 'dist', `web-next-${process.pid}`);
  const nextRender = join(root, 'dist', `render-next-${process.pid}`);
  const nextCyrillic = join(root, 'dist', `cyrillic-next-${process.pid}`);
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // a test runner sets another value, with which Vite builds for development
  try {
    const usual = await buildPages(next, [oneLanguage()]);
    const translated = await buildPages(next, []);
    const cyrillic = await buildPages(next, [cyrillicTexts()]);
    await buildRenderer(nextRender, ['render', 'frames'], []);
    await buildRenderer(nextCyrillic, ['frames'], [cyrillicTexts()]);
    const [early, frames] = [await buildEarlyScript(), await buildFrames(nextRender, nextCyrillic)];
    const builds: Partial<Record<Folder, BuiltPages>> = { '': usual, 'sr-Cyrl': cyrillic };
    const of = (folder: Folder) => builds[folder] ?? translated;
    writePageFiles({ folder: next, of, early, frames });
    await writeWorkers(next, (folder) => of(folder).chunks);
    writeFileSync(chunksFile, JSON.stringify({ '': usual.chunks, 'sr-Latn': translated.chunks }));
    await Promise.all(globSync(`${next}/**/{*.{js,css,svg},index.html}`).map(compress));
    putInPlace(nextRender, renderFolder);
    putInPlace(next, pagesFolder);
    writeFileSync(stampFile, stamp);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    for (const folder of [next, nextRender, nextCyrillic]) rmSync(folder, { recursive: true, force: true });
  }
  console.log(`Pages built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) await buildWeb();
