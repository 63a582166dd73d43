import { describe, expect, test } from 'vitest';
import { chunksOf, pageFile } from '../build/page-files.ts';
import { faultsOfPage } from './bundle-size.ts';

const chunk = (file: string, imports: string[] = []) => ({ file, imports, packages: [] });

describe('what a page asks for', () => {
  const chunks = {
    'index.html': chunk('assets/index.js', ['_frame.js']),
    '_frame.js': chunk('assets/frame.js'),
    'accounts/login-page.tsx': chunk('assets/login.js', ['index.html', '_forms.js']),
    '_forms.js': chunk('assets/forms.js', ['_frame.js']),
    'home/visitor-home.tsx': chunk('assets/home.js', ['index.html']),
  };

  test('a page asks for the entry, itself, and what they stand on, each once', () => {
    expect(
      chunksOf('login', chunks)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['assets/forms.js', 'assets/frame.js', 'assets/index.js', 'assets/login.js']);
  });

  test('a page without a chunk of its own is a mistake of the build', () => {
    expect(() => chunksOf('booking', chunks)).toThrow('booking/booking-page.tsx');
  });

  test('the file of a page asks for what index.html does not ask for yet', () => {
    const index = '<head>\n    <script src="/assets/index.js"></script>\n  </head>';
    expect(pageFile(index, ['assets/index.js', 'assets/login.js', 'assets/login.css'])).toBe(
      '<head>\n    <script src="/assets/index.js"></script>\n    <link rel="modulepreload" crossorigin href="/assets/login.js">\n    <link rel="stylesheet" crossorigin href="/assets/login.css">\n  </head>',
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
