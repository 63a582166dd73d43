import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { StreamEvent } from '#contract/events.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  CLIENT_NOTIFICATIONS_KEY,
  UNREAD_COUNT_KEY,
} from './queries/notification-queries.ts';
import { CALENDAR_KEY, FREE_SLOTS_KEY } from './queries/queries.ts';
import { currentSession, refuseToken } from './session/session.ts';

/** More than two heartbeats of the server. */
const SILENT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** With jitter: without it all pages would reconnect at once after a restart. */
function retryMs(failures: number, status: unknown): number {
  const ms = status === TOO_MANY ? LONGEST_RETRY_MS : FIRST_RETRY_MS * 2 ** failures;
  return Math.min(ms, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
}

/** Like `request`, but the response is a stream; also reports a token that the server rejects. */
async function request(signal: AbortSignal, send: typeof fetch): Promise<Response> {
  const token = currentSession()?.token;
  const headers = { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await send('/api/events', { headers, signal });
  if (response.status === UNAUTHORIZED && token) refuseToken(token);
  return response;
}

/**
 * Messages of a stream of server-sent events in the server's format: one `data:` line each. `onBytes` is called for every chunk,
 * heartbeats included.
 */
export async function* messagesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) yield block.slice('data: '.length);
  }
}

interface EventStream {
  /** Opens the stream, and reopens it whenever it ends, until `disconnect`. */
  connect(): void;
  disconnect(): void;
}

/** The page's event stream. The server begins each connection with a full refresh, so a gap needs no bookkeeping here. */
export function eventStream(
  onEvent: (event: StreamEvent) => void,
  send: typeof fetch = (...args) => fetch(...args),
): EventStream {
  let lastByteAt = 0;
  let current: AbortController | null = null;
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  /** Reads until the stream ends. Returns the status of the response. */
  async function read(signal: AbortSignal, onBytes: () => void): Promise<number> {
    const { body, status, ok } = await request(signal, send);
    if (ok && body)
      for await (const message of messagesOf(body, onBytes)) onEvent(JSON.parse(message) as StreamEvent);
    return status;
  }

  async function open(): Promise<void> {
    const own = new AbortController();
    current = own;
    const endWhenSilent = () => setTimeout(() => own.abort(), SILENT_MS);
    let silence = endWhenSilent(); // from the request on: a proxy may hold the response back
    lastByteAt = Date.now();
    const onBytes = (): void => {
      failures = 0;
      lastByteAt = Date.now();
      clearTimeout(silence);
      silence = endWhenSilent();
    };
    // any failure is retried below; meanwhile the page polls
    const status = await read(own.signal, onBytes).catch(() => null);
    clearTimeout(silence);
    if (current !== own) return;
    current = null;
    retrying = setTimeout(() => void open(), retryMs(failures++, status));
  }

  const disconnect = (): void => {
    clearTimeout(retrying);
    current?.abort();
    current = null;
  };
  return {
    disconnect,
    connect() {
      if (current && Date.now() - lastByteAt < SILENT_MS) return;
      disconnect(); // timers do not run while a device sleeps
      void open();
    },
  };
}

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

/** An appointment in an open dialog is not refetched: saving it reports a change that was made meanwhile. */
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

/** Refetches affected queries on the screen, batched and after any press or drag. */
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
