/**
 * Makes the files of the pages' display font from @fontsource-variable/fraunces, and commits none of its tools:
 * downloads them on each run, because nothing else needs them. Run it manually after an update of that package; the
 * resulting files are committed.
 * - src/web/assets/fraunces-*.woff2: opsz 48, wght 400-600, Serbian Latin letters.
 * - src/web/assets/lora-cyrillic.woff2: wght 400-600, the Cyrillic letters of headings, because Fraunces has none.
 * - src/web/public/preview-letters.json: the outlines of these letters at wght 520 for the picture of link previews,
 *   and Cyrillic ones of Literata, because Fraunces has none. The server draws without a font of the machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const TOOLS = [
  'subset-font@2',
  'opentype.js@2',
  '@fontsource-variable/literata@5',
  '@fontsource-variable/lora@5',
];
const charactersFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(first + index)).join('');
const PUNCTUATION = '\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026';
const LETTERS = { latin: charactersFrom(32, 95) + PUNCTUATION, 'latin-ext': 'šđčćžŠĐČĆŽ' };
const CYRILLIC = charactersFrom(0x400, 0x60);
const WEIGHTS = { min: 400, max: 600, default: 420 };
const EM = 1000;

interface Font {
  charToGlyph(letter: string): { index: number; getPath(x: number, y: number, size: number): Outline };
  getAdvanceWidth(text: string, size: number): number;
}
interface Outline {
  readonly commands: readonly ({ readonly type: string } & Partial<
    Record<(typeof POINTS)[number], number>
  >)[];
}
const POINTS = ['x1', 'y1', 'x2', 'y2', 'x', 'y'] as const;

/**
 * The path in SVG, without lines of no length. Outline's own toPathData omits the space before a rounded -0
 * (opentype.js 2.0.0).
 */
function svgPath({ commands }: Outline): string {
  let path = '';
  let end = '';
  for (const command of commands) {
    const numbers = POINTS.flatMap((name) => Math.round(command[name] ?? Number.NaN)).filter(Number.isFinite);
    const to = numbers.slice(-2).join(' ');
    if (command.type !== 'L' || to !== end) path += command.type + numbers.join(' ');
    end = to;
  }
  return path;
}

const workshop = mkdtempSync(join(tmpdir(), 'lunula-font-'));
const load = createRequire(join(workshop, 'here.js'));

/** Returns the letters of a font without variable axes: width and SVG path at EM, and the kerning of pairs. */
async function outlinesOf(source: string, text: string, axes: object) {
  const options = { targetFormat: 'truetype', variationAxes: axes };
  const font: Buffer = await load('subset-font')(readFileSync(source), text, options);
  const bytes = font.buffer.slice(font.byteOffset, font.byteOffset + font.length);
  const parsed: Font = load('opentype.js').parse(bytes);
  const widthOf = (part: string) => Math.round(parsed.getAdvanceWidth(part, EM));
  const drawn = [...text].filter((letter) => parsed.charToGlyph(letter).index > 0);
  const letters = drawn.map((letter) => {
    const path = svgPath(parsed.charToGlyph(letter).getPath(0, 0, EM));
    return [letter, { width: widthOf(letter), path }] as const;
  });
  const pairs = drawn.flatMap((a) => drawn.map((b) => [a + b, widthOf(a + b) - widthOf(a) - widthOf(b)]));
  return { letters, kerning: pairs.filter(([, by]) => Math.abs(Number(by)) > 1) };
}

/** Writes the letters of `text` as a font of the pages. */
async function writeFont(name: string, source: string, text: string, axes: object): Promise<void> {
  const options = { targetFormat: 'woff2', variationAxes: axes };
  const font: Buffer = await load('subset-font')(readFileSync(source), text, options);
  writeFileSync(join(root, 'src/web/assets', `${name}.woff2`), font);
  console.log(`${name}.woff2: ${font.length} bytes`);
}

try {
  execFileSync('npm', ['install', '--prefix', workshop, '--no-save', '--ignore-scripts', ...TOOLS], {
    stdio: 'inherit',
  });
  const outlines: Awaited<ReturnType<typeof outlinesOf>>[] = [];
  for (const [name, text] of Object.entries(LETTERS)) {
    const source = join(
      root,
      `node_modules/@fontsource-variable/fraunces/files/fraunces-${name}-opsz-normal.woff2`,
    );
    await writeFont(`fraunces-${name}`, source, text, { opsz: 48, wght: WEIGHTS });
    outlines.push(await outlinesOf(source, text, { opsz: 48, wght: 520 }));
  }
  const lora = load.resolve('@fontsource-variable/lora/files/lora-cyrillic-wght-normal.woff2');
  await writeFont('lora-cyrillic', lora, CYRILLIC, { wght: WEIGHTS });
  const literata = load.resolve('@fontsource-variable/literata/files/literata-cyrillic-opsz-normal.woff2');
  outlines.push(await outlinesOf(literata, CYRILLIC, { opsz: 48, wght: 520 }));
  const [letters, kerning] = [outlines.flatMap((one) => one.letters), outlines.flatMap((one) => one.kerning)];
  const file = { em: EM, letters: Object.fromEntries(letters), kerning: Object.fromEntries(kerning) };
  writeFileSync(join(root, 'src/web/public/preview-letters.json'), `${JSON.stringify(file, null, 2)}\n`);
  console.log(`preview-letters.json: ${letters.length} letters, ${kerning.length} pairs`);
} finally {
  rmSync(workshop, { recursive: true });
}
