// Builds src/web into dist/web when it, or what it stands on, has changed; and compresses the result once.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Manifest, Rolldown } from 'vite';
import { type Chunks, PUBLIC_PAGES, writePageFiles } from './build/page-files.ts';

const root = join(import.meta.dirname, '..');
export const pagesFolder = join(root, 'dist', 'web');
/** The public pages' code for the server; beside the folder that visitors can reach. */
const renderFolder = join(root, 'dist', 'render');
const chunksFile = join(root, 'dist', 'web.chunks.json');
const stampFile = join(root, 'dist', 'web.stamp');
const sources = ['src/**/*.*', 'vite.config.ts', 'package-lock.json', 'scripts/{build-web,build/*}.ts'];
const COMPRESS_FROM_BYTES = 512;

/** Contents, not times: a checkout changes times, and reading a few hundred small files takes milliseconds. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, {
    cwd: root,
    exclude: ['src/server/**', '**/*.test.*', '**/tsconfig.json'],
  }).sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < COMPRESS_FROM_BYTES) return;
  const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION }));
}

export const readChunks = (): Chunks => JSON.parse(readFileSync(chunksFile, 'utf8'));

const packageOf = (moduleId: string): string | undefined =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(moduleId)?.[1]?.replace('\\', '/');

/** Takes Vite's manifest out of the folder that visitors can reach, and adds to each chunk the npm packages in it. */
function takeChunks(folder: string, { output }: Rolldown.RolldownOutput): Chunks {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  rmSync(join(folder, '.vite'), { recursive: true });
  const packagesOf = (file: string) => {
    const modules = output.find(({ fileName }) => fileName === file);
    const names = modules?.type === 'chunk' ? modules.moduleIds.map(packageOf) : [];
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  };
  const chunks = Object.entries(manifest);
  return Object.fromEntries(
    chunks.map(([key, chunk]) => [key, { ...chunk, packages: packagesOf(chunk.file) }]),
  );
}

const web = join(root, 'src', 'web');

/** A plugin: what a browser loads later is never rendered on the server, so it is not built for it. */
const publicPagesOnly = (): Rolldown.Plugin => ({
  name: 'public-pages-only',
  resolveDynamicImport(specifier, importer) {
    const file = join(dirname(importer ?? ''), String(specifier));
    return Object.values(PUBLIC_PAGES).some((page) => join(web, page) === file) ? null : '\0loaded-later';
  },
  load: (id) => (id === '\0loaded-later' ? 'export default () => null' : null),
});

/** src/web/app/render.tsx with all that it needs in one file. */
async function buildRenderer(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [publicPagesOnly()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(web, 'app', 'render.tsx'),
      outDir: folder,
      copyPublicDir: false,
      manifest: false,
      minify: true,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'render.js' } },
    },
  });
}

/** src/web/app/early.ts as it stands inside the pages. */
async function buildEarlyScript(): Promise<string> {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(web, 'app', 'early.ts'), formats: ['iife'], name: 'early' },
    },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The early script was to be one chunk.');
  return chunk.code.trim();
}

/** Does nothing, fast, when dist/web is what the sources would give. */
export async function buildWeb(): Promise<void> {
  const stamp = fingerprint();
  const isBuilt = existsSync(join(pagesFolder, 'index.html')) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return;
  const began = performance.now();
  console.log('Building the pages …');
  const next = join(root, 'dist', `web-next-${process.pid}`);
  const nextRender = join(root, 'dist', `render-next-${process.pid}`);
  try {
    const { build } = await import('vite');
    const configFile = join(root, 'vite.config.ts');
    const built = await build({ configFile, logLevel: 'warn', build: { outDir: next } });
    if (!('output' in built)) throw new Error('Vite was to build once, into one folder.');
    const chunks = takeChunks(next, built);
    writePageFiles(next, chunks, await buildEarlyScript());
    await buildRenderer(nextRender);
    writeFileSync(chunksFile, JSON.stringify(chunks, null, 1));
    await Promise.all(globSync(`${next}/**/*.{js,css,svg,html,webmanifest}`).map(compress));
    // a half-built folder never stands under the name that the server reads
    rmSync(pagesFolder, { recursive: true, force: true });
    renameSync(next, pagesFolder);
    rmSync(renderFolder, { recursive: true, force: true });
    renameSync(nextRender, renderFolder);
    writeFileSync(stampFile, stamp);
  } finally {
    for (const folder of [next, nextRender]) rmSync(folder, { recursive: true, force: true });
  }
  console.log(`Pages built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) await buildWeb();
