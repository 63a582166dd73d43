import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { EVENTS_AGE_MAX_MS } from '#domain/limits.ts';
import { currentSession, refuseToken } from '../session.ts';
import { messagesOf } from './event-lines.ts';
import { refreshBy } from './refresh.ts';

/** More than two heartbeats of the server's. */
const SILENT_MS = 60_000;
const HIDDEN_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** Without the jitter all pages would come back at once after a restart. */
function retryMs(failures: number, status: unknown): number {
  const ms = status === TOO_MANY ? LONGEST_RETRY_MS : FIRST_RETRY_MS * 2 ** failures;
  return Math.min(ms, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
}

/** As `request`, but its answer is read as it comes: a token that the server refuses is told of. */
async function open(ageMs: number, signal: AbortSignal): Promise<Response> {
  const token = currentSession()?.token;
  const headers = { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const age = ageMs < EVENTS_AGE_MAX_MS ? `?age=${ageMs}` : '';
  const response = await fetch(`/api/events${age}`, { headers, signal });
  if (response.status === UNAUTHORIZED && token) refuseToken(token);
  return response;
}

interface Stream {
  /** Opens it, and again whenever it ends, until it is left. */
  follow(): void;
  leave(): void;
}

/** `shownSince`: from when on (ms) was fetched what is shown. */
function streamOf(hear: (event: LiveEvent) => void, shownSince: number): Stream {
  let heardAt = shownSince;
  let current: AbortController | null = null;
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  /** Until it ends. Returns the status of the answer. */
  async function listen(signal: AbortSignal, onBytes: () => void): Promise<number> {
    const { body, status, ok } = await open(Date.now() - heardAt, signal);
    if (ok && body)
      for await (const message of messagesOf(body, onBytes)) hear(JSON.parse(message) as LiveEvent);
    return status;
  }

  async function begin(): Promise<void> {
    const own = new AbortController();
    current = own;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const onBytes = (): void => {
      failures = 0;
      heardAt = Date.now();
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENT_MS);
    };
    // whatever the reason: it is tried again, and meanwhile the page does without
    const status = await listen(own.signal, onBytes).catch(() => null);
    clearTimeout(silence);
    if (current !== own) return;
    current = null;
    retrying = setTimeout(() => void begin(), retryMs(failures++, status));
  }

  const leave = (): void => {
    clearTimeout(retrying);
    current?.abort();
    current = null;
  };
  return {
    leave,
    follow() {
      if (current && Date.now() - heardAt < SILENT_MS) return;
      leave(); // the device may have slept
      void begin();
    },
  };
}

/**
 * Follows the salon's events, and fetches again what they concern. A page that is hidden for long leaves the stream, and so does one
 * that the browser keeps for a step back. Without one, each query is fetched again as it always was.
 * docs/spec/behaviour.md §13
 */
export function followEvents(client: QueryClient, shownSince: number, over: AbortSignal): void {
  if (over.aborted) return;
  const refreshing = refreshBy(client);
  const { follow, leave } = streamOf(refreshing.hear, shownSince);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const onFront = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') follow();
    else leaving = setTimeout(leave, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', onFront);
  window.addEventListener('pageshow', onFront);
  window.addEventListener('pagehide', leave);
  onFront();
  const end = (): void => {
    document.removeEventListener('visibilitychange', onFront);
    window.removeEventListener('pageshow', onFront);
    window.removeEventListener('pagehide', leave);
    clearTimeout(leaving);
    leave();
    refreshing.stop();
  };
  over.addEventListener('abort', end);
}
