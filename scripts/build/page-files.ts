import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestChunk } from 'vite';

/**
 * The component of each public page, by the name of its HTML file; 'home' is the page '/'. All other pages use
 * index.html.
 */
export const PUBLIC_PAGES = {
  home: 'home/visitor-home.tsx',
  services: 'services/services-page.tsx',
  booking: 'booking/booking-page.tsx',
  login: 'accounts/login-page.tsx',
  register: 'accounts/register-page.tsx',
  reset: 'accounts/reset-page.tsx',
} as const;

export type PublicPage = keyof typeof PUBLIC_PAGES;

/**
 * Vite's manifest, extended by the contents of each chunk: its npm packages, and its source files as paths relative
 * to src/web.
 */
export type Chunks = Readonly<
  Record<string, ManifestChunk & { packages: readonly string[]; holds: readonly string[] }>
>;

/** Returns the key of the chunk that contains a source file. */
export const keyOf = (source: string, chunks: Chunks): string | undefined =>
  Object.keys(chunks).find((key) => key === source || chunks[key]?.holds.includes(source));

/** Returns the given chunks and their direct and indirect imports, without duplicates. */
export function takeWithImports(keys: readonly string[], chunks: Chunks): Chunks[string][] {
  const needed = new Set<string>();
  const take = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    chunks[key]?.imports?.forEach(take);
  };
  keys.forEach(take);
  return [...needed].flatMap((key) => chunks[key] ?? []);
}

/** Returns every chunk that a page needs for its first render, including the entry. */
export function chunksOf(page: PublicPage, chunks: Chunks): Chunks[string][] {
  const own = keyOf(PUBLIC_PAGES[page], chunks);
  if (!own) throw new Error(`The build has no chunk of ${PUBLIC_PAGES[page]}.`);
  return takeWithImports(['index.html', own], chunks);
}

/**
 * Returns the HTML of a page: index.html with preloads of `files`, which the browser would otherwise discover only
 * when the entry runs.
 */
export function pageFile(index: string, files: readonly string[]): string {
  const missing = files.filter((file) => !index.includes(`/${file}"`));
  const asked = missing.map((file) => {
    const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    return `    <link rel="${rel}" crossorigin href="/${file}">\n`;
  });
  const html = index.replace('  </head>', `${asked.join('')}  </head>`);
  return html.replace(/(<link rel="modulepreload"|<script type="module")/g, '$1 fetchpriority="low"');
}

/**
 * Inlines the linked stylesheets, so that the first paint needs no request for them. The links stay in the page, but
 * disabled: lazy chunks find them there, so they do not load the stylesheets again.
 */
function withStyles(html: string, folder: string): string {
  return html.replace(
    / *<link rel="stylesheet" crossorigin href="\/([^"]+\.css)">\n/g,
    (link, file: string) =>
      `    <style>${readFileSync(join(folder, file), 'utf8').trim()}</style>\n${link.replace('>', ' disabled>')}`,
  );
}

/**
 * Writes the HTML file of each public page. `early` is an inline script that runs before all others on these pages.
 */
export function writePageFiles(folder: string, chunks: Chunks, early: string): void {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const page of Object.keys(PUBLIC_PAGES) as PublicPage[]) {
    const files = chunksOf(page, chunks).flatMap(({ file, css = [] }) => [file, ...css]);
    const html = withStyles(pageFile(index, files), folder);
    writeFileSync(
      join(folder, `${page}.html`),
      html.replace('  </head>', () => `    <script>${early}</script>\n  </head>`),
    );
  }
}
