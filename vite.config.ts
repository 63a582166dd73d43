import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { smallIcons } from './scripts/build/icons.ts';
import { pageChunks } from './scripts/build/page-chunks.ts';

/** Preloads only a chunk's styles. The names of its scripts would add 0.3 to 0.7 kB to the entry that every visitor loads. */
const stylesOnly = (_: string, files: string[]): string[] => files.filter((file) => file.endsWith('.css'));

const web = join(import.meta.dirname, 'src', 'web');

/** Replaces Vite's preload helper with src/web/stand-ins/fetch-chunk.ts. */
const fetchChunk = (): Plugin => ({
  name: 'fetch-chunk',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => join(web, 'stand-ins/fetch-chunk.ts'),
  },
});

export default defineConfig({
  root: web,
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  plugins: [react(), tailwind(), smallIcons(web), fetchChunk()],
  // React has had useSyncExternalStore since version 18, so packages don't need the shim
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // inlines no assets, because the content security policy forbids data: URLs
    modulePreload: { polyfill: false, resolveDependencies: stylesOnly }, // no polyfill, because every supported browser supports modulepreload
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ debugName: 'pages', name: pageChunks(web), includeDependenciesRecursively: false }],
        },
      },
    },
  },
  // the options below are only for `npm run dev`
  optimizeDeps: { exclude: ['lucide-react'] }, // prebundled icons would bypass `smallIcons`
  server: {
    host: '127.0.0.1',
    port: 3000,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3001', '/site.webmanifest': 'http://127.0.0.1:3001' },
  },
});
