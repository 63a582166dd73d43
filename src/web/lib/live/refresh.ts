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
  return isOneOf(event.kind === 'appointments' ? OF_APPOINTMENTS : OF_NOTIFICATIONS, key);
}

/** Is a finger or a mouse button down? */
function watchPress(signal: AbortSignal): () => boolean {
  let isDown = false;
  const look = ({ buttons }: PointerEvent): void => {
    isDown = buttons > 0;
  };
  // also moves: behind a menu of the browser's own the end of a press is not told
  for (const act of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(act, look, { capture: true, passive: true, signal });
  return () => isDown;
}

/**
 * Fetches again what is on the screen and concerned, soon, and what comes in the meantime together. Nothing changes under a finger
 * or in the middle of a drag.
 */
export function refreshBy(client: QueryClient, over: AbortSignal): { onEvent(event: LiveEvent): void } {
  const isPressed = watchPress(over);
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const refresh = (): void => {
    if (isPressed()) {
      timer = setTimeout(refresh, LOOK_AGAIN_MS);
      return;
    }
    const events = waiting;
    waiting = [];
    timer = undefined;
    lastAt = performance.now();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isConcerned(event, queryKey)),
    });
  };
  over.addEventListener('abort', () => clearTimeout(timer));
  return {
    onEvent(event) {
      waiting.push(event);
      const soon = Math.random() * SPREAD_MS;
      timer ??= setTimeout(refresh, Math.max(soon, lastAt + AT_MOST_EVERY_MS - performance.now()));
    },
  };
}
