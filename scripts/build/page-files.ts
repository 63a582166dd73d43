import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltChunk, CHUNKS_FILE } from './built-chunks.ts';

/** The public pages by the file of their address, '/' being home; all others load from index.html. */
export const PUBLIC_PAGES = {
  home: 'home/visitor-home.tsx',
  services: 'services/services-page.tsx',
  booking: 'booking/booking-page.tsx',
  login: 'accounts/login-page.tsx',
  register: 'accounts/register-page.tsx',
  reset: 'accounts/reset-page.tsx',
} as const;

export type PublicPage = keyof typeof PUBLIC_PAGES;
export type Chunks = Readonly<Record<string, BuiltChunk>>;

export const readChunks = (file: string): Chunks => JSON.parse(readFileSync(file, 'utf8'));

/** Every script that a page needs before it stands there, the entry's included. */
export function scriptsOf(page: PublicPage, chunks: Chunks): string[] {
  const needed = new Set<string>();
  const take = (file: string) => {
    if (needed.has(file)) return;
    needed.add(file);
    chunks[file]?.imports.forEach(take);
  };
  const starts = Object.keys(chunks).filter(
    (file) => chunks[file]?.isEntry || chunks[file]?.of === PUBLIC_PAGES[page],
  );
  if (starts.length < 2) throw new Error(`The build has no chunk of ${PUBLIC_PAGES[page]}.`);
  starts.forEach(take);
  return [...needed];
}

/** The page's own file: index.html, asking at once for what it would else learn of only when the entry runs. */
export function pageFile(index: string, scripts: readonly string[]): string {
  const missing = scripts.filter((file) => !index.includes(`/${file}"`));
  const asked = missing.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
  return index.replace('  </head>', `${asked.join('')}  </head>`);
}

export function writePageFiles(folder: string): void {
  const chunks = readChunks(join(folder, CHUNKS_FILE));
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const page of Object.keys(PUBLIC_PAGES) as PublicPage[]) {
    writeFileSync(join(folder, `${page}.html`), pageFile(index, scriptsOf(page, chunks)));
  }
}
