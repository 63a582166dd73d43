import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { StreamEvent } from '#contract/salon.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  CLIENT_NOTIFICATIONS_KEY,
  UNREAD_COUNT_KEY,
} from './queries/notification-queries.ts';
import { CALENDAR_KEY, FREE_SLOTS_KEY } from './queries/queries.ts';
import { currentSession, refuseToken } from './session/session.ts';

/** How long a stream may be silent before it counts as broken; longer than two heartbeats of the server. */
const SILENT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** The delay before the next connection, with jitter so that pages do not all reconnect at once. */
function retryMs(failures: number, status: unknown): number {
  const ms = status === TOO_MANY ? LONGEST_RETRY_MS : FIRST_RETRY_MS * 2 ** failures;
  return Math.min(ms, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
}

/** Opens the stream with the session token; reports a token that the server rejects. */
async function request(signal: AbortSignal, send: typeof fetch): Promise<Response> {
  const token = currentSession()?.token;
  const headers = { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await send('/api/events', { headers, signal });
  if (response.status === UNAUTHORIZED && token) refuseToken(token);
  return response;
}

/** Yields the messages of an event stream, one `data:` line each. Calls `onBytes` for every chunk, including heartbeats. */
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
  /** Opens the stream, and reopens it after each end until `disconnect` is called. */
  connect(): void;
  disconnect(): void;
}

/** The page's event stream. Missed events are no problem: the server begins each connection with a full refresh. */
export function eventStream(
  onEvent: (event: StreamEvent) => void,
  send: typeof fetch = (...args) => fetch(...args),
): EventStream {
  let lastByteAt = 0;
  let current: AbortController | null = null;
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  /** Reads the stream until it ends. Returns the HTTP status of the response. */
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
    let silence = endWhenSilent(); // the timer starts with the request, not with the response, because a proxy may hold back the response
    lastByteAt = Date.now();
    const onBytes = (): void => {
      failures = 0;
      lastByteAt = Date.now();
      clearTimeout(silence);
      silence = endWhenSilent();
    };
    // a stream that fails or ends is opened again after a delay; meanwhile the page polls
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
      disconnect(); // the stream may be broken: while the device slept, the timer that ends silent streams did not run
      void open();
    },
  };
}

/** Maximum random delay, so that pages do not all refetch at the same time after an event. */
const JITTER_MS = 200;
const INTERVAL_MIN_MS = 1000;
const PRESSED_RETRY_MS = 200;
const HIDDEN_MS = 10_000;

const isOneOf = (names: readonly unknown[], key: QueryKey): boolean => names.includes(key[0]);

/** The first parts of query keys. These keys end with the first and the last day of a range. */
const OF_DAYS = [FREE_SLOTS_KEY[0], 'closed-days'];
const OF_NOTIFICATIONS = [CLIENT_NOTIFICATIONS_KEY[0], ADMIN_NOTIFICATIONS_KEY[0], UNREAD_COUNT_KEY[0]];
const OF_APPOINTMENTS = [
  CALENDAR_KEY[0],
  ...['appointments', 'absences', 'waiting', 'waiting-days', 'first-steps', 'clients', 'usual-service'],
  ...['payments', 'cash'],
];

/** Whether the query key belongs to an appointment open in a dialog. Events do not refetch that appointment: saving it reports a conflict. */
const isOpened = ([what, which]: QueryKey): boolean => what === 'appointments' && which === 'one';

export function isAffected(event: StreamEvent, key: QueryKey): boolean {
  if (event.kind === 'slots') {
    const [, from, to] = key as [unknown, string?, string?];
    return isOneOf(OF_DAYS, key) && event.days.some((day) => from && to && from <= day && day <= to);
  }
  if (isOpened(key)) return false;
  return isOneOf(event.kind === 'appointments' ? OF_APPOINTMENTS : OF_NOTIFICATIONS, key);
}

/** Returns a function that checks whether a finger or a mouse button is down. */
function watchPress(over: AbortSignal): () => boolean {
  let isDown = false;
  const look = ({ buttons }: PointerEvent): void => {
    isDown = buttons > 0;
  };
  // also listens for moves, because the page gets no pointerup if a press ends over a menu of the browser
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(type, look, { capture: true, passive: true, signal: over });
  return () => isDown;
}

/** Returns a function that refetches the visible queries that an event affects: in batches, and never during a press or drag. */
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

/** Subscribes the page to events until `over` is aborted; pauses while the page is hidden. docs/spec/behaviour.md §13 */
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
