/**
 * Makes a subset of the pages' display font from @fontsource-variable/fraunces: opsz 48, wght 400-600, Serbian Latin
 * letters. Run it manually after an update of that package; the two resulting files in src/web/assets are committed.
 * Downloads the subsetting tool on each run, because nothing else needs the tool.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const PUNCTUATION = '\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026';
const letters = { latin: PRINTABLE_ASCII + PUNCTUATION, 'latin-ext': 'šđčćžŠĐČĆŽ' };
const axes = { opsz: 48, wght: { min: 400, max: 600, default: 420 } };

type Cutter = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const workshop = mkdtempSync(join(tmpdir(), 'lunula-font-'));
try {
  execFileSync('npm', ['install', '--prefix', workshop, '--no-save', 'subset-font@2'], { stdio: 'inherit' });
  const cut: Cutter = createRequire(join(workshop, 'here.js'))('subset-font');
  for (const [name, text] of Object.entries(letters)) {
    const source = `node_modules/@fontsource-variable/fraunces/files/fraunces-${name}-opsz-normal.woff2`;
    const font = await cut(readFileSync(join(root, source)), text, {
      targetFormat: 'woff2',
      variationAxes: axes,
    });
    writeFileSync(join(root, 'src/web/assets', `fraunces-${name}.woff2`), font);
    console.log(`fraunces-${name}.woff2: ${font.length} bytes`);
  }
} finally {
  rmSync(workshop, { recursive: true });
}
