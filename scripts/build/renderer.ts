// What the server's rendering of the public pages needs beside the pages themselves.
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';
import { PUBLIC_PAGES } from './page-files.ts';

const root = join(import.meta.dirname, '..', '..');
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

/** src/web/app/early.ts as it stands inside the pages. */
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
  if (chunk?.type !== 'chunk') throw new Error('The early script was to be one chunk.');
  return chunk.code.trim();
}
