// Decodes QR codes in downloaded pictures and in screenshots.
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import jsQR from 'jsqr';

const MAX_PX = 480;

/** Decodes the QR code in an image (a data URL) and returns its text. */
export async function readPicture(page: Page, address: string): Promise<string | undefined> {
  const { px, lights } = await page.evaluate(
    async ([source, max]) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      const size = Math.min(max, picture.naturalWidth || max);
      const canvas = document.createElement('canvas');
      canvas.width = size;
      canvas.height = size;
      const paint = canvas.getContext('2d');
      if (!paint) throw new Error('no canvas');
      paint.drawImage(picture, 0, 0, size, size);
      const { data } = paint.getImageData(0, 0, size, size);
      const points = Array.from({ length: size * size }, (_, n) => ((data[4 * n] ?? 0) < 128 ? '0' : '1'));
      return { px: size, lights: points.join('') };
    },
    [address, MAX_PX] as const,
  );
  const points = [...lights].flatMap((light) => [...Array(3).fill(255 * Number(light)), 255]);
  return jsQR(Uint8ClampedArray.from(points), px, px)?.data;
}

const dataUrl = (bytes: Buffer, type: string): string => `data:${type};base64,${bytes.toString('base64')}`;

export const pictureOf = async (file: Download, type: string): Promise<string> =>
  dataUrl(readFileSync(await file.path()), type);

/** Decodes the QR code with the given accessible name from a screenshot, as a camera would see it. */
export const readFromScreen = async (page: Page, name: string): Promise<string | undefined> =>
  readPicture(page, dataUrl(await page.getByRole('img', { name }).screenshot(), 'image/png'));
