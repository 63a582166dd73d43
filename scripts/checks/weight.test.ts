import { describe, expect, test } from 'vitest';
import type { BuiltChunk } from '../build/built-chunks.ts';
import { pageFile, scriptsOf } from '../build/page-files.ts';
import { faultsOfPage } from './weight.ts';

const chunk = (of: string | null, imports: string[] = [], isEntry = false): BuiltChunk => ({
  of,
  isEntry,
  imports,
  styles: [],
  packages: [],
});

describe('what a page asks for', () => {
  const chunks = {
    'assets/index.js': chunk('index.html', ['assets/frame.js'], true),
    'assets/frame.js': chunk(null),
    'assets/login.js': chunk('accounts/login-page.tsx', ['assets/index.js', 'assets/forms.js']),
    'assets/forms.js': chunk(null, ['assets/frame.js']),
    'assets/home.js': chunk('home/visitor-home.tsx', ['assets/index.js']),
  };

  test('the entry, the page, and what they stand on, each once', () => {
    expect(scriptsOf('login', chunks).sort()).toEqual([
      'assets/forms.js',
      'assets/frame.js',
      'assets/index.js',
      'assets/login.js',
    ]);
  });

  test('a page without a chunk of its own is a mistake of the build', () => {
    expect(() => scriptsOf('booking', chunks)).toThrow('booking/booking-page.tsx');
  });

  test('its file asks for what index.html does not ask for yet', () => {
    const index = '<head>\n    <script src="/assets/index.js"></script>\n  </head>';
    expect(pageFile(index, ['assets/index.js', 'assets/login.js'])).toBe(
      '<head>\n    <script src="/assets/index.js"></script>\n    <link rel="modulepreload" crossorigin href="/assets/login.js">\n  </head>',
    );
  });
});

test.each([
  ['light enough', 120, ['react'], []],
  ['a little too heavy', 120.1, ['react'], ['home weighs 120.1 kB, more than 120']],
  ['zod', 100, ['react', 'zod'], ['home loads zod']],
  ['Base UI', 100, ['@base-ui/react'], ['home loads @base-ui/react']],
  ['a part of visx', 100, ['@visx/shape', 'd3-shape'], ['home loads @visx/shape', 'home loads d3-shape']],
])('a public page with: %s', (_, kilobytes, packages, faults) => {
  expect(faultsOfPage('home', { kilobytes, files: 1, packages }, 120)).toEqual(faults);
});
