// Builds the server-side renderer, and the script that is inlined into the public pages.
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';
import { PUBLIC_PAGES } from './page-files.ts';

const root = join(import.meta.dirname, '..', '..');
const web = join(root, 'src', 'web');

/** Leaves lazily imported modules out of the bundle, except the public pages: the server renders no other page. */
const publicPagesOnly = (): Rolldown.Plugin => ({
  name: 'public-pages-only',
  resolveDynamicImport(specifier, importer) {
    const file = join(dirname(importer ?? ''), String(specifier));
    return Object.values(PUBLIC_PAGES).some((page) => join(web, page) === file) ? null : '\0loaded-later';
  },
  load: (id) => (id === '\0loaded-later' ? 'export default () => null' : null),
});

/** Bundles src/web/app/render.tsx into one file. */
export async function buildRenderer(folder: string): Promise<void> {
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

/** Bundles src/web/app/early.ts for inlining. */
export async function buildEarlyScript(): Promise<string> {
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
  if (chunk?.type !== 'chunk')
    throw new Error('Vite returned an unexpected result: one chunk of the early script was expected.');
  return chunk.code.trim();
}
