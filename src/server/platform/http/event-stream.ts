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

/**
 * Opens it, without a limit on how long it is silent. Who does not ask for events, such as a HEAD or a client that takes anything
 * and waits for the end, gets the first line of a stream and its end.
 */
export function eventStream(
  { method, headers, raw }: FastifyRequest,
  reply: FastifyReply,
  stream: EventStream,
): Readable | string {
  const isFollowed = method === 'GET' && headers.accept?.includes(TYPE);
  const payload = isFollowed ? stream.open() : FIRST_LINE;
  if (isFollowed) raw.socket.setTimeout(0);
  reply.type(TYPE).header('x-accel-buffering', 'no'); // nginx, where its file does not say so
  return payload;
}
