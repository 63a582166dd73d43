import { Readable } from 'node:stream';
import type { LiveEvent } from '#contract/events.ts';
import { MAX_STREAMS_OF_ACCOUNT, MAX_STREAMS_OF_ADDRESS } from '#domain/limits.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import type { SessionUser } from '../auth/sessions.ts';
import type { Announcement, Concerned } from '../db/announcements/announcements.ts';
import { refuse } from '../errors.ts';
import { FIRST_LINE } from '../http/event-stream.ts';

/** Whose stream it is; `user` null = a visitor. */
export interface StreamCaller {
  readonly user: SessionUser | null;
  /** Where it counts. */
  readonly address: string;
}

interface Stream extends StreamCaller {
  readonly readable: Readable;
}

/** A client that leaves this much unread, beyond the socket's own buffer, is disconnected; it reconnects and gets a full refresh. */
const MOST_UNREAD_BYTES = 16_000;
const REFUSED_FOR_SECONDS = 60;
const HEARTBEAT = ':\n\n';

const textOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;
const APPOINTMENTS = textOf({ kind: 'appointments' });
const NOTIFICATIONS = textOf({ kind: 'notifications' });
const slotsText = (days: Iterable<WallDate>): string => textOf({ kind: 'slots', days: [...days].sort() });

const concerns = (to: ReadonlySet<Concerned>, { user }: Stream): boolean =>
  user !== null && (to.has(user.id) || (user.role === 'ADMIN' && to.has('ADMIN')));

/** What has changed, as it is sent: notifications that are visible by now. */
export interface Sent extends Pick<Announcement, 'slots' | 'appointments' | 'everything'> {
  readonly notifications: ReadonlySet<Concerned>;
}

/** Full refresh for this client. */
const refreshText = ({ user }: StreamCaller, days: readonly WallDate[]): string =>
  slotsText(days) + (user ? APPOINTMENTS + NOTIFICATIONS : '');

const ownText = (stream: Stream, { appointments, notifications }: Sent): string =>
  (concerns(appointments, stream) ? APPOINTMENTS : '') +
  (concerns(notifications, stream) ? NOTIFICATIONS : '');

/** The streams that are open in this process. */
export interface Streams {
  /** A stream that begins with a full refresh. Refuses one too many of an address or an account. */
  open(caller: StreamCaller): Readable;
  send(changed: Sent): void;
  heartbeat(): void;
  /** Of users, all of them unless said which: the hashes of the tokens that they were opened with. */
  tokenHashes(users?: ReadonlySet<number>): string[];
  /** Ends those that were opened with one of these tokens. */
  endWithTokens(hashes: ReadonlySet<string>): void;
  endAll(): void;
}

/** Refuses one more than an address or an account may have. docs/spec/behaviour.md §13.2 */
function refuseTooMany(open: Iterable<Stream>, { user, address }: StreamCaller): void {
  let [ofAddress, ofAccount] = [0, 0];
  for (const stream of open) {
    if (stream.address === address) ofAddress++;
    if (user !== null && stream.user?.id === user.id) ofAccount++;
  }
  if (ofAddress >= MAX_STREAMS_OF_ADDRESS || ofAccount >= MAX_STREAMS_OF_ACCOUNT)
    refuse('too_many_requests', { retryAfterSeconds: REFUSED_FOR_SECONDS });
}

export interface StreamsOptions {
  readonly isLimited: boolean;
  /** The days on which somebody may be offered a slot. */
  readonly days: () => readonly WallDate[];
}

export function makeStreams({ isLimited, days }: StreamsOptions): Streams {
  const open = new Set<Stream>();
  const ofUsers = () => [...open].flatMap((stream) => (stream.user ? [{ stream, user: stream.user }] : []));

  function write(stream: Stream, text: string): void {
    if (!stream.readable.push(text)) stream.readable.destroy();
  }

  function end(stream: Stream): void {
    open.delete(stream);
    if (stream.readable.readableLength > 0)
      stream.readable.destroy(); // the end would wait for a reader that takes nothing
    else stream.readable.push(null);
  }

  return {
    open(caller) {
      if (isLimited) refuseTooMany(open, caller);
      const readable = new Readable({ read: () => undefined, highWaterMark: MOST_UNREAD_BYTES });
      const stream = { ...caller, readable };
      open.add(stream);
      readable.once('close', () => open.delete(stream));
      readable.push(FIRST_LINE + refreshText(caller, days()));
      return readable;
    },
    send(changed) {
      const all = changed.everything ? days() : [];
      const slots = changed.slots.size > 0 ? slotsText(changed.slots) : '';
      for (const stream of open) {
        const text = changed.everything ? refreshText(stream, all) : slots + ownText(stream, changed);
        if (text !== '') write(stream, text);
      }
    },
    heartbeat() {
      for (const stream of open) write(stream, HEARTBEAT);
    },
    tokenHashes(users) {
      const wanted = ofUsers().filter(({ user }) => users?.has(user.id) ?? true);
      return [...new Set(wanted.map(({ user }) => user.tokenHash))];
    },
    endWithTokens(hashes) {
      for (const { stream, user } of ofUsers()) if (hashes.has(user.tokenHash)) end(stream);
    },
    endAll() {
      for (const stream of open) end(stream);
    },
  };
}
