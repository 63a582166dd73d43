// A bare Fastify server for comparison. It responds to every request with the response that the parent process sent
// to it last.
import Fastify from 'fastify';

export interface BareAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

let answer: BareAnswer = { status: 200, type: 'text/plain', body: '' };
const app = Fastify();
app.all('/*', (_, reply) => {
  reply.code(answer.status);
  if (answer.type !== undefined) reply.header('content-type', answer.type);
  return reply.send(answer.body);
});
process.on('message', (message) => {
  if (typeof message !== 'object') return;
  answer = message as BareAnswer;
  process.send?.({ isSet: true });
});
process.channel?.unref();
process.once('SIGTERM', () => process.exit());
console.log(`Address: ${await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })}`);
