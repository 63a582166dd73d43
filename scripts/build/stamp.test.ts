import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverStamp } from '../build-server.ts';
import { pagesStamp } from '../build-web.ts';
import { putInPlace } from './stamp.ts';

const FILES = [
  'src/server/start.ts',
  'src/server/start.test.ts',
  'src/contract/errors.ts',
  'src/domain/booking.ts',
  'src/domain/booking.test.ts',
  'src/web/app/main.tsx',
  'src/web/first-screens.css',
  'migrations/0001-the-salon/index.ts',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'scripts/build/stamp.ts',
  'scripts/build/page-files.ts',
  'scripts/demo.ts',
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lunula-stamp-'));
  for (const file of FILES) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['src/server/start.ts', ['server']],
  ['migrations/0001-the-salon/index.ts', ['server']],
  ['src/domain/booking.ts', ['server', 'pages']],
  ['src/contract/errors.ts', ['server', 'pages']],
  ['package-lock.json', ['server', 'pages']],
  ['scripts/build/stamp.ts', ['server', 'pages']],
  ['src/web/app/main.tsx', ['pages']],
  ['src/web/first-screens.css', ['pages']],
  ['vite.config.ts', ['pages']],
  ['scripts/build/page-files.ts', ['pages']],
  ['src/server/start.test.ts', []],
  ['src/domain/booking.test.ts', []],
  ['scripts/demo.ts', []],
  ['package.json', []],
])('a change of %s rebuilds %j', (file, built) => {
  const stamps = () => ({ server: serverStamp(folder), pages: pagesStamp(folder) });
  const before = stamps();
  appendFileSync(join(folder, file), ' ');
  const after = stamps();
  expect((['server', 'pages'] as const).filter((part) => before[part] !== after[part])).toEqual(built);
});

test('putInPlace creates or replaces a folder and leaves no temporary folder', () => {
  const place = join(folder, 'dist');
  for (const content of ['first', 'second']) {
    const made = join(folder, `dist-next-${content}`);
    mkdirSync(made);
    writeFileSync(join(made, 'stamp'), content);
    putInPlace(made, place);
    expect(readFileSync(join(place, 'stamp'), 'utf8')).toBe(content);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('dist-'))).toEqual([]);
  expect(() => putInPlace(join(folder, 'dist-next-none'), join(folder, 'missing'))).toThrow('ENOENT');
  expect(existsSync(join(folder, 'missing'))).toBe(false);
});
