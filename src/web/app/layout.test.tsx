import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { newQueryClient } from '../lib/queries/query-client.ts';
import { paths } from '../lib/routing/paths.ts';
import { App } from './layout.tsx';

async function rendered(path: string): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <App client={newQueryClient()} />
    </Router>,
  );
  return new Response(prelude).text();
}

test.each([
  [paths.home, 'Lepi nokti, bez čekanja.'],
  ['/nema-me', 'Lepi nokti, bez čekanja.'],
  [paths.services, 'Usluge'],
  [paths.login, 'Prijavi se'],
  [paths.register, 'Registruj se'],
  [paths.reset, 'Pošalji link'],
])('renders %s for a visitor on the server, where `window` does not exist', async (path, words) => {
  expect('window' in globalThis).toBe(false);
  const html = await rendered(path);
  expect(html).toContain(words);
  expect(html).toContain('>Prijava</span>');
});
