import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, crc32, deflate } from 'node:zlib';
import { z } from 'zod';

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/** Bitmaps of the display font's letters, made by scripts/make-preview-letters.ts. */
interface Letters {
  readonly em: number;
  readonly letters: Readonly<Record<string, readonly [number, number, number, number, number, number]>>;
  /** Opacity of each pixel, 0 to 15. */
  readonly alpha: Buffer;
}

const lettersHead = z.object({
  em: z.number(),
  letters: z.record(
    z.string(),
    z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
  ),
});

export async function readLetters(pagesDirectory: string): Promise<Letters> {
  const file = await promisify(brotliDecompress)(await readFile(join(pagesDirectory, 'preview-letters.bin')));
  const headEnd = file.indexOf('\n');
  const head = lettersHead.parse(JSON.parse(file.toString('utf8', 0, headEnd)));
  return { ...head, alpha: file.subarray(headEnd + 1) };
}

type Color = readonly [red: number, green: number, blue: number];
const PAPER: Color = [253, 249, 246];
const BLUSH: Color = [243, 227, 228];
const ROSEWOOD: Color = [140, 47, 69];
const INK: Color = [42, 32, 36];
const SOFT: Color = [110, 96, 99];

function blend(pixels: Buffer, x: number, y: number, color: Color, opacity: number): void {
  if (opacity <= 0 || x < 0 || y < 0 || x >= PICTURE_WIDTH || y >= PICTURE_HEIGHT) return;
  const at = (y * PICTURE_WIDTH + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const below = pixels[at + channel] ?? 0;
    pixels[at + channel] = Math.round(below + ((color[channel] ?? 0) - below) * opacity);
  }
}

type Circle = readonly [x: number, y: number, radius: number];

const coverage = ([cx, cy, radius]: Circle, x: number, y: number): number =>
  Math.min(1, Math.max(0, radius - Math.hypot(x - cx, y - cy) + 0.5));

/** A lunula: the part of the outer circle that the inner circle leaves free. */
function drawCrescent(pixels: Buffer, outer: Circle, inner: Circle, color: Color): void {
  const [cx, cy, radius] = outer;
  for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(PICTURE_HEIGHT, cy + radius + 1); y++)
    for (let x = Math.floor(cx - radius); x < cx + radius + 1; x++)
      blend(pixels, x, y, color, coverage(outer, x, y) * (1 - coverage(inner, x, y)));
}

const widthOf = ({ em, letters }: Letters, text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + ((letters[letter]?.[0] ?? 0) * size) / em, 0);

/** Scales a letter down: returns the mean opacity of those pixels of the letter that become one pixel of the picture. */
function opacityAt(
  { alpha }: Letters,
  [, , , columns, rows, start]: Letters['letters'][string],
  x: number,
  y: number,
  step: number,
): number {
  let sum = 0;
  const [toX, toY] = [
    Math.min(columns, Math.max(x + 1, x + step)),
    Math.min(rows, Math.max(y + 1, y + step)),
  ];
  for (let row = Math.max(0, Math.floor(y)); row < toY; row++)
    for (let column = Math.max(0, Math.floor(x)); column < toX; column++) {
      const height = Math.min(row + 1, y + step) - Math.max(row, y);
      const width = Math.min(column + 1, x + step) - Math.max(column, x);
      if (height > 0 && width > 0) sum += (alpha[start + row * columns + column] ?? 0) * height * width;
    }
  return sum / (15 * step * step);
}

function drawLine(
  pixels: Buffer,
  letters: Letters,
  text: string,
  place: { y: number; size: number; color: Color },
): void {
  const step = letters.em / place.size;
  let pen = LEFT;
  for (const letter of text) {
    const drawn = letters.letters[letter];
    if (!drawn) continue;
    const [advance, left, top, columns, rows] = drawn;
    const [fromX, fromY] = [Math.floor(pen + left / step), Math.floor(place.y + top / step)];
    for (let y = fromY; y <= fromY + rows / step + 1; y++)
      for (let x = fromX; x <= fromX + columns / step + 1; x++)
        blend(
          pixels,
          x,
          y,
          place.color,
          opacityAt(letters, drawn, (x - pen) * step - left, (y - place.y) * step - top, step),
        );
    pen += advance / step;
  }
}

const LEFT = 98;
const TEXT_WIDTH = PICTURE_WIDTH - 2 * LEFT;

function linesOf(letters: Letters, text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(letters, longer, size) <= TEXT_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const LINE_HEIGHT = 1.1;
const NAME_SIZES = [124, 108, 92, 76, 60];
const SMALLEST_SIZE = 46;
const HEADLINE_SIZE = 44;
const LINES_MAX = 2;

function fittingSize(letters: Letters, text: string): number {
  const fits = (size: number) => {
    const lines = linesOf(letters, text, size);
    return lines.length <= LINES_MAX && lines.every((line) => widthOf(letters, line, size) <= TEXT_WIDTH);
  };
  return NAME_SIZES.find(fits) ?? SMALLEST_SIZE;
}

const canWrite = ({ letters }: Letters, text: string): boolean =>
  [...text.replace(/\s/g, ' ')].every((letter) => letter in letters);

function drawTexts(pixels: Buffer, letters: Letters, name: string, headline: string): void {
  const size = fittingSize(letters, name);
  const shown = canWrite(letters, name) ? linesOf(letters, name, size).slice(0, LINES_MAX) : [];
  let y = shown.length === 1 ? 380 : 310;
  for (const line of shown) {
    drawLine(pixels, letters, line, { y, size, color: INK });
    y += size * LINE_HEIGHT;
  }
  y += HEADLINE_SIZE - (shown.length > 0 ? size * LINE_HEIGHT - HEADLINE_SIZE : 0);
  if (!canWrite(letters, headline)) return;
  for (const line of linesOf(letters, headline, HEADLINE_SIZE).slice(0, LINES_MAX)) {
    drawLine(pixels, letters, line, { y, size: HEADLINE_SIZE, color: SOFT });
    y += HEADLINE_SIZE * 1.25;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function asPng(pixels: Buffer): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PICTURE_WIDTH, 0);
  header.writeUInt32BE(PICTURE_HEIGHT, 4);
  header.set([8, 2], 8); // the picture has eight bits per channel, RGB
  const stride = PICTURE_WIDTH * 3;
  const rows = Buffer.alloc((stride + 1) * PICTURE_HEIGHT); // each row of a PNG begins with its filter type: 0, no filter
  for (let y = 0; y < PICTURE_HEIGHT; y++)
    pixels.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  const data = await promisify(deflate)(rows);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Draws the picture of link previews with name and headline. Omits a text that `letters` cannot write. docs/spec/behaviour.md §7.7 */
export async function drawPreview(letters: Letters, name: string, headline: string): Promise<Buffer> {
  const pixels = Buffer.alloc(PICTURE_WIDTH * PICTURE_HEIGHT * 3, Buffer.from(PAPER));
  drawCrescent(pixels, [762, 355, 437], [640, 510, 480], BLUSH);
  drawCrescent(pixels, [156, 157, 58], [156, 183, 64], ROSEWOOD);
  drawTexts(pixels, letters, name, headline);
  return asPng(pixels);
}
