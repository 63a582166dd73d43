// A model of a page. Like real pages, it opens an event stream, refetches the days of each event and shows the latest response for each day.
import type { StreamEvent } from '../../../src/contract/salon.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '../../../src/domain/limits.ts';
import { addDays, dateOf, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { eventStream } from '../../../src/web/lib/events.ts';

export interface SubscribedPage {
  /** The days on which the page shows a free slot. */
  shown(): readonly WallDate[];
  /** Disconnects like a page that is hidden. */
  disconnect(): void;
  /** Connects like a page that becomes visible after it was hidden. */
  connect(): void;
  /** Breaks the connection; the page reconnects by itself. */
  breakConnection(): void;
}

/** Opens the page. `from` is its first day; `url` returns the address of the process for the next request. */
export function subscribedPage(from: WallDate, url: () => string): SubscribedPage {
  const to = addDays(from, FREE_SLOTS_RANGE_MAX_DAYS - 1);
  const askedLast = new Map<WallDate, number>();
  const free = new Set<WallDate>();
  let asked = 0;
  let connection = new AbortController();

  const send: typeof fetch = (path, init) => {
    connection = new AbortController();
    const signal = AbortSignal.any([connection.signal, ...(init?.signal ? [init.signal] : [])]);
    return fetch(`${url()}${path}`, { ...init, signal });
  };
  const at: typeof fetch = (path, init) => fetch(`${url()}${path}`, init);
  const ask = async (first: WallDate, last: WallDate): Promise<void> => {
    const own = ++asked;
    const days: WallDate[] = [];
    for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
    for (const day of days) askedLast.set(day, own);
    const answer = request('GET /appointments', { query: { from: first, to: last } }, at);
    const slots = await answer.catch(() => null); // ignores a failed request: the server process was killed, and the full refresh after the reconnect fetches the days again
    const answered = slots && new Set(slots.map(({ start_datetime }) => dateOf(start_datetime)));
    for (const day of days.filter((one) => answered && askedLast.get(one) === own))
      if (answered?.has(day)) free.add(day);
      else free.delete(day);
  };
  const onEvent = (event: StreamEvent): void => {
    const days = event.kind === 'slots' ? event.days.filter((day) => day >= from && day <= to) : [];
    const [first, last] = [days[0], days.at(-1)];
    if (first && last) void ask(first, last);
  };
  const { connect, disconnect } = eventStream(onEvent, send);
  void ask(from, to);
  connect();
  return { shown: () => [...free].sort(), connect, disconnect, breakConnection: () => connection.abort() };
}
