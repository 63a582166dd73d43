import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The libraries of every page change seldom: one chunk that stays in the browser's cache from release to release. */
const libraries =
  /node_modules\/(react|react-dom|wouter|regexparam|use-sync-external-store|scheduler|@tanstack\/(?:react-query|query-core))\//;

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
    modulePreload: { polyfill: false }, // every supported browser has it
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'libraries', test: libraries }] } } },
  },
  server: { host: '127.0.0.1', port: 3000, strictPort: true, proxy: { '/api': 'http://127.0.0.1:3001' } }, // npm run dev
});
