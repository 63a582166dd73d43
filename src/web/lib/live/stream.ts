import type { LiveEvent } from '#contract/events.ts';
import { EVENTS_AGE_MAX_MS } from '#domain/limits.ts';
import { currentSession, refuseToken } from '../session.ts';

/** More than two heartbeats of the server's. */
const SILENT_MS = 60_000;
/** What was said so long before a stream broke may not have arrived. */
const LATE_MS = 10_000;
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
async function open(ageMs: number, signal: AbortSignal, send: typeof fetch): Promise<Response> {
  const token = currentSession()?.token;
  const headers = { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const isKnown = ageMs >= 0 && ageMs < EVENTS_AGE_MAX_MS; // the device's clock may have been set
  const age = isKnown ? Math.round(ageMs) : EVENTS_AGE_MAX_MS;
  const response = await send(`/api/events?age=${age}`, { headers, signal });
  if (response.status === UNAUTHORIZED && token) refuseToken(token);
  return response;
}

/**
 * The messages of a stream of server-sent events, as the salon writes them: one `data:` line each. `onBytes` is called with all
 * that comes, also a heartbeat.
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

interface Stream {
  /** Opens it, and again whenever it ends, until it is left. */
  follow(): void;
  leave(): void;
}

/** A stream of events for a page; `shownSince`: from when on (ms) was fetched what it shows. */
export function streamOf(
  onEvent: (event: LiveEvent) => void,
  shownSince: number,
  send: typeof fetch = (...request) => fetch(...request),
): Stream {
  let heardAt = shownSince;
  let sureSince = shownSince;
  let current: AbortController | null = null;
  let failures = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;

  /** Until it ends. Returns the status of the answer. */
  async function listen(signal: AbortSignal, onBytes: () => void): Promise<number> {
    const { body, status, ok } = await open(Date.now() - sureSince, signal, send);
    if (ok && body)
      for await (const message of messagesOf(body, onBytes)) onEvent(JSON.parse(message) as LiveEvent);
    return status;
  }

  async function begin(): Promise<void> {
    const own = new AbortController();
    current = own;
    const endWhenSilent = () => setTimeout(() => own.abort(), SILENT_MS);
    let silence = endWhenSilent(); // also of one that a proxy holds back
    const onBytes = (): void => {
      failures = 0;
      heardAt = Date.now();
      sureSince = Math.max(sureSince, heardAt - LATE_MS);
      clearTimeout(silence);
      silence = endWhenSilent();
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
