import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './platform/config.ts';

const STOP_WITHIN_MS = 4500;
const CUT_REQUESTS_AFTER_MS = 3000;

/**
 * Requests under way are finished; one that is still not, because its client is slow, is cut. The listening socket is closed
 * before Fastify closes: it would close it wherever the event loop happens to be.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), CUT_REQUESTS_AFTER_MS);
  await quietMoment();
  await new Promise<void>((resolve) => app.server.close(() => resolve()));
  await app.close();
  clearTimeout(cutting);
}

const QUIET_MS = 0.05; // an idle turn takes a tenth of it; one that answered a request, more
const MOST_TURNS = 1000;

/**
 * Right behind a turn of the event loop in which nothing happened: every pending connection is accepted. One that is still in the
 * backlog when the listening socket is closed is reset, and a proxy does not send its POST again.
 */
async function quietMoment(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/**
 * SIGTERM, which comes from whoever runs the service: says that it will stop, and goes on serving for `stopDelayMs`. SIGINT, by a
 * person who waits: at once. Then it stops accepting, finishes what is under way and closes the database, at the latest after
 * STOP_WITHIN_MS. docs/spec/behaviour.md §1.2
 */
export function stopOnSignal(
  app: FastifyInstance,
  { stopDelayMs }: Config,
  log: Logger,
  stop: () => Promise<void>,
): void {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      log.error('did not finish in time');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: string): void => {
    if (!app.shutdown.hasBegun()) log.info({ signal }, 'stopping');
    app.shutdown.begin();
    if (signal === 'SIGINT' || stopDelayMs === 0) close();
    else setTimeout(close, stopDelayMs);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
