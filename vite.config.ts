import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The libraries of every page change seldom: one chunk that stays in the browser's cache from release to release. */
const libraries =
  /node_modules\/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|@tanstack\/(?:react-query|query-core))\//;

/** Chunks that visitors and clients come to: what they need is asked for together with them. */
const OF_CLIENTS =
  /\/(visitor-home|client-home|booking-page|booked-view|confirm-dialog|service-sheet|move-page|services-page|login-page|register-page|reset-page|my-appointments-page|guest-)/;

/**
 * What is asked for beside a chunk that is loaded later. The names stand in the entry, which every visitor loads: of the owner's
 * pages only the styles, which nothing else would load.
 */
const preloaded = (chunk: string, files: string[]): string[] =>
  OF_CLIENTS.test(chunk) ? files : files.filter((file) => file.endsWith('.css'));

const web = join(import.meta.dirname, 'src', 'web');

export default defineConfig({
  root: web,
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  plugins: [react(), tailwind()],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // the content security policy refuses data: addresses
    modulePreload: { polyfill: false, resolveDependencies: preloaded }, // every supported browser has modulepreload
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'libraries', test: libraries }] } } },
  },
  server: { host: '127.0.0.1', port: 3000, strictPort: true, proxy: { '/api': 'http://127.0.0.1:3001' } }, // npm run dev
});
