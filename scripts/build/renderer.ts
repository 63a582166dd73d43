// Builds the server-side renderer, and the script that is inlined into the pages.
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');
const web = join(root, 'src', 'web');

/**
 * Bundles src/web/app/render.tsx, which the server loads, and src/web/app/frames.tsx, which the build runs. They share
 * the chunks of the pages; the server loads only those of public pages.
 */
export async function buildRenderer(
  folder: string,
  names: readonly ('render' | 'frames')[],
  plugins: Plugin[],
): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      copyPublicDir: false,
      manifest: false,
      minify: true,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(web, 'app', `${name}.tsx`)])),
        output: { codeSplitting: true, entryFileNames: '[name].js' },
      },
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
