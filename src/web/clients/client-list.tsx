import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Client } from '#contract/clients.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS } from '#domain/limits.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { useHasRoomForTable } from '../ui/browser.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import { leavePage } from '../ui/history/back-steps.ts';
import { focusHeading } from '../ui/page.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { ClientDialog } from './client-dialog.tsx';
import { type ClientValues, valuesOf } from './client-fields.tsx';
import { ClientCards, ClientTable, type Drafts, IMPORT_PATH } from './client-rows.tsx';

interface ClientSearchProps {
  /** Called with the search query when the user stops typing. */
  onSearch: (query: string) => void;
  /** Whether the field sticks to the top of the list. Off while a row is edited, because form and keyboard need the space. */
  isSticky: boolean;
  total: number;
  found: number;
}

/** The search field. It holds the typed text itself, so the list renders only when the user stops typing. */
function ClientSearch({ onSearch, isSticky, total, found }: ClientSearchProps) {
  const [typed, setTyped] = useState('');
  const timer = useRef<number>(undefined);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text), CLIENT_SEARCH_DEBOUNCE_MS);
  };
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // focuses the search field, unless something else already has the focus
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    if (isFree) place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <search
      ref={place}
      className={cx(
        isSticky && 'sticky top-0 z-10',
        '-mx-(--gap) grid gap-x-6 gap-y-2 bg-paper px-(--gap) pt-1 pb-3 md:grid-cols-[minmax(0,28rem)_1fr] md:items-end',
      )}
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

const FALLBACK = 'Greška pri učitavanju';

/** The rows that are being edited, with their typed values. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const onDraft = useCallback(
    ({ id }: Client, values: ClientValues) => setDrafts((was) => new Map(was).set(id, values)),
    [],
  );
  const onEdit = useCallback((client: Client) => onDraft(client, valuesOf(client)), [onDraft]);
  const onEditEnd = useCallback(
    (client: Client) => setDrafts((was) => new Map([...was].filter(([id]) => id !== client.id))),
    [],
  );
  return { drafts, onDraft, onEdit, onEditEnd };
}

/** The clients that match the query. `listed` also contains clients who are being edited. */
function useFound(clients: readonly Client[], query: string, drafts: Drafts) {
  useEffect(() => fillCache(clients), [clients]);
  const found = useMemo(() => findClients(clients, query), [clients, query]);
  const listed = useMemo(() => {
    if (drafts.size === 0 || found === clients) return found;
    const isFound = new Set(found);
    return clients.filter((client) => isFound.has(client) || drafts.has(client.id));
  }, [clients, found, drafts]);
  return { found, listed };
}

const CARD = 'klijent';

/** The open client card. It is part of the address, so a link can open it, and Back closes it. */
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

function Clients({ clients }: { clients: readonly Client[] }) {
  const [query, setQuery] = useState('');
  const card = useOpenedCard();
  const [deleted, setDeleted] = useState<Client | null>(null);
  const { drafts, ...editing } = useDrafts();
  const { found, listed } = useFound(clients, query, drafts);
  const Rows = useHasRoomForTable() ? ClientTable : ClientCards;
  return (
    <>
      <ClientSearch
        onSearch={setQuery}
        isSticky={drafts.size === 0}
        total={clients.length}
        found={found.length}
      />
      {listed.length > 0 ? (
        <Rows clients={listed} drafts={drafts} onOpen={card.open} onDelete={setDeleted} {...editing} />
      ) : (
        <EmptyState title="Niko nije pronađen." isCard>
          <p className="text-soft">Pokušajte s delom imena ili broja telefona.</p>
        </EmptyState>
      )}
      {card.id !== null && <ClientDialog id={card.id} isLeaving={card.isLeaving} onClose={card.close} />}
      {deleted && <DeleteClient client={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** The list of all clients: searched while the user types, edited in place. Handles thousands of rows. */
export function ClientList({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(clientQueries.all());
  return (
    <Loaded
      query={query}
      fallback={FALLBACK}
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

function DeleteClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const invalidate = useInvalidateAppointments();
  const deleted = () => {
    invalidate();
    toast('success', 'Klijentkinja je obrisana.');
    focusHeading();
    onClose();
  };
  return (
    <ConfirmDeletion
      question={`Obrisati klijentkinju „${client.name}“? Lični podaci se brišu svuda, a statistika ostaje ista.`}
      send={() => request('DELETE /users/clients/{id}', { params: { id: client.id } })}
      onDeleted={deleted}
      fallback="Neuspešno brisanje."
      onCancel={onClose}
    />
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
export function findClients(clients: readonly Client[], query: string): readonly Client[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return clients;
  return clients.filter((client) => {
    const text = textOf(client);
    return terms.every((term) => text.includes(term));
  });
}

const SLICE_MS = 8;

/**
 * Fills the cache of search texts bit by bit while the page is idle, so that the first search is fast. Returns a function that stops it.
 */
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
