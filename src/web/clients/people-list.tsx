import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MessageCircle } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { ListedPerson } from '#contract/people.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS } from '#domain/limits.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import type { Today } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { useNow } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { NO_ACCOUNT, type PersonRef, peopleQueries } from '../lib/queries/people-queries.ts';
import { cardPath } from '../lib/routing/card-address.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useDebounced } from '../ui/browser.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { InPanel } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { PhoneLinks, telephoneLink } from '../ui/phone-links.tsx';
import { type RowAttributes, VirtualRows } from '../ui/virtual-rows.tsx';
import type { OpenedCard } from './opened-card.ts';
import { PersonDialog } from './person-dialog.tsx';

const SAME_PHONE = 'Isti telefon';

/** The search field. Only this component renders on each key press; the list renders when the user stops typing. */
function PeopleSearch(props: { onSearch: (query: string) => void; total: number; found: number }) {
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

/** The people with the same phone number, for each number that several of `people` have. */
export function sameNumbers(people: readonly ListedPerson[]): readonly (readonly ListedPerson[])[] {
  const groups = new Map<string, ListedPerson[]>();
  for (const person of people) {
    const number = person.is_shared_number ? phoneNumber(person.phone) : null;
    if (number !== null) groups.set(number, [...(groups.get(number) ?? []), person]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

const mergeDialog = lazyPage(() => import('./merge-dialog.tsx'));
const PROPOSED_COUNT = 30;

/** Proposes to join people with the same phone number. docs/spec/product.md §2.13 */
function Doubles({ people }: { people: readonly ListedPerson[] }) {
  const groups = useMemo(() => sameNumbers(people), [people]);
  const [asked, setAsked] = useState<readonly ListedPerson[]>([]);
  const [one, other] = asked;
  const close = () => setAsked([]);
  if (groups.length === 0) return null;
  return (
    <details className="mb-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
        {`${SAME_PHONE} (${groups.length})`}
        <ChevronDown size={18} className="ml-1 text-soft" />
      </summary>
      <List className="mt-2">
        {groups.slice(0, PROPOSED_COUNT).map((group) => {
          const names = group.map(({ name }) => name).join(', ');
          return (
            <ListItem
              key={group[0]?.id}
              title={names}
              note={group[0]?.phone}
              after={
                <Button variant="quiet" isSmall aria-description={names} onClick={() => setAsked(group)}>
                  Spoji
                </Button>
              }
            />
          );
        })}
      </List>
      {one && other && (
        <LazyPart
          part={mergeDialog}
          props={{ person_id: one.id, other_id: other.id, onClose: close, onMerged: close }}
        />
      )}
    </details>
  );
}

function People({ people, card }: { people: readonly ListedPerson[]; card: OpenedCard }) {
  const [q, setQ] = useState('');
  const found = useQuery(peopleQueries.all(q.trim()));
  return (
    <>
      <PeopleSearch onSearch={setQ} total={people.length} found={found.data?.length ?? 0} />
      {q === '' && <Doubles people={people} />}
      <Loaded
        query={found}
        fallback="Greška pri učitavanju"
        skeleton={<ListSkeleton rows={8} />}
        empty={
          <EmptyState title="Niko nije pronađen." isCard>
            <p className="text-soft">Pokušajte s delom imena ili broja telefona.</p>
          </EmptyState>
        }
      >
        {(rows) => <PeopleRows people={rows} chosen={card.of} onOpen={card.open} />}
      </Loaded>
      {card.of && (
        <InPanel value={card.isPanel}>
          <div className={card.isPanel ? 'fixed top-0 right-0 bottom-0' : undefined}>
            <PersonDialog
              key={cardPath(card.of)}
              of={card.of}
              isLeaving={card.isLeaving}
              onClose={card.close}
            />
          </div>
        </InPanel>
      )}
    </>
  );
}

/** The list of everybody, which the server searches; a press opens a card. Handles thousands of rows. */
export function PeopleList({ card, onAdd }: { card: OpenedCard; onAdd: () => void }) {
  const query = useQuery(peopleQueries.all());
  return (
    <Loaded
      query={query}
      fallback="Greška pri učitavanju"
      skeleton={<ListSkeleton rows={8} />}
      empty={
        <EmptyState title="Još nema klijentkinja." isCard>
          <p className="text-soft">Dodajte prvu, ili uvezite spisak koji već imate. Ko zakaže, biće ovde.</p>
          <div className="mt-2 flex flex-wrap justify-center gap-2">
            <Button onClick={onAdd}>Dodaj klijenta</Button>
            <ButtonLink to={IMPORT_PATH} variant="quiet">
              Uvezi iz CSV
            </ButtonLink>
          </div>
        </EmptyState>
      }
    >
      {(people) => <People people={people} card={card} />}
    </Loaded>
  );
}

export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

interface PeopleRowsProps {
  people: readonly ListedPerson[];
  /** Whose card is open. */
  chosen: PersonRef | null;
  onOpen: (person: ListedPerson) => void;
}

interface PersonRowProps extends Pick<PeopleRowsProps, 'onOpen'>, RowAttributes {
  person: ListedPerson;
  today: Today;
  isChosen: boolean;
}

/** Arrow up and down move the focus between the names. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const row = currentTarget.closest<HTMLElement>('[data-index]');
  if (!row || !step) return;
  const next = `[data-index="${Number(row.dataset.index) + step}"] > div button`;
  row.parentElement?.querySelector<HTMLElement>(next)?.focus();
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

const Row = memo(function Row({ person, today, isChosen, onOpen, ...attributes }: PersonRowProps) {
  const { name, phone, email, city, active, visits, last_visit, next_start, usual_service } = person;
  const at = email?.indexOf('@'); // the email address may wrap before the @
  return (
    <li
      {...attributes}
      className={`relative grid min-h-16 content-center items-center gap-x-4 py-1.5 pr-1 pl-4 transition-colors hover:bg-blush md:py-2 md:pr-4 ${COLUMNS} ${isChosen ? 'bg-blush shadow-[inset_0_0_0_1px_var(--color-link)]' : ''}`}
    >
      <div>
        <span className="flex flex-wrap items-center gap-x-3">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={isChosen || undefined}
            onClick={() => onOpen(person)}
            onKeyDown={moveFocus}
            className="text-left font-semibold wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link max-md:pt-1.5"
          >
            {name}
          </button>
          {person.client_id === null && <Chip tone="line">{NO_ACCOUNT}</Chip>}
          {person.is_shared_number === 1 && <Chip tone="warn">{SAME_PHONE.toLowerCase()}</Chip>}
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

const isSame = (person: ListedPerson, { person_id, client_id }: PersonRef): boolean =>
  client_id === null ? person.id === person_id : person.client_id === client_id;

function PeopleRows({ people, chosen, onOpen }: PeopleRowsProps) {
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
        rows={people}
        rowPx={ROW_PX}
        className="divide-y divide-line border-line [contain:layout_style]"
      >
        {(person, attributes) => (
          <Row
            key={person.id}
            {...{ person, today, onOpen }}
            isChosen={chosen !== null && isSame(person, chosen)}
            {...attributes}
          />
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
