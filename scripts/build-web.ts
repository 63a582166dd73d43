// Builds src/web into dist/web when it, or what it stands on, has changed; and compresses the result once, for ever.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { CHUNKS_FILE } from './build/built-chunks.ts';
import { writePageFiles } from './build/page-files.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist', 'web');
/** What became of the sources; beside the pages, for it is nobody's business who visits them. */
export const chunksFile = join(root, 'dist', CHUNKS_FILE);
const stampFile = join(root, 'dist', 'web.stamp');
const sources = [
  'src/{web,contract,domain}/**/*.*',
  'vite.config.ts',
  'package-lock.json',
  'scripts/{build-web,build/*}.ts',
];
const COMPRESS_FROM_BYTES = 512;

/** Contents, not times: a checkout changes times, and reading a few hundred small files takes milliseconds. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: ['**/*.test.*', '**/tsconfig.json'] }).sort();
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

/** Does nothing, fast, when dist/web is what the sources would give. */
export async function buildWeb(): Promise<void> {
  const stamp = fingerprint();
  const built = existsSync(join(target, 'index.html')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === stamp) return;
  const began = performance.now();
  console.log('Building the pages …');
  const next = join(root, 'dist', `web-next-${process.pid}`);
  try {
    const { build } = await import('vite');
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: next } });
    writePageFiles(next);
    renameSync(join(next, CHUNKS_FILE), chunksFile);
    await Promise.all(globSync(`${next}/**/*.{js,css,svg,html,webmanifest}`).map(compress));
    mkdirSync(join(root, 'dist'), { recursive: true });
    // a half-built folder never stands under the name that the server reads
    rmSync(target, { recursive: true, force: true });
    renameSync(next, target);
    writeFileSync(stampFile, stamp);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  console.log(`Pages built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) await buildWeb();
