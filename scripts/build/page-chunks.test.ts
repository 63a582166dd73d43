import { expect, test } from 'vitest';
import { chunkOf, pageChunks } from './page-chunks.ts';

test.each([
  ['nobody', [], false, null],
  ['one page', ['booking'], false, 'booking'],
  ['one of the accounts', ['reset'], false, 'accounts'],
  ['several accounts', ['login', 'register'], false, 'accounts'],
  ['booking and an account', ['booking', 'login'], false, 'forms'],
  ['both price lists', ['home', 'services'], false, 'prices'],
  ['home and booking', ['home', 'booking'], false, 'app'],
  ['one account, but of no feature', ['login'], true, 'forms'],
  ['home alone, and of no feature', ['home'], true, 'home'],
])('what is needed by %s has its chunk', (_, pages, isPlain, chunk) => {
  expect(chunkOf(new Set(pages), isPlain)).toBe(chunk);
});

const graph = (imports: Record<string, string[]>) => ({
  getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }),
});

test.each([
  ['the entry stays by itself', '/web/app/main.tsx', null],
  ['what the entry stands on is on every page', '/web/app/layout.tsx', 'app'],
  ['a library', '/x/node_modules/react-dom/client.js', 'libraries'],
  ['a stylesheet', '/web/first-screens.css', null],
  ['what two later pages share', '/web/booking/ticket.tsx', 'clients'],
  ["a package's index leads no further", '/x/node_modules/lucide-react/icons/bell.mjs', null],
])('%s', (_, id, chunk) => {
  const modules = graph({
    '/web/app/main.tsx': ['/web/app/layout.tsx', '/x/node_modules/lucide-react/index.mjs'],
    '/x/node_modules/lucide-react/index.mjs': ['/x/node_modules/lucide-react/icons/bell.mjs'],
    '/web/booking/booked-view.tsx': ['/web/booking/ticket.tsx'],
    '/web/guest-links/guest-link-page.tsx': ['/web/booking/ticket.tsx'],
  });
  expect(pageChunks('/web')(id, modules)).toBe(chunk);
});
