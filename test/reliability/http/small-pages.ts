// A small substitute for the folder of built pages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const INDEX =
  '<!doctype html><html><head>\n  <script type="module" src="/assets/index-Ab12.js"></script>\n  </head></html>';
export const EARLY = 'addEventListener("click", keep)';
/** The page /login as the build writes it: INDEX with a preload and an inline script. */
export const LOGIN = INDEX.replace(
  '<script',
  `<link rel="modulepreload" href="/assets/login-Ef56.js"><script>${EARLY}</script><script`,
);
/** Returns a page without the tags that the server adds to its head. */
export const bareOf = (page: string): string =>
  page.replace(/ {4}<(title|meta name="robots")[\s\S]*\n(?= {2}<\/head>)/, '');
export const SCRIPT = 'console.log("Termini");\n'.repeat(100);
export const SECRET = 'not for anybody';

/** Creates the folder of pages inside a folder named `assets`, and next to it a secret file that must not be served. */
export function makePages(): { folder: string; remove(): void } {
  const above = mkdtempSync(join(tmpdir(), 'lunula-pages-'));
  const folder = join(above, 'assets', 'web');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(above, 'assets', 'secret.txt'), SECRET);
  const files = { 'index.html': INDEX, 'login.html': LOGIN, 'assets/index-Ab12.js': SCRIPT };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
  }
  writeFileSync(join(folder, 'assets', 'mark-Cd34.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { folder, remove: () => rmSync(above, { recursive: true, force: true }) };
}
