import type { FastifyInstance } from 'fastify';

/** While the server stops, each answer tells its caller to come back on a new connection: this one is about to close. */
export function closeAfterLastAnswers(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}
