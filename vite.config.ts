import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noteChunks } from './scripts/build/built-chunks.ts';
import { lightRouter } from './scripts/build/light-router.ts';

/** What every page needs changes seldom: one chunk that stays in the browser's cache from release to release. */
const frame = /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//;

const web = join(import.meta.dirname, 'src', 'web');

export default defineConfig({
  root: web,
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  plugins: [react(), tailwind(), lightRouter(), noteChunks(web)],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy lets no data: address in
    modulePreload: { polyfill: false }, // every browser that this is built for knows it
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } },
  },
  // only paths without a file ending are the server's
  server: { proxy: { '^/api/[^.]*$': 'http://127.0.0.1:3000' } },
});
