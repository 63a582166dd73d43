// Subscribes to the event stream over a real connection.

import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type StreamEvent, streamEvent } from '../../src/contract/salon.ts';
import type { Salon } from './salon.ts';
import { WAIT_MS } from './size.ts';

/** Longer than the time in which the server collects changes to send them in one event. */
const SETTLED_MS = 120;
const HEAD = 'retry: 3000\n\n';

export interface Subscriber {
  /** Returns the events since the previous call, oldest first, as 'slots 2026-11-19', 'appointments' … */
  received(): string[];
  /** Waits for all of these events, and fails on any other event. Repeated events count once. */
  receives(...events: string[]): Promise<void>;
  readonly heartbeats: () => number;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

interface As {
  readonly token?: string | null;
  /** The client address in X-Forwarded-For. */
  readonly from?: string;
  /** The query string of the URL. It starts with `?`. */
  readonly query?: string;
}

export async function urlOf({ app }: Pick<Salon, 'app'>): Promise<string> {
  return app.server.listening ? app.listeningOrigin : app.listen({ port: 0, host: '127.0.0.1' });
}

export function requestEvents(
  url: string,
  { token = null, from, query = '' }: As = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = {
    accept: 'text/event-stream',
    connection: 'close', // a new connection: fetch could reuse an idle one that the server is closing
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
  };
  return fetch(`${url}/api/events${query}`, { headers, signal });
}

/**
 * Opens and closes a first stream, and returns the salon's URL. On PostgreSQL, a process starts to LISTEN when its first
 * stream opens, and then sends all subscribers a second full refresh. Tests must not receive this second refresh.
 */
export async function connectedUrl(salon: Salon): Promise<string> {
  const url = await urlOf(salon);
  const closing = new AbortController();
  const { body } = await requestEvents(url, {}, closing.signal);
  let text = '';
  const refreshes = salon.engine === 'postgres' ? 2 : 1;
  for await (const part of (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.split('"slots"').length > refreshes) break;
  }
  closing.abort();
  return url;
}

const inShort = (event: StreamEvent): string =>
  event.kind === 'slots' ? `slots ${event.days.join(' ')}` : event.kind;

/** Opens a stream. `received` does not return the full refresh with which every stream starts. */
export async function aSubscriber(url: string, as: As = {}): Promise<Subscriber> {
  const closing = new AbortController();
  const response = await requestEvents(url, as, closing.signal);
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<BufferSource>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const first = (await reader.read()).value ?? '';
  expect(first.startsWith(HEAD)).toBe(true);
  let events: string[] = [];
  let beats = 0;
  const read = async (): Promise<void> => {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages)
        if (message === ':') beats++;
        else events.push(inShort(streamEvent.parse(JSON.parse(message.replace(/^data: /, '')))));
    }
  };
  const ended = read().catch((error: Error) => {
    if (!closing.signal.aborted && !/terminated/.test(error.message)) throw error;
  });
  await wait(SETTLED_MS);
  events = [];
  return {
    received() {
      const received = [...new Set(events)];
      events = [];
      return received;
    },
    async receives(...wanted) {
      const inOrder = () => [...new Set(events)].sort();
      const all = wanted.sort();
      for (const until = Date.now() + WAIT_MS; Date.now() < until && events.length < all.length; )
        await wait(5);
      await wait(SETTLED_MS);
      expect(inOrder()).toEqual(all);
      events = [];
    },
    heartbeats: () => beats,
    ended,
    close: () => closing.abort(),
  };
}
