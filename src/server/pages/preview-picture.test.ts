import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawPreview, type Letters, readLetters } from './preview-picture.ts';

let letters: Letters;
beforeAll(async () => {
  letters = await readLetters(join(import.meta.dirname, '..', '..', 'web', 'public'));
});

const PATH = /^(?:[ML]-?\d+ -?\d+|Q-?\d+(?: -?\d+){3}|C-?\d+(?: -?\d+){5}|Z)*$/;

test('each letter has a valid outline, and only spaces are empty', () => {
  const faulty = Object.entries(letters.letters).filter(([, { path }]) => !PATH.test(path));
  expect(faulty).toEqual([]);
  const empty = Object.entries(letters.letters).filter(([, { path }]) => path === '');
  expect(empty.map(([letter]) => letter)).toEqual([' ', '\u00a0']);
});

test.each(['čćžšđČĆŽŠĐ', 'љњђћџјЉЊЂЋЏЈ'])('the letters %s have outlines', (text) =>
  expect([...text].filter((letter) => !(letter in letters.letters))).toEqual([]),
);

/** Returns the bounds of the dark pixels, which only the name has. */
async function nameBounds(name: string) {
  const picture = await drawPreview(sharp, letters, {
    name,
    headline: 'Nokti na koje ćete se rado osvrnuti.',
  });
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const bounds = { left: info.width, right: 0, top: info.height, bottom: 0 };
  for (const [at, brightness] of data.entries()) {
    if (brightness >= 60) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

describe('the name in the picture', () => {
  test.each([
    'Lunula',
    'Salon lepote „Đurđica & ćerke Čuvalo“ u Žablju',
    'Салон Љиљана Ђурђевић',
    'W'.repeat(60),
    'Nokti '.repeat(10),
  ])('stays between the margins: %s', async (name) => {
    const { left, right, top, bottom } = await nameBounds(name);
    expect(left).toBeGreaterThanOrEqual(98);
    expect(left).toBeLessThan(110);
    expect(right).toBeLessThan(1200 - 98);
    expect(top).toBeGreaterThan(200);
    expect(bottom).toBeLessThan(490);
  });

  test('leaves out letters without an outline', async () =>
    expect(await nameBounds('Mila 💅 i Ana')).toEqual(await nameBounds('Mila i Ana')));
});
