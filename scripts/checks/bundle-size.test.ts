import { describe, expect, test } from 'vitest';
import { chunksOf, pageFile } from '../build/page-files.ts';
import { faultsOfPage } from './bundle-size.ts';

const chunk = (file: string, imports: string[] = [], holds: string[] = []) => ({
  file,
  imports,
  packages: [],
  holds,
});

describe('the files of a page', () => {
  const chunks = {
    'index.html': chunk('assets/index.js', ['_frame.js']),
    '_frame.js': chunk('assets/frame.js'),
    'accounts/login-page.tsx': chunk('assets/login.js', ['index.html', '_forms.js']),
    '_forms.js': chunk('assets/forms.js', ['_frame.js']),
    '_home.js': chunk('assets/home.js', ['index.html'], ['home/visitor-home.tsx', 'home/home-layout.tsx']),
  };

  test('chunksOf returns the entry, the page’s own chunk and their imports, each once', () => {
    expect(
      chunksOf('login', chunks)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['assets/forms.js', 'assets/frame.js', 'assets/index.js', 'assets/login.js']);
  });

  test('chunksOf finds the page’s chunk even if the chunk also contains other files', () => {
    expect(chunksOf('home', chunks).map(({ file }) => file)).toContain('assets/home.js');
  });

  test('chunksOf throws if the build has no chunk for the page', () => {
    expect(() => chunksOf('booking', chunks)).toThrow('booking/booking-page.tsx');
  });

  test('pageFile adds the page’s other files to index.html, so that the browser preloads them', () => {
    const index = '<head>\n    <script src="/assets/index.js"></script>\n  </head>';
    expect(pageFile(index, ['assets/index.js', 'assets/login.js', 'assets/login.css'])).toBe(
      '<head>\n    <script src="/assets/index.js"></script>\n    <link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/login.js">\n    <link rel="stylesheet" crossorigin href="/assets/login.css">\n  </head>',
    );
  });
});

const light = { kilobytes: 120, scripts: 6, fontKilobytes: 30, packages: ['react'] };

test.each([
  ['everything within the limits', light, []],
  ['0.1 kB over the limit', { ...light, kilobytes: 120.1 }, ['home weighs 120.1 kB, more than 120']],
  ['one script too many', { ...light, scripts: 7 }, ['home loads 7 scripts, more than 6']],
  ['fonts over the limit', { ...light, fontKilobytes: 30.1 }, ['home loads 30.1 kB of fonts, more than 30']],
  ['zod', { ...light, packages: ['react', 'zod'] }, ['home loads zod']],
  ['Base UI', { ...light, packages: ['@base-ui/react'] }, ['home loads @base-ui/react']],
  [
    'a part of visx',
    { ...light, packages: ['@visx/shape', 'd3-shape'] },
    ['home loads @visx/shape', 'home loads d3-shape'],
  ],
])('the check of a public page with %s reports $2', (_, size, faults) => {
  expect(faultsOfPage('home', size, { kilobytes: 120, scripts: 6 })).toEqual(faults);
});

test('the owner’s pages have only a size limit; their packages and the number of their scripts are not limited', () => {
  const size = { ...light, scripts: 40, packages: ['@base-ui/react'] };
  expect(faultsOfPage('admin', size, { kilobytes: 119 })).toEqual(['admin weighs 120.0 kB, more than 119']);
});
