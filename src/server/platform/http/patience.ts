import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a caller may take. */
export interface Patience {
  /** Slow headers or bodies are cut. */
  readonly requestMs: number;
  /** Slow readers, and connections on which nothing comes, are cut; Node forgives a write once, so after up to twice this. */
  readonly idleMs: number;
  readonly lookEveryMs: number;
}

export const PATIENCE: Patience = { requestMs: 12_000, idleMs: 7000, lookEveryMs: 2000 };

export const timeoutsOf = ({ requestMs, idleMs, lookEveryMs }: Patience) => ({
  requestTimeout: requestMs,
  connectionTimeout: idleMs,
  http: { headersTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
});

/** Who has asked and waits is not slow: the server is. She gets her answer, however long the database takes. */
export function keepWhoWaits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (!request.raw.complete || reply.raw.headersSent) socket.destroy();
    });
  });
}
