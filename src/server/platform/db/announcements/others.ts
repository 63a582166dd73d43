import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client } from 'pg';
import { type Announcement, CHANNEL, readAnnouncement } from './announcements.ts';

const CONNECT_TIMEOUT_MS = 3000;
const QUERY_TIMEOUT_MS = 4000;
/** How soon a connection that says nothing any more is noticed. */
const ASK_EVERY_MS = 15_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/** What other processes on the same PostgreSQL announce. */
export interface Others {
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  onAnnouncement(announcement: Announcement): void;
  /** Notifications arrive from now on; earlier ones may be lost. */
  onListening(): void;
}

/** Listens over a connection of its own until it is stopped; one that is lost is made anew. Returns what stops it. */
export function listenToOthers(others: Others): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listening = listenForEver(others, signal);
  return async () => {
    stopping.abort();
    await listening;
  };
}

async function listenForEver(others: Others, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onListening = (): void => {
    failures = 0;
    others.onListening();
  };
  while (!signal.aborted) {
    const reason = await listenOnce({ ...others, onListening }, signal);
    if (signal.aborted) return;
    if (failures++ === 0)
      others.log.warn({ reason }, 'the connection that listens to other processes was lost');
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    await wait(retryMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined); // stopped
  }
}

/** Until the connection is lost, or could not be made: then why. */
async function listenOnce(others: Others, signal: AbortSignal): Promise<string> {
  const client = new Client({
    connectionString: others.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  const over = Promise.withResolvers<string>();
  const fail = (error: Error): void => over.resolve(error.message);
  client.on('error', fail);
  client.on('end', () => over.resolve('ended by PostgreSQL'));
  client.on('notification', ({ payload = '' }) => {
    const announcement = readAnnouncement(payload);
    if (announcement) others.onAnnouncement(announcement);
  });
  signal.addEventListener('abort', () => over.resolve('stopped'), { once: true });
  const asking = setInterval(() => client.query('select 1').catch(fail), ASK_EVERY_MS);
  asking.unref();
  const begin = async (): Promise<void> => {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (!signal.aborted) others.onListening();
  };
  begin().catch(fail);
  const reason = await over.promise;
  clearInterval(asking);
  leave(client);
  return reason;
}

interface Sockets {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Without waiting: a server that says nothing any more would not let it go. */
const leave = (client: Client): void => (client as unknown as Sockets).connection.stream.destroy();
