import { expect, test } from 'vitest';
import { chunkOf, pageChunks } from './page-chunks.ts';

test.each([
  ['no page', [], false, null],
  ['one page', ['booking'], false, 'booking'],
  ['one account page', ['reset'], false, 'accounts'],
  ['several account pages', ['login', 'register'], false, 'accounts'],
  ['booking and an account page', ['booking', 'login'], false, 'forms'],
  ['both price lists', ['home', 'services'], false, 'prices'],
  ['home and booking', ['home', 'booking'], false, 'app'],
  ['home and an account page', ['home', 'login'], true, 'app'],
  ['one account page, outside a feature folder', ['login'], true, 'accounts'],
  ['several account pages, outside a feature folder', ['login', 'reset'], true, 'forms'],
  ['home only, outside a feature folder', ['home'], true, 'home'],
])('the chunk of a module that is needed by %s is $3', (_, pages, isPlain, chunk) => {
  expect(chunkOf(new Set(pages), isPlain)).toBe(chunk);
});

const graph = (imports: Record<string, string[]>) => ({
  getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }),
});

test.each([
  ['the entry gets no named chunk', '/web/app/main.tsx', null],
  ['an import of the entry is in the chunk of every page', '/web/app/layout.tsx', 'app'],
  ['a library is in the libraries chunk', '/x/node_modules/react-dom/client.js', 'libraries'],
  ['a stylesheet gets no named chunk', '/web/first-screens.css', null],
  ['a module shared by two later pages is in the clients chunk', '/web/booking/ticket.tsx', 'clients'],
  ["imports of a package's index are not followed", '/x/node_modules/lucide-react/icons/bell.mjs', null],
])('%s', (_, id, chunk) => {
  const modules = graph({
    '/web/app/main.tsx': ['/web/app/layout.tsx', '/x/node_modules/lucide-react/index.mjs'],
    '/x/node_modules/lucide-react/index.mjs': ['/x/node_modules/lucide-react/icons/bell.mjs'],
    '/web/booking/booked-view.tsx': ['/web/booking/ticket.tsx'],
    '/web/guest-links/guest-links.tsx': ['/web/booking/ticket.tsx'],
  });
  expect(pageChunks('/web')(id, modules)).toBe(chunk);
});
