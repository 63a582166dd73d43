// The voucher as a picture, to send in a message.
import { saveBlob } from '../lib/device/save-file.ts';

/** What stands on a voucher. */
export interface VoucherWords {
  readonly salon: string;
  readonly title: string;
  readonly amount: string;
  /** For whom and from whom. */
  readonly names: readonly string[];
  readonly address: string;
  readonly contact: string;
  readonly until: string;
  readonly terms: string;
  readonly code: string;
}

const WIDTH = 1800;
const HEIGHT = 1200;
/** Positions are hundredths of the width, like the `cqw` of voucher.css. */
const UNIT = WIDTH / 100;
const MARGIN = 7.6;
const COLUMN = 29;
const LINE = 2.8;

const CRESCENT = 'M.6 20A19.4 19.4 0 0 1 39.4 20 21.3 21.3 0 0 0 .6 20Z'; // of the logo, 40 wide
const INK = '#241c22';
const SOFT = '#6a5f66';
const WINE = '#8c2d46';

type Paint = CanvasRenderingContext2D;

/** Draws the crescent around its center. */
function drawCrescent(paint: Paint, color: string, [x, y, width, degrees]: readonly number[]): void {
  paint.save();
  paint.translate((x ?? 0) * UNIT, (y ?? 0) * UNIT);
  paint.rotate(((degrees ?? 0) * Math.PI) / 180);
  paint.scale(((width ?? 0) * UNIT) / 40, ((width ?? 0) * UNIT) / 40);
  paint.translate(-20, -10);
  paint.fillStyle = color;
  paint.fill(new Path2D(CRESCENT));
  paint.restore();
}

interface Style {
  readonly size: number;
  readonly family?: string;
  readonly weight?: number;
  readonly color?: string;
  /** The longest line; longer ones are set narrower. */
  readonly width?: number;
}

function setStyle(paint: Paint, { size, family = '--font-text', weight = 400, color = INK }: Style): void {
  const named = getComputedStyle(document.documentElement).getPropertyValue(family) || family;
  paint.font = `${weight} ${size * UNIT}px ${named}`;
  paint.fillStyle = color;
}

function write(paint: Paint, text: string, [x, y]: readonly [number, number], style: Style): void {
  setStyle(paint, style);
  paint.fillText(text, x * UNIT, y * UNIT, (style.width ?? 100 - 2 * MARGIN) * UNIT);
}

/** Breaks a text into lines of the column. */
function wrapped(paint: Paint, text: string, style: Style): string[] {
  setStyle(paint, style);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && paint.measureText(longer).width <= COLUMN * UNIT) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

const BOLD = { size: 1.9, weight: 600, width: COLUMN };
const PLAIN = { size: 1.9, color: SOFT, width: COLUMN };

/** Writes a column that ends at the foot: what is bold, and below it the rest. */
function writeColumn(paint: Paint, x: number, bold: string, plain: string): void {
  const rows = [
    ...wrapped(paint, bold, BOLD).map((text) => ({ text, style: BOLD })),
    ...wrapped(paint, plain, PLAIN).map((text) => ({ text, style: PLAIN })),
  ];
  for (const [index, { text, style }] of rows.entries())
    write(paint, text, [x, 60 - (rows.length - 1 - index) * LINE], style);
}

function draw(paint: Paint, words: VoucherWords): void {
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, WIDTH, HEIGHT);
  drawCrescent(paint, '#f6e6e8', [89.3, 17, 56, 46]);
  drawCrescent(paint, WINE, [MARGIN + 2.5, 8.5, 5, 0]);
  const display = { family: '--font-display', weight: 500 };
  write(paint, words.salon, [MARGIN + 7, 9.7], { ...display, size: 3.9, width: 60 });
  write(paint, words.title, [MARGIN, 21.5], { ...display, size: 6.5 });
  write(paint, words.amount, [MARGIN, 30], { ...display, size: 6.5, color: WINE });
  for (const [index, name] of words.names.entries())
    write(paint, name, [MARGIN, 35.5 + index * 3.5], { size: 2.5, width: 68 });
  paint.fillStyle = '#e3dcdf';
  paint.fillRect(MARGIN * UNIT, 46 * UNIT, (100 - 2 * MARGIN) * UNIT, 2);
  writeColumn(paint, MARGIN, words.address, words.contact);
  writeColumn(paint, 39.5, words.until, words.terms);
  paint.textAlign = 'right';
  write(paint, words.code, [100 - MARGIN, 60], { size: 2.7, family: 'monospace', width: 22 });
}

async function pictureOf(words: VoucherWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('this browser cannot draw');
  await document.fonts.ready;
  draw(paint, words);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('could not encode the PNG'))));
  });
}

/** Shares the voucher as a picture; where the browser cannot share files, it is saved. */
export async function shareVoucherPicture(words: VoucherWords): Promise<void> {
  const name = 'poklon-vaucer.png';
  const picture = await pictureOf(words);
  const files = [new File([picture], name, { type: picture.type })];
  if (!navigator.canShare?.({ files })) return saveBlob(name, picture);
  try {
    await navigator.share({ files, title: words.title });
  } catch (error) {
    const isClosed = error instanceof Error && error.name === 'AbortError'; // the person has closed the sheet
    if (!isClosed) saveBlob(name, picture);
  }
}
