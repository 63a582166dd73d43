import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { z } from 'zod';

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

const lettersFile = z.object({
  em: z.number(),
  letters: z.record(z.string(), z.object({ width: z.number(), path: z.string() })),
  kerning: z.record(z.string(), z.number()),
});
/** The outlines of the display font's letters, made by scripts/make-display-font.ts. */
export type Letters = z.infer<typeof lettersFile>;

export const readLetters = async (pagesDirectory: string): Promise<Letters> =>
  lettersFile.parse(JSON.parse(await readFile(join(pagesDirectory, 'preview-letters.json'), 'utf8')));

/** Leaves out letters without an outline, such as emoji. */
const drawable = ({ letters }: Letters, text: string): string =>
  [...text.normalize('NFC').replace(/\s/g, ' ')]
    .filter((letter) => letter in letters)
    .join('')
    .replace(/ +/g, ' ')
    .trim();

/** Returns the x position of each letter and of the end, in pixels. */
function positionsIn({ em, letters, kerning }: Letters, text: string, size: number): number[] {
  const positions = [0];
  let x = 0;
  for (const [index, letter] of [...text].entries()) {
    x += ((letters[letter]?.width ?? 0) + (kerning[text.slice(index, index + 2)] ?? 0)) * (size / em);
    positions.push(x);
  }
  return positions;
}

const LEFT = 98;
const TEXT_WIDTH = PICTURE_WIDTH - 2 * LEFT;
const LINES_MAX = 2;

const fits = (letters: Letters, line: string, size: number): boolean =>
  (positionsIn(letters, line, size).at(-1) ?? 0) <= TEXT_WIDTH;

function linesOf(letters: Letters, text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(letters, longer, size)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const isWhole = (letters: Letters, lines: readonly string[], size: number): boolean =>
  lines.length <= LINES_MAX && lines.every((line) => fits(letters, line, size));

/** Shortens a line with '…' until it fits. */
function shortened(letters: Letters, line: string, size: number): string {
  let short = line;
  while (!fits(letters, `${short}…`, size)) short = short.slice(0, -1).trimEnd();
  return `${short}…`;
}

/** The lines of a text in the first of the sizes at which all of it fits, otherwise its beginning in the last size. */
function fitted(letters: Letters, text: string, sizes: readonly number[]): { size: number; lines: string[] } {
  const size = sizes.find((one) => isWhole(letters, linesOf(letters, text, one), one)) ?? sizes.at(-1) ?? 0;
  const lines = linesOf(letters, text, size);
  if (isWhole(letters, lines, size)) return { size, lines };
  const shown = lines.slice(0, LINES_MAX).map((line, index) => {
    const isLast = index === LINES_MAX - 1 && lines.length > LINES_MAX;
    return isLast || !fits(letters, line, size) ? shortened(letters, line, size) : line;
  });
  return { size, lines: shown };
}

const COLORS = { paper: '#fdf9f6', blush: '#f3e3e4', rosewood: '#8c2f45', ink: '#2a2024', soft: '#6e6063' };

function lineInSvg(
  letters: Letters,
  line: string,
  place: { y: number; size: number; color: string },
): string {
  const scale = place.size / letters.em;
  const positions = positionsIn(letters, line, place.size);
  const paths = [...line].map((letter, index) => {
    const at = `translate(${(LEFT + (positions[index] ?? 0)).toFixed(2)} ${place.y.toFixed(2)})`;
    return `<path transform="${at} scale(${scale})" d="${letters.letters[letter]?.path ?? ''}"/>`;
  });
  return `<g fill="${place.color}">${paths.join('')}</g>`;
}

const NAME_SIZES = [124, 108, 92, 76, 60, 46];
const NAME_LINE_HEIGHT = 1.1;
const HEADLINE_SIZE = 44;
const HEADLINE_LINE_HEIGHT = 1.25;

function textsInSvg(letters: Letters, name: string, headline: string): string {
  const shown = fitted(letters, drawable(letters, name), NAME_SIZES);
  const texts: string[] = [];
  let y = shown.lines.length === 1 ? 380 : 310;
  for (const line of shown.lines) {
    texts.push(lineInSvg(letters, line, { y, size: shown.size, color: COLORS.ink }));
    y += shown.size * NAME_LINE_HEIGHT;
  }
  y += 2 * HEADLINE_SIZE - shown.size * NAME_LINE_HEIGHT;
  for (const line of fitted(letters, drawable(letters, headline), [HEADLINE_SIZE]).lines) {
    texts.push(lineInSvg(letters, line, { y, size: HEADLINE_SIZE, color: COLORS.soft }));
    y += HEADLINE_SIZE * HEADLINE_LINE_HEIGHT;
  }
  return texts.join('');
}

type Circle = readonly [x: number, y: number, radius: number];

/** A lunula: the part of the outer circle that the inner circle leaves free. */
function crescentInSvg(id: string, outer: Circle, inner: Circle, color: string): string {
  const circle = ([x, y, radius]: Circle, rest: string) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" ${rest}/>`;
  const mask = `<mask id="${id}">${circle(outer, 'fill="#fff"')}${circle(inner, 'fill="#000"')}</mask>`;
  return `${mask}${circle(outer, `fill="${color}" mask="url(#${id})"`)}`;
}

/** Draws the picture of link previews, a PNG with the salon's name and headline. docs/spec/behaviour.md §7.7 */
export function drawPreview(
  sharp: typeof Sharp,
  letters: Letters,
  { name, headline }: { name: string; headline: string },
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}">
<rect width="100%" height="100%" fill="${COLORS.paper}"/>
${crescentInSvg('large', [762, 355, 437], [640, 510, 480], COLORS.blush)}
${crescentInSvg('small', [156, 157, 58], [156, 183, 64], COLORS.rosewood)}
${textsInSvg(letters, name, headline)}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}
