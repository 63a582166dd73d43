import type { StreamEvent } from '#contract/events.ts';
import { currentSession, refuseToken } from '../session.ts';

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
