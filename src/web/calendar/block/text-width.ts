import type { Face } from './fitted-lines.ts';

/** How wide words are on the screen, without a layout: a canvas measures them. */

const WIDTHS_MOST = 5000; // names of a year; beyond that they are measured anew

let canvas: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

function measured(text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = font;
  const width = canvas.measureText(text.replace(/\d/g, '0')).width; // figures are tabular: each as wide as 0
  if (widths.size >= WIDTHS_MOST) widths.clear();
  widths.set(key, width);
  return width;
}

export interface FaceSizes {
  /** The fonts of the page. */
  family: string;
  namePx: number;
  textPx: number;
}

/** Measures names, which are bold, and the words beside them. */
export const widthsIn =
  ({ family, namePx, textPx }: FaceSizes) =>
  (text: string, face: Face): number =>
    measured(text, face === 'name' ? `700 ${namePx}px ${family}` : `400 ${textPx}px ${family}`);
