import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Client, ListedClient } from '#contract/clients.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS } from '#domain/limits.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import type { Today } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { useNow } from '../lib/clock/clock.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useDebounced } from '../ui/browser.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import { leavePage } from '../ui/history/back-steps.ts';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { PhoneLinks, telephoneLink } from '../ui/phone-links.tsx';
import { type RowAttributes, VirtualRows } from '../ui/virtual-rows.tsx';
import { ClientDialog } from './client-dialog.tsx';

/** The search field. Only this component renders on each key press; the list renders when the user stops typing. */
function ClientSearch(props: { onSearch: (query: string) => void; total: number; found: number }) {
  const { onSearch, total, found } = props;
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed, CLIENT_SEARCH_DEBOUNCE_MS);
  useEffect(() => onSearch(settled), [onSearch, settled]);
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
        onChange={setTyped}
        inputClassName="[&::-webkit-search-cancel-button]:grayscale"
      />
      <p role="status" className="text-small text-soft tabular-nums md:pb-3.5 md:text-right">
        ukupno {formatNumber(total)}, pronađeno {formatNumber(found)}
      </p>
    </search>
  );
}

const CARD = 'klijent';

/** The open client card. The URL contains the client's id, so a link can open the card, and Back closes it. */
function useOpenedCard() {
  const [address, setAddress] = useSearchParams();
  const inAddress = Number(address.get(CARD)) || null;
  const [opened, setOpened] = useState(inAddress); // a state, because the card stays open while it asks whether to discard changes
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

export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

interface ClientRowsProps {
  clients: readonly ListedClient[];
  onOpen: (client: ListedClient) => void;
}

interface ClientRowProps extends Pick<ClientRowsProps, 'onOpen'>, RowAttributes {
  client: ListedClient;
  today: Today;
}

const COLUMNS = 'md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_3.5rem_7rem_9rem]';

/** The day of a booking, shown only on wide screens; '-' without a booking. */
function Day(props: { label: string; at: WallTime | null; today: Today; hasClock?: boolean }) {
  const { label, at, today, hasClock = false } = props;
  const date = at && dateOf(at);
  return (
    <span className="max-md:hidden text-small tabular-nums">
      <span className="sr-only">{`${label}: `}</span>
      {date && today ? (date === today ? 'danas' : shortDay(date, today)) : '-'}
      {at && today && hasClock && `, ${clockOf(at)}`}
    </span>
  );
}

const Row = memo(function Row({ client, today, onOpen, ...attributes }: ClientRowProps) {
  const { name, phone, email, city, active, visits, last_visit, next_start, usual_service } = client;
  const at = email?.indexOf('@'); // the email address may wrap before the @
  return (
    <li
      {...attributes}
      className={`relative grid min-h-16 content-center items-center gap-x-4 py-1.5 pr-1 pl-4 transition-colors hover:bg-blush md:py-2 md:pr-4 ${COLUMNS}`}
    >
      <div>
        <span className="flex flex-wrap items-center gap-x-3">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(client)}
            className="text-left font-semibold wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link max-md:pt-1.5"
          >
            {name}
          </button>
          {active === 0 && <Chip tone="grey">Neaktivan</Chip>}
        </span>
        {phone && <PhoneNumber phone={phone} of={name} className="relative md:-mt-2.5 md:-mb-2" />}
      </div>
      <span className="grid min-w-0 pr-3 pb-1.5 text-small text-soft wrap-anywhere md:hidden">
        {email && (
          <span>
            {email.slice(0, at)}
            <wbr />
            {email.slice(at)}
          </span>
        )}
        {city && <span className="wrap-break-word">{city}</span>}
      </span>
      <span className="line-clamp-2 text-small max-md:hidden">
        <span className="sr-only">{'Obično: '}</span>
        {usual_service ?? '-'}
      </span>
      <span className="text-right text-small tabular-nums max-md:hidden">
        <span className="sr-only">{'Posete: '}</span>
        {visits}
      </span>
      <Day label="Poslednja" at={last_visit} today={today} />
      <Day label="Sledeći termin" at={next_start} today={today} hasClock />
    </li>
  );
});

const ROW_PX = 64;

function ClientRows({ clients, onOpen }: ClientRowsProps) {
  const now = useNow();
  const today = now && dateOf(now);
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <div
        aria-hidden="true"
        className={`grid gap-x-4 border-b border-line py-2.5 pr-4 pl-4 text-small text-soft max-md:hidden ${COLUMNS}`}
      >
        <span>Ime</span>
        <span>Obično</span>
        <span className="text-right">Posete</span>
        <span>Poslednja</span>
        <span>Sledeći termin</span>
      </div>
      <VirtualRows
        as="ul"
        rows={clients}
        rowPx={ROW_PX}
        className="divide-y divide-line border-line [contain:layout_style]"
      >
        {(client, attributes) => (
          <Row key={client.id} client={client} today={today} onOpen={onOpen} {...attributes} />
        )}
      </VirtualRows>
    </div>
  );
}

/**
 * A phone number in a list: a press calls it, and a button next to it shows the links to write a message. The popover is mounted only
 * while it is open: one in each row makes rendering the list 40% slower.
 */
function PhoneNumber({ phone, of, className }: { phone: string; of: string; className?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={cx('inline-flex items-center', className)}>
      <a
        href={telephoneLink(phone)}
        aria-description={of}
        className="inline-flex min-h-11 items-center whitespace-nowrap tabular-nums hover:text-link hover:underline"
      >
        {phone}
      </a>
      <button
        ref={button}
        type="button"
        aria-label="Poruka"
        aria-description={of}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
        className="grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
      >
        <MessageCircle size={18} />
      </button>
      {isOpen && (
        <Popover.Root
          open
          onOpenChange={(_, { event }) => {
            if (!button.current?.contains(event.target as Node | null)) setIsOpen(false); // ignores a press on the button that opened the popup: its click handler closes the popup
          }}
        >
          <Popover.Portal>
            <Popover.Positioner anchor={button} sideOffset={4} collisionPadding={12} className="z-30">
              <Popover.Popup aria-label={of} finalFocus={button} className="rounded-card shadow-float">
                <PhoneLinks phone={phone} of={of} />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </span>
  );
}
