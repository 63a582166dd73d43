import { expect, test } from 'vitest';
import type { Chunks } from './page-files.ts';
import { releaseFiles } from './worker.ts';

const chunk = (file: string, more: object = {}) => ({
  file: `assets/${file}`,
  packages: [],
  holds: [],
  ...more,
});

test('a client’s device caches the clients’ pages and their imports; the owner’s device caches everything except pictures', () => {
  const chunks: Chunks = {
    'index.html': chunk('index.js', {
      imports: ['_app.js'],
      css: ['assets/index.css'],
      assets: ['assets/a.woff2'],
    }),
    '_app.js': chunk('app.js'),
    'all-pages.css': chunk('all-pages.css'),
    'my-appointments/my-appointments-page.tsx': chunk('mine.js', { imports: ['index.html', '_parts.js'] }),
    '_parts.js': chunk('parts.js'),
    '_services.js': { ...chunk('services.js'), holds: ['services/services-page.tsx'] },
    'home/client-home.tsx': chunk('client-home.js'),
    'home/owner-home.tsx': chunk('owner-home.js'),
    'help/help-page.tsx': chunk('help.js', { assets: ['assets/poziv-1.webp'] }),
  };
  const { client, owner } = releaseFiles(chunks, 'sr-Latn');
  expect(client).toEqual(
    [
      'a.woff2',
      'all-pages.css',
      'app.js',
      'client-home.js',
      'index.css',
      'index.js',
      'mine.js',
      'parts.js',
      'services.js',
    ].map((file) => `/assets/${file}`),
  );
  expect(owner).toEqual([...client, '/assets/help.js', '/assets/owner-home.js'].sort());
});

test('a device caches what chooses and says other languages only for a salon in one of them', () => {
  const chunks: Chunks = {
    'index.html': chunk('index.js'),
    'lib/tongues.ts': chunk('tongues.js', { imports: ['index.html'] }),
    'cyrillic-face.css': chunk('face.css'),
    '../domain/language/en/tongue.ts': chunk('en.js'),
    '../domain/language/ru/tongue.ts': chunk('ru.js'),
  };
  const shared = ['/assets/index.js'];
  expect(releaseFiles(chunks, 'sr-Latn')).toEqual({ client: shared, owner: shared });
  const inRussian = ['face.css', 'index.js', 'ru.js', 'tongues.js'].map((file) => `/assets/${file}`);
  expect(releaseFiles(chunks, 'ru')).toEqual({ client: inRussian, owner: inRussian });
});
