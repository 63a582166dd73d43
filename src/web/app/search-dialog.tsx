import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CLIENT_PICKER_DEBOUNCE_MS } from '#domain/limits.ts';
import { foldSearch } from '#domain/search.ts';
import { addDays, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import { DAY_NAMES, dayInWords } from '#domain/wording/dates.ts';
import { errorText } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { useOwnerPlaces } from '../lib/routing/owner-places.ts';
import { paths } from '../lib/routing/paths.ts';
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
  { to: paths.adminHelp, title: 'Uputstvo', note: 'Kratka uputstva' },
];

function dayHit(text: string, today: WallDate | null): Hit[] {
  const day = today && dayAsked(text, today);
  if (!day) return [];
  return [
    { to: `${paths.adminCalendar}?view=day&date=${day}`, title: dayInWords(day, today), note: 'Kalendar' },
  ];
}

/** The results of a search: a day, pages, clients. An empty search lists all pages. `status`: the number of results, or the state of the request. */
function useFound(typed: string): { hits: readonly Hit[]; status: string } {
  const today = useToday();
  const text = typed.trim();
  const asked = useDebounced(text, CLIENT_PICKER_DEBOUNCE_MS);
  const query = useQuery({ ...clientQueries.found(asked), enabled: asked !== '' });
  const places = useOwnerPlaces().map(({ to, label, note }) => ({ to, title: label, note }));
  // clients of an earlier search must not be shown: Enter would open the wrong card
  const isSettled = text === '' || (asked === text && !query.isPlaceholderData && !query.isLoading);
  const clients = text !== '' && isSettled ? (query.data ?? []) : [];
  const hits = [
    ...dayHit(text, today),
    ...[...places, ...OTHER_PAGES].filter(({ title }) => foldSearch(title).includes(foldSearch(text))),
    ...clients.map(({ id, name, phone }) => ({
      to: `${paths.adminClients}?klijent=${id}`,
      title: name,
      note: phone ?? 'Klijentkinja',
    })),
  ];
  if (!isSettled) return { hits, status: 'Traženje…' };
  if (query.error) return { hits, status: errorText(query.error, 'Greška pri učitavanju korisnika.') };
  return { hits, status: hits.length === 0 ? 'Ništa nije pronađeno.' : `pronađeno ${hits.length}` };
}

/** Moves the focus between the field and the results; Enter in the field opens the first result. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    stops[at + step]?.focus();
  } else if (event.key === 'Enter' && at === 0) stops[1]?.click();
}

/** The dialog 'Pretraga': clients by name or phone, a day, the pages. docs/spec/product.md §2.1 */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { hits, status } = useFound(typed);
  const statusId = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog title="Pretraga" onClose={onClose}>
      <search ref={place} onKeyDown={onKey} className="grid gap-3">
        <TextField
          label="Klijentkinja, dan ili strana"
          type="search"
          placeholder="Ime, telefon, sutra, 5.12."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <p id={statusId} role="status" className="text-small text-soft">
          {status}
        </p>
        {hits.length > 0 && (
          <List aria-labelledby={statusId}>
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
