import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Client, ListedClient } from '#contract/clients.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS } from '#domain/limits.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { leavePage } from '../ui/history/back-steps.ts';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { ClientRows, IMPORT_PATH } from './client-rows.tsx';

/** The search field. It holds the typed text itself, so the list renders only when the user stops typing. */
function ClientSearch(props: { onSearch: (query: string) => void; total: number; found: number }) {
  const { onSearch, total, found } = props;
  const [typed, setTyped] = useState('');
  const timer = useRef<number>(undefined);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text), CLIENT_SEARCH_DEBOUNCE_MS);
  };
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // focuses the search field, unless another element has the focus
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    if (isFree) place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <search
      ref={place}
      className="sticky top-0 z-10 -mx-(--gap) grid gap-x-6 gap-y-2 bg-paper px-(--gap) pt-1 pb-3 md:grid-cols-[minmax(0,28rem)_1fr] md:items-end"
    >
      <TextField
        label="Pretraga"
        type="search"
        placeholder="Ime, email, telefon ili grad"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={type}
        inputClassName="[&::-webkit-search-cancel-button]:grayscale"
      />
      <p role="status" className="text-small text-soft tabular-nums md:pb-3.5 md:text-right">
        ukupno {formatNumber(total)}, pronađeno {formatNumber(found)}
      </p>
    </search>
  );
}

const CARD = 'klijent';

/** The open client card. The address contains its id, so a link can open the card, and Back closes it. */
function useOpenedCard() {
  const [address, setAddress] = useSearchParams();
  const inAddress = Number(address.get(CARD)) || null;
  const [opened, setOpened] = useState(inAddress); // the card stays open while it asks whether to discard unsaved changes
  const wasPushed = useRef(false);
  const open = useCallback(
    ({ id }: Client) => {
      wasPushed.current = true;
      setOpened(id);
      setAddress((was) => ({ ...Object.fromEntries(was), [CARD]: String(id) }));
    },
    [setAddress],
  );
  const close = () => {
    setOpened(null);
    if (inAddress === null) return;
    if (wasPushed.current) leavePage();
    else setAddress((was) => [...was].filter(([name]) => name !== CARD), { replace: true });
    wasPushed.current = false;
  };
  return { id: inAddress ?? opened, isLeaving: inAddress === null, open, close };
}

function Clients({ clients }: { clients: readonly ListedClient[] }) {
  const [query, setQuery] = useState('');
  const card = useOpenedCard();
  useEffect(() => fillCache(clients), [clients]);
  const found = useMemo(() => findClients(clients, query), [clients, query]);
  return (
    <>
      <ClientSearch onSearch={setQuery} total={clients.length} found={found.length} />
      {found.length > 0 ? (
        <ClientRows clients={found} onOpen={card.open} />
      ) : (
        <EmptyState title="Niko nije pronađen." isCard>
          <p className="text-soft">Pokušajte s delom imena ili broja telefona.</p>
        </EmptyState>
      )}
      {card.id !== null && <ClientDialog id={card.id} isLeaving={card.isLeaving} onClose={card.close} />}
    </>
  );
}

/** The list of all clients, filtered while the user types; a press opens a client's card. Handles thousands of rows. */
export function ClientList({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(clientQueries.all());
  return (
    <Loaded
      query={query}
      fallback="Greška pri učitavanju"
      skeleton={<ListSkeleton rows={8} />}
      empty={
        <EmptyState title="Još nema klijentkinja." isCard>
          <p className="text-soft">Dodajte prvu, ili uvezite spisak koji već imate.</p>
          <div className="mt-2 flex flex-wrap justify-center gap-2">
            <Button onClick={onAdd}>Dodaj klijenta</Button>
            <ButtonLink to={IMPORT_PATH} variant="quiet">
              Uvezi iz CSV
            </ButtonLink>
          </div>
        </EmptyState>
      }
    >
      {(clients) => <Clients clients={clients} />}
    </Loaded>
  );
}

/** The normalized search text of each client. Normalizing thousands of names is slow, so it is cached until the client changes. */
const texts = new WeakMap<Client, string>();

function textOf(client: Client): string {
  const known = texts.get(client);
  if (known !== undefined) return known;
  const text = searchText([client.name, client.email, client.city], client.phone);
  texts.set(client, text);
  return text;
}

/** Clients whose name, email, phone or city matches, in the given order; all clients for an empty query. docs/spec/product.md §5.8 */
export function findClients<Found extends Client>(
  clients: readonly Found[],
  query: string,
): readonly Found[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return clients;
  return clients.filter((client) => {
    const text = textOf(client);
    return terms.every((term) => text.includes(term));
  });
}

const SLICE_MS = 8;

/** Fills the cache of search texts while the page is idle, so that the first search is fast. Returns a function that stops it. */
function fillCache(clients: readonly Client[]): () => void {
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
