import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { smallIcons } from './scripts/build/icons.ts';
import { pageChunks } from './scripts/build/page-chunks.ts';

/** Chunks that visitors and clients come to: what they need is asked for together with them. */
const OF_CLIENTS =
  /\/(home|client-home|services|booking|booked-view|confirm-dialog|service-sheet|move-page|login|register|reset|my-appointments-page|guest-[a-z-]+)-[\w-]{8}\.js$/;

/** What every page has loaded already. */
const ALWAYS_THERE = /\/(index|app|libraries|rolldown-runtime)-[\w-]{8}\.(js|css)$/;

/**
 * What is asked for beside a chunk that is loaded later. The names stand in the entry, which every visitor loads: of the owner's
 * pages only the styles, which nothing else would load.
 */
const preloaded = (chunk: string, files: string[]): string[] =>
  files.filter((file) => !ALWAYS_THERE.test(file) && (OF_CLIENTS.test(chunk) || file.endsWith('.css')));

const web = join(import.meta.dirname, 'src', 'web');

/** Chunks are fetched by src/web/stand-ins/fetch-chunk.ts in place of Vite's helper. */
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
  // React has had it itself since 18
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // the content security policy refuses data: addresses
    modulePreload: { polyfill: false, resolveDependencies: preloaded }, // every supported browser has modulepreload
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ debugName: 'pages', name: pageChunks(web), includeDependenciesRecursively: false }],
        },
      },
    },
  },
  // npm run dev
  server: {
    host: '127.0.0.1',
    port: 3000,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3001', '/site.webmanifest': 'http://127.0.0.1:3001' },
  },
});
