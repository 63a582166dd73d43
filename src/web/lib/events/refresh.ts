import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { StreamEvent } from '#contract/events.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  CLIENT_NOTIFICATIONS_KEY,
  UNREAD_COUNT_KEY,
} from '../notification-queries.ts';
import { CALENDAR_KEY, FREE_SLOTS_KEY } from '../queries.ts';
import { eventStream } from './stream.ts';

/** Spreads the requests of pages that receive the same event. */
const JITTER_MS = 200;
const INTERVAL_MIN_MS = 1000;
const PRESSED_RETRY_MS = 200;
const HIDDEN_MS = 10_000;

const isOneOf = (names: readonly unknown[], key: QueryKey): boolean => names.includes(key[0]);
/** Keys that end with the first and the last day. */
const OF_DAYS = [FREE_SLOTS_KEY[0], 'closed-days'];
const OF_NOTIFICATIONS = [CLIENT_NOTIFICATIONS_KEY[0], ADMIN_NOTIFICATIONS_KEY[0], UNREAD_COUNT_KEY[0]];
const OF_APPOINTMENTS = [
  CALENDAR_KEY[0],
  ...['appointments', 'absences', 'waiting', 'waiting-days', 'first-steps', 'clients', 'usual-service'],
];

/** An appointment in an open dialog stays as it was opened: saving it reports a change meanwhile. */
const isOpened = ([what, which]: QueryKey): boolean => what === 'appointments' && which === 'one';

/** Whether the event may have changed what this query has fetched. */
export function isAffected(event: StreamEvent, key: QueryKey): boolean {
  if (event.kind === 'slots') {
    const [, from, to] = key as [unknown, string?, string?];
    return isOneOf(OF_DAYS, key) && event.days.some((day) => from && to && from <= day && day <= to);
  }
  if (isOpened(key)) return false;
  return isOneOf(event.kind === 'appointments' ? OF_APPOINTMENTS : OF_NOTIFICATIONS, key);
}

/** Returns whether a finger or a mouse button is down. */
function watchPress(over: AbortSignal): () => boolean {
  let isDown = false;
  const look = ({ buttons }: PointerEvent): void => {
    isDown = buttons > 0;
  };
  // also moves: a browser menu swallows the end of a press
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(type, look, { capture: true, passive: true, signal: over });
  return () => isDown;
}

/** Fetches affected queries on the screen again, soon and together; never during a press or a drag. */
function refresher(client: QueryClient, over: AbortSignal): (event: StreamEvent) => void {
  const isPressed = watchPress(over);
  let waiting: StreamEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const refresh = (): void => {
    if (isPressed()) {
      timer = setTimeout(refresh, PRESSED_RETRY_MS);
      return;
    }
    const events = waiting;
    waiting = [];
    timer = undefined;
    lastAt = performance.now();
    void client.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isAffected(event, queryKey)),
    });
  };
  over.addEventListener('abort', () => clearTimeout(timer));
  return (event) => {
    waiting.push(event);
    const delayMs = Math.max(Math.random() * JITTER_MS, lastAt + INTERVAL_MIN_MS - performance.now());
    timer ??= setTimeout(refresh, delayMs);
  };
}

/**
 * Subscribes the page to the salon's events until `over`, and fetches again what they affect. A page disconnects when it is hidden for
 * long, or kept by the browser for a step back; meanwhile its queries poll. docs/spec/behaviour.md §13
 */
export function refreshOnEvents(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  const { connect, disconnect } = eventStream(refresher(client, over));
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'visible') connect();
    else hiding = setTimeout(disconnect, HIDDEN_MS);
  };
  const options = { signal: over };
  document.addEventListener('visibilitychange', onVisibility, options);
  window.addEventListener('pageshow', onVisibility, options);
  window.addEventListener('online', onVisibility, options);
  window.addEventListener('pagehide', disconnect, options);
  over.addEventListener('abort', () => {
    clearTimeout(hiding);
    disconnect();
  });
  onVisibility();
}
