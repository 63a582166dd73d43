/**
 * Draws the letters of the link preview in the pages' display font. Run it manually after a change of that font; the
 * resulting file in src/web/public is committed. The server has no font renderer: it composes the salon's name from
 * these drawn letters.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from './machine/chromium.ts';

const web = join(import.meta.dirname, '..', 'src', 'web');
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const LETTERS = `${ASCII}\u00b7\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2026šđčćžŠĐČĆŽ`;
const EM = 120;

const fontUrl = (name: string): string =>
  `url(data:font/woff2;base64,${readFileSync(join(web, 'assets', `fraunces-${name}.woff2`), 'base64')})`;

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  const { metrics, alpha } = await page.evaluate(
    async ({ letters, em, fonts }) => {
      for (const font of fonts)
        document.fonts.add(await new FontFace('Letters', font, { weight: '400 600' }).load());
      const canvas = new OffscreenCanvas(2 * em, 2 * em);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('canvas is not supported');
      context.font = `520 ${em}px Letters`;
      const alpha: number[] = [];
      const metrics: Record<string, number[]> = {};
      for (const letter of letters) {
        const {
          width,
          actualBoundingBoxLeft,
          actualBoundingBoxRight,
          actualBoundingBoxAscent,
          actualBoundingBoxDescent,
        } = context.measureText(letter);
        const [left, top] = [Math.floor(-actualBoundingBoxLeft), Math.floor(-actualBoundingBoxAscent)];
        const [columns, rows] = [
          Math.ceil(actualBoundingBoxRight) - left,
          Math.ceil(actualBoundingBoxDescent) - top,
        ];
        metrics[letter] = [Math.round(width * 10) / 10, left, top, columns, rows, alpha.length];
        if (letter === ' ') continue;
        context.clearRect(0, 0, 2 * em, 2 * em);
        context.fillText(letter, -left, -top);
        const { data } = context.getImageData(0, 0, columns, rows);
        for (let at = 3; at < data.length; at += 4) alpha.push(Math.round((data[at] ?? 0) / 17));
      }
      return { metrics, alpha };
    },
    { letters: LETTERS, em: EM, fonts: ['latin', 'latin-ext'].map(fontUrl) },
  );
  const head = Buffer.from(`${JSON.stringify({ em: EM, letters: metrics })}\n`);
  const file = brotliCompressSync(Buffer.concat([head, Buffer.from(alpha)]));
  writeFileSync(join(web, 'public', 'preview-letters.bin'), file);
  console.log(`preview-letters.bin: ${file.length} bytes`);
} finally {
  await browser.close();
}
