import type { Client } from '#contract/clients.ts';
import { searchTerms, searchText } from '#domain/search.ts';

/** Folding thousands of names takes a moment: once for each client, until she is changed. */
const texts = new WeakMap<Client, string>();

function textOf(client: Client): string {
  const known = texts.get(client);
  if (known !== undefined) return known;
  const text = searchText([client.name, client.email, client.city], client.phone);
  texts.set(client, text);
  return text;
}

/** Those whom a query finds by name, email, phone or city, in their order; an empty one finds all. spec.md §5 */
export function findClients(clients: readonly Client[], query: string): readonly Client[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return clients;
  return clients.filter((client) => {
    const text = textOf(client);
    return terms.every((term) => text.includes(term));
  });
}

const SLICE_MS = 8;

/** Folds the names while nobody waits, so that the first letter typed finds at once. Answers how to stop. */
export function foldAhead(clients: readonly Client[]): () => void {
  let next = 0;
  let timer = 0;
  const fold = () => {
    const until = performance.now() + SLICE_MS;
    for (let client = clients[next]; client && performance.now() < until; client = clients[++next])
      textOf(client);
    if (next < clients.length) timer = window.setTimeout(fold);
  };
  timer = window.setTimeout(fold);
  return () => window.clearTimeout(timer);
}
