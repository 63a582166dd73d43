import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  CLIENT_NOTIFICATIONS_KEY,
  UNREAD_COUNT_KEY,
} from '../notification-queries.ts';
import { CALENDAR_KEY, FREE_SLOTS_KEY } from '../queries.ts';

/** Those who hear the same at the same time ask one after the other. */
const SPREAD_MS = 200;
const AT_MOST_EVERY_MS = 1000;
const LOOK_AGAIN_MS = 200;

const isOneOf = (names: readonly unknown[], key: QueryKey): boolean => names.includes(key[0]);
/** Behind them stand the first and the last day. */
const OF_DAYS = [FREE_SLOTS_KEY[0], 'closed-days'];
const OF_NOTIFICATIONS = [CLIENT_NOTIFICATIONS_KEY[0], ADMIN_NOTIFICATIONS_KEY[0], UNREAD_COUNT_KEY[0]];
const OF_APPOINTMENTS = [
  CALENDAR_KEY[0],
  ...['appointments', 'absences', 'waiting', 'waiting-days', 'first-steps', 'clients', 'usual-service'],
];

/** An appointment in an open dialog stays as it was opened: saving it tells of a change meanwhile. */
const isOpened = ([what, which]: QueryKey): boolean => what === 'appointments' && which === 'one';

/** Is what this query has fetched perhaps no longer so? */
export function isConcerned(event: LiveEvent, key: QueryKey): boolean {
  if (event.kind === 'slots') {
    const [, from, to] = key as [unknown, string?, string?];
    return isOneOf(OF_DAYS, key) && event.days.some((day) => from && to && from <= day && day <= to);
  }
  if (isOpened(key)) return false;
  const isOwn = event.kind !== 'notifications' && isOneOf(OF_APPOINTMENTS, key);
  const isToRead = event.kind !== 'appointments' && isOneOf(OF_NOTIFICATIONS, key);
  return isOwn || isToRead || (event.kind === 'everything' && isOneOf(OF_DAYS, key));
}

/** Is a finger or a mouse button down? */
function watchPress(): { isDown(): boolean; stop(): void } {
  const watching = new AbortController();
  let isDown = false;
  const become = (down: boolean) => () => {
    isDown = down;
  };
  const options = { capture: true, signal: watching.signal };
  document.addEventListener('pointerdown', become(true), options);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, become(false), options);
  return { isDown: () => isDown, stop: () => watching.abort() };
}

/**
 * Fetches again what is on the screen and concerned, soon, and what comes in the meantime together. Nothing changes under a finger
 * or in the middle of a drag.
 */
export function refreshBy(client: QueryClient): { hear(event: LiveEvent): void; stop(): void } {
  const press = watchPress();
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = 0;
  const refresh = (): void => {
    if (press.isDown()) {
      timer = setTimeout(refresh, LOOK_AGAIN_MS);
      return;
    }
    const events = waiting;
    waiting = [];
    timer = undefined;
    lastAt = Date.now();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isConcerned(event, queryKey)),
    });
  };
  return {
    hear(event) {
      waiting.push(event);
      const soon = Math.random() * SPREAD_MS;
      timer ??= setTimeout(refresh, Math.max(soon, lastAt + AT_MOST_EVERY_MS - Date.now()));
    },
    stop() {
      press.stop();
      clearTimeout(timer);
    },
  };
}
