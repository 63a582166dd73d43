/**
 * Renders the app icons from src/web/assets/mark.svg. Run it manually after a change of that file; the icons in
 * src/web/public are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from './machine/chromium.ts';

const web = join(import.meta.dirname, '..', 'src', 'web');
const mark = readFileSync(join(web, 'assets', 'mark.svg'), 'utf8');
/**
 * The maskable icon: phones crop it to their own shape. Its background fills the square, and the crescent is inside
 * the safe area.
 */
const whole = mark.replace(' rx="12"', '');
/** The notification badge. Phones use only its shape and draw it in their own color. */
const shape = mark.replace(/<rect[^>]*>/, '').replace('viewBox="0 0 48 48"', 'viewBox="4 11 40 26"');

const icons = [
  { name: 'icon-192.png', size: 192, drawing: mark },
  { name: 'icon-512.png', size: 512, drawing: mark },
  { name: 'icon-maskable-512.png', size: 512, drawing: whole },
  { name: 'apple-touch-icon.png', size: 180, drawing: whole },
  { name: 'badge-96.png', size: 96, drawing: shape },
];

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage();
  for (const { name, size, drawing } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
    );
    const picture = await page.screenshot({ omitBackground: true });
    writeFileSync(join(web, 'public', name), picture);
    console.log(`${name}: ${picture.length} bytes`);
  }
} finally {
  await browser.close();
}
