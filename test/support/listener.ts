// Somebody who follows the salon's events, over a real connection.

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type LiveEvent, liveEvent } from '../../src/contract/events.ts';
import { WAIT_MS } from './size.ts';

/** Longer than changes are gathered before they are sent. */
const SETTLED_MS = 120;
const HEAD = 'retry: 3000\n\n';

export interface Listener {
  /** Since the last look, oldest first: 'slots 2026-11-19', 'appointments' … */
  heard(): string[];
  /** Waits until all of these were heard, and nothing else. Several of one kind are one. */
  hears(...events: string[]): Promise<void>;
  readonly heartbeats: () => number;
  /** Once the server has ended the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

interface Follow {
  readonly token?: string | null;
  /** The address that a proxy names. */
  readonly from?: string;
  /** With its `?`. */
  readonly query?: string;
}

export async function urlOf(app: FastifyInstance): Promise<string> {
  return app.server.listening ? app.listeningOrigin : app.listen({ port: 0, host: '127.0.0.1' });
}

export function askForEvents(
  url: string,
  { token = null, from, query = '' }: Follow = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = {
    accept: 'text/event-stream',
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
  };
  return fetch(`${url}/api/events${query}`, { headers, signal });
}

const inShort = (event: LiveEvent): string =>
  event.kind === 'slots' ? `slots ${event.days.join(' ')}` : event.kind;

/** Counts events after the full refresh that begins the stream. */
export async function follow(url: string, as: Follow = {}): Promise<Listener> {
  const leaving = new AbortController();
  const response = await askForEvents(url, as, leaving.signal);
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
        else events.push(inShort(liveEvent.parse(JSON.parse(message.replace(/^data: /, '')))));
    }
  };
  const ended = read().catch((error: Error) => {
    if (!leaving.signal.aborted && !/terminated/.test(error.message)) throw error;
  });
  await wait(SETTLED_MS);
  events = [];
  return {
    heard() {
      const heard = [...new Set(events)];
      events = [];
      return heard;
    },
    async hears(...wanted) {
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
    leave: () => leaving.abort(),
  };
}
