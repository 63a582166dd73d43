import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client } from 'pg';
import { type Affected, CHANNEL, readPayload } from './publish.ts';

const CONNECT_TIMEOUT_MS = 3000;
const QUERY_TIMEOUT_MS = 4000;
const PING_EVERY_MS = 15_000; // a ping detects a dead connection
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export interface OtherProcesses {
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  onPublished(affected: Affected): void;
  /** Called after each connect, because messages before the connect may be lost. */
  onConnected(): void;
}

/** Subscribes to events of other processes over a dedicated connection and reconnects when it is lost, until `stop` is aborted. */
export async function subscribeToOtherProcesses(others: OtherProcesses, stop: AbortSignal): Promise<void> {
  let failures = 0;
  const onConnected = (): void => {
    failures = 0;
    others.onConnected();
  };
  while (!stop.aborted) {
    const reason = await untilLost({ ...others, onConnected }, stop);
    if (stop.aborted) return;
    if (failures++ === 0)
      others.log.warn({ reason }, 'lost the connection to events of other processes; will reconnect');
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    await wait(retryMs * (0.5 + Math.random() / 2), undefined, { signal: stop, ref: false }).catch(
      () => undefined, // `wait` rejects only when `stop` is aborted; the loop then ends
    );
  }
}

/** Opens a connection and receives events until the connection fails. Resolves with the reason. */
async function untilLost(others: OtherProcesses, stop: AbortSignal): Promise<string> {
  const client = new Client({
    connectionString: others.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = Promise.withResolvers<string>();
  const fail = (error: Error): void => lost.resolve(error.message);
  client.on('error', fail);
  client.on('end', () => lost.resolve('ended by PostgreSQL'));
  client.on('notification', ({ payload = '' }) => {
    const affected = readPayload(payload);
    if (affected) others.onPublished(affected);
  });
  const onStop = (): void => lost.resolve('stopped');
  stop.addEventListener('abort', onStop);
  const pinging = setInterval(() => client.query('select 1').catch(fail), PING_EVERY_MS);
  pinging.unref();
  const begin = async (): Promise<void> => {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (!stop.aborted) others.onConnected();
  };
  begin().catch(fail);
  const reason = await lost.promise;
  clearInterval(pinging);
  stop.removeEventListener('abort', onStop);
  destroy(client);
  return reason;
}

interface Sockets {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Closes the socket at once: an orderly close would wait forever for a server that no longer responds. */
const destroy = (client: Client): void => (client as unknown as Sockets).connection.stream.destroy();
