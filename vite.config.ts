import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs changes seldom: one chunk that stays in the browser's cache from release to release. */
const frame = /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//;

const web = join(import.meta.dirname, 'src', 'web');

export default defineConfig({
  root: web,
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  plugins: [react(), tailwind()],
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // the content security policy lets no data: address in
    modulePreload: { polyfill: false }, // every browser that this is built for knows it
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } },
  },
  server: { host: '127.0.0.1', port: 3000, strictPort: true, proxy: { '/api': 'http://127.0.0.1:3001' } }, // npm run dev
});
