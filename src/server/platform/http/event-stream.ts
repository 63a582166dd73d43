import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPE = 'text/event-stream';
/** The first line of a stream: the client's delay before it reconnects, in ms. */
export const FIRST_LINE = 'retry: 3000\n\n';

/** Returned by a route whose endpoint is an event stream. */
export class EventStream {
  readonly open: () => Readable;
  constructor(open: () => Readable) {
    this.open = open;
  }
}

/** Opens the stream without an idle timeout; the timeout applies again when it ends. */
function openOn({ raw, server }: FastifyRequest, stream: EventStream): Readable {
  const events = stream.open();
  raw.socket.setTimeout(0);
  events.once('close', () => raw.socket.setTimeout(server.server.timeout));
  return events;
}

/** Values of Accept that allow a stream: EventSource sends the first, a browser's fetch the last. */
const TAKEN = [TYPE, 'text/*', '*/*'];

/** Opens the stream; without a matching Accept header, and for HEAD, answers only the first line. */
export function eventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: EventStream,
): Readable | string {
  const isFollowed = request.method === 'GET' && TAKEN.some((type) => request.headers.accept?.includes(type));
  const payload = isFollowed ? openOn(request, stream) : FIRST_LINE;
  reply.type(TYPE).header('x-accel-buffering', 'no'); // turns off nginx's buffering
  return payload;
}
