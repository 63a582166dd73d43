/**
 * Renders the app icons from src/web/assets/mark.svg. Run it manually after a change of that file; the icons in
 * src/web/public are committed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

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

for (const { name, size, drawing } of icons) {
  const svg = Buffer.from(drawing.replace('<svg', `<svg width="${size}" height="${size}"`));
  const { size: bytes } = await sharp(svg)
    .png()
    .toFile(join(web, 'public', name));
  console.log(`${name}: ${bytes} bytes`);
}
