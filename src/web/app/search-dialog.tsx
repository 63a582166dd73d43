import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { CLIENT_PICKER_DEBOUNCE_MS } from '#domain/limits.ts';
import { foldSearch } from '#domain/search.ts';
import { addDays, dateOf, isWallDate, type WallDate, type WallTime, weekdayOf } from '#domain/wall-clock.ts';
import { DAY_NAMES, dayInWords } from '#domain/wording/dates.ts';
import { QuickEntry } from '../appointments/quick-entry/quick-entry.tsx';
import { isAppointment, useQuickEntry } from '../appointments/quick-entry/use-quick-entry.ts';
import { errorText } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { NO_ACCOUNT, type PickedPerson, peopleQueries } from '../lib/queries/people-queries.ts';
import { cardPath } from '../lib/routing/card-address.ts';
import { useOwnerPlaces } from '../lib/routing/owner-places.ts';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { useDebounced } from '../ui/browser.ts';
import { dayTyped } from '../ui/date-time/typed-values.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { LIST_ROW, List, ListRow } from '../ui/list.tsx';

interface Hit {
  to: string;
  title: string;
  note: string;
}

const OTHER_PAGES: readonly Hit[] = [
  { to: paths.adminWaitlist, title: 'Ko čeka', note: 'Po danima' },
  { to: paths.adminDeleted, title: 'Obrisani termini', note: 'Ko i kada' },
  { to: paths.adminHelp, title: 'Uputstvo', note: 'Kratka uputstva' },
];

const dayHits = (day: WallDate | null, today: WallDate | null): Hit[] =>
  day === null
    ? []
    : [
        {
          to: `${paths.adminCalendar}?view=day&date=${day}`,
          title: dayInWords(day, today),
          note: 'Kalendar',
        },
      ];

/** The people's cards; a technician has no access to them. */
const peopleHits = (people: readonly PickedPerson[]): Hit[] =>
  (isTechnician() ? [] : people).map((person) => ({
    to: cardPath(person),
    title: person.name,
    note:
      [person.phone, person.client_id === null && NO_ACCOUNT].filter(Boolean).join(', ') || 'Klijentkinja',
  }));

/** The results of a search: a day, pages, people. An empty search lists all pages. `status`: the number of results, or the state of the request. */
function useFound(typed: string): { hits: readonly Hit[]; status: string } {
  const today = useToday();
  const text = typed.trim();
  const asked = useDebounced(text, CLIENT_PICKER_DEBOUNCE_MS);
  const isOwner = !isTechnician();
  const query = useQuery({ ...peopleQueries.found(asked), enabled: asked !== '' && isOwner });
  const places = useOwnerPlaces().map(({ to, label, note }) => ({ to, title: label, note }));
  const pages = isOwner ? [...places, ...OTHER_PAGES] : places;
  // people of an earlier search must not be shown: Enter would open the wrong card
  const isSettled = text === '' || (asked === text && !query.isPlaceholderData && !query.isLoading);
  const hits = [
    ...dayHits(today && dayAsked(text, today), today),
    ...pages.filter(({ title }) => foldSearch(title).includes(foldSearch(text))),
    ...peopleHits(text !== '' && isSettled ? (query.data ?? []) : []),
  ];
  if (!isSettled) return { hits, status: 'Traženje…' };
  if (query.error) return { hits, status: errorText(query.error, 'Greška pri učitavanju korisnika.') };
  return { hits, status: hits.length === 0 ? 'Ništa nije pronađeno.' : `pronađeno ${hits.length}` };
}

/** Moves the focus between the field and the results. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[type=search], a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[at + step]?.focus();
}

/** The day that the calendar shows. */
function useOpenDay(): WallDate | null {
  const [pathname] = useLocation();
  const date = useSearchParams()[0].get('date') ?? '';
  return pathname === paths.adminCalendar && isWallDate(date) ? date : null;
}

function Search({ now, onClose }: { now: WallTime; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const quick = useQuickEntry(typed, now, useOpenDay());
  const isLine = isAppointment(quick.entry);
  const found = useFound(isLine ? '' : typed);
  const hits = isLine
    ? [...peopleHits(quick.entry.people), ...dayHits(quick.entry.date, dateOf(now))]
    : found.hits;
  const place = useRef<HTMLElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  /** Enter in the field goes to the button that books; without an appointment it opens the first result. */
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target as HTMLElement).matches('[type=search]')) return;
    event.preventDefault();
    if (isLine) submit.current?.focus();
    else place.current?.querySelector('a')?.click();
  };
  return (
    <Dialog title="Pretraga" onClose={onClose}>
      <search
        ref={place}
        onKeyDown={(event) => {
          onArrow(event);
          onEnter(event);
        }}
        className="grid gap-3"
      >
        <TextField
          label="Klijentkinja, dan, strana ili termin u jednom redu"
          type="search"
          placeholder="Ana sutra u 5 gel lak"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        {isLine && <QuickEntry quick={quick} submit={submit} onBooked={onClose} />}
        <p role="status" className="text-small text-soft">
          {isLine ? '' : found.status}
        </p>
        {hits.length > 0 && (
          <List aria-label={isLine ? 'Klijentkinje i dan' : found.status}>
            {hits.map(({ to, title, note }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={onClose}
                  className={`${LIST_ROW} -outline-offset-2 hover:bg-blush focus-visible:bg-blush`}
                >
                  <ListRow title={title} note={note} />
                </Link>
              </li>
            ))}
          </List>
        )}
      </search>
    </Dialog>
  );
}

/** The dialog 'Pretraga': people by name or phone, a day, the pages, and a new appointment in one line. docs/spec/product.md §2.1 */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const now = useNow();
  return now && <Search now={now} onClose={onClose} />;
}

const DAYS_AHEAD: Partial<Record<string, number>> = { juce: -1, danas: 0, sutra: 1, prekosutra: 2 };
const WEEKDAYS = DAY_NAMES.map(foldSearch);
const DAYS_PER_WEEK = 7;

/** The day named in a search: '5.12.', 'sutra', 'petak' (the next one); null for other text. */
export function dayAsked(text: string, today: WallDate): WallDate | null {
  const word = foldSearch(text);
  const ahead = DAYS_AHEAD[word];
  if (ahead !== undefined) return addDays(today, ahead);
  const weekday = WEEKDAYS.indexOf(word) + 1;
  if (weekday === 0) return dayTyped(text, today);
  return addDays(today, (weekday - weekdayOf(today) + DAYS_PER_WEEK) % DAYS_PER_WEEK || DAYS_PER_WEEK);
}
