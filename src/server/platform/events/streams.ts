import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '#contract/salon.ts';
import { MAX_STREAMS_OF_ACCOUNT, MAX_STREAMS_OF_ADDRESS } from '#domain/limits.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { isStaff, type SessionUser } from '../auth/sessions.ts';
import { refuse } from '../errors.ts';
import { countedNetworksOf } from '../http/callers.ts';
import { type AffectedUser, type Merged, technicianUser } from './publish.ts';

const TYPE = 'text/event-stream';

/** The first line of a stream: how long an EventSource waits before it reconnects. */
const FIRST_LINE = 'retry: 3000\n\n';

/** The user who opens the stream; null = a visitor. */
export interface StreamCaller {
  readonly user: SessionUser | null;
  readonly address: string;
}

interface Stream extends StreamCaller {
  readonly readable: Readable;
}

/** A client with more unread bytes (without the socket's buffer) is disconnected. It reconnects and gets a full refresh. */
const MOST_UNREAD_BYTES = 16_000;
const REFUSED_FOR_SECONDS = 60;
const HEARTBEAT = ':\n\n';

const textOf = (event: StreamEvent): string => `data: ${JSON.stringify(event)}\n\n`;
const APPOINTMENTS = textOf({ kind: 'appointments' });
const NOTIFICATIONS = textOf({ kind: 'notifications' });
const slotsText = (days: Iterable<WallDate>): string => textOf({ kind: 'slots', days: [...days].sort() });

const isAffected = ({ user }: Stream, users: ReadonlySet<AffectedUser>): boolean =>
  user !== null &&
  (users.has(user.id) ||
    (user.role === 'ADMIN' && users.has('ADMIN')) ||
    (isStaff(user) && users.has('STAFF')) ||
    (user.technician_id !== null && users.has(technicianUser(user.technician_id))));

/** A change that is sent to the streams. `notifications`: the users whose new notifications are already visible. */
export interface Sent extends Pick<Merged, 'slots' | 'appointments' | 'everything'> {
  readonly notifications: ReadonlySet<AffectedUser>;
}

const refreshText = ({ user }: StreamCaller, days: readonly WallDate[]): string =>
  slotsText(days) + (user ? APPOINTMENTS + NOTIFICATIONS : '');

const ownText = (stream: Stream, { appointments, notifications }: Sent): string =>
  (isAffected(stream, appointments) ? APPOINTMENTS : '') +
  (isAffected(stream, notifications) ? NOTIFICATIONS : '');

/** Refuses a stream if its IP network or its account already has the maximum number of streams. docs/spec/behaviour.md §13.2 */
function refuseTooMany(open: Iterable<Stream>, { user, address }: StreamCaller): void {
  const all = [...open];
  const ofAccount = user === null ? 0 : all.filter((stream) => stream.user?.id === user.id).length;
  const isNetworkFull = countedNetworksOf(address).some(({ network, times }) => {
    const isHere = (stream: Stream) => countedNetworksOf(stream.address).some((of) => of.network === network);
    return all.filter(isHere).length >= MAX_STREAMS_OF_ADDRESS * times;
  });
  if (isNetworkFull || ofAccount >= MAX_STREAMS_OF_ACCOUNT)
    refuse('too_many_requests', { retryAfterSeconds: REFUSED_FOR_SECONDS });
}

export type Streams = ReturnType<typeof makeStreams>;

export function makeStreams(isLimited: boolean, days: () => readonly WallDate[]) {
  const open = new Set<Stream>();
  const ofUsers = () => [...open].flatMap((stream) => (stream.user ? [{ stream, user: stream.user }] : []));

  function write(stream: Stream, text: string): void {
    if (!stream.readable.push(text)) stream.readable.destroy();
  }

  function end(stream: Stream): void {
    open.delete(stream);
    if (stream.readable.readableLength > 0)
      stream.readable.destroy(); // ends the stream even if the client does not read; `push(null)` would wait for the client
    else stream.readable.push(null);
  }

  return {
    /** Opens a stream that begins with a full refresh. */
    open(caller: StreamCaller): Readable {
      if (isLimited) refuseTooMany(open, caller);
      const readable = new Readable({ read: () => undefined, highWaterMark: MOST_UNREAD_BYTES });
      const stream = { ...caller, readable };
      open.add(stream);
      readable.once('close', () => open.delete(stream));
      readable.push(FIRST_LINE + refreshText(caller, days()));
      return readable;
    },
    send(changed: Sent): void {
      const all = changed.everything ? days() : [];
      const slots = changed.slots.size > 0 ? slotsText(changed.slots) : '';
      for (const stream of open) {
        const text = changed.everything ? refreshText(stream, all) : slots + ownText(stream, changed);
        if (text !== '') write(stream, text);
      }
    },
    heartbeat(): void {
      for (const stream of open) write(stream, HEARTBEAT);
    },
    /** The token hashes of the open streams; with `users` only the streams of these users. */
    tokenHashes(users?: ReadonlySet<number>): string[] {
      const wanted = ofUsers().filter(({ user }) => users?.has(user.id) ?? true);
      return [...new Set(wanted.map(({ user }) => user.tokenHash))];
    },
    endWithTokens(hashes: ReadonlySet<string>): void {
      for (const { stream, user } of ofUsers()) if (hashes.has(user.tokenHash)) end(stream);
    },
    endAll(): void {
      for (const stream of open) end(stream);
    },
  };
}

/** The result of a route that opens an event stream. */
export class EventStream {
  readonly open: () => Readable;
  constructor(open: () => Readable) {
    this.open = open;
  }
}

/** Opens the stream and switches the socket's idle timeout off until the stream ends. */
function openOn({ raw, server }: FastifyRequest, stream: EventStream): Readable {
  const events = stream.open();
  raw.socket.setTimeout(0);
  events.once('close', () => raw.socket.setTimeout(server.server.timeout));
  return events;
}

/** Types in the Accept headers of EventSource and fetch. */
const ACCEPTED = [TYPE, 'text/*', '*/*'];

/** The body of the response: the stream, or only its first line for HEAD and for clients that do not accept streams. */
export function eventStreamPayload(request: FastifyRequest, reply: FastifyReply, stream: EventStream) {
  const isAccepted =
    request.method === 'GET' && ACCEPTED.some((type) => request.headers.accept?.includes(type));
  const payload = isAccepted ? openOn(request, stream) : FIRST_LINE;
  reply.type(TYPE).header('x-accel-buffering', 'no'); // switches off buffering in an nginx that is not configured for streams
  return payload;
}
