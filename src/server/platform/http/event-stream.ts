import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPE = 'text/event-stream';
/** What a stream begins with: who loses it asks again after so long. */
export const FIRST_LINE = 'retry: 3000\n\n';

/** What a route returns whose endpoint is a stream of events. */
export class EventStream {
  readonly open: () => Readable;
  constructor(open: () => Readable) {
    this.open = open;
  }
}

/** Without a limit on how long it is silent; whoever does not take its end is cut as everybody else. */
function openOn({ raw, server }: FastifyRequest, stream: EventStream): Readable {
  const events = stream.open();
  raw.socket.setTimeout(0);
  events.once('close', () => raw.socket.setTimeout(server.server.timeout));
  return events;
}

/** What says that it takes a stream: a browser's EventSource the first, its fetch the last. */
const TAKEN = [TYPE, 'text/*', '*/*'];

/** Who does not say that it takes one, and a HEAD, gets the first line of a stream and its end. */
export function eventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: EventStream,
): Readable | string {
  const isFollowed = request.method === 'GET' && TAKEN.some((type) => request.headers.accept?.includes(type));
  const payload = isFollowed ? openOn(request, stream) : FIRST_LINE;
  reply.type(TYPE).header('x-accel-buffering', 'no'); // nginx, where its file does not say so
  return payload;
}
