import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { eventEndpoints } from '#contract/salon.ts';
import { SETTINGS } from '#domain/settings.ts';
import { addDays, dateOf, daysFromTo, type WallDate } from '#domain/wall-clock.ts';
import { validTokens } from '../auth/sessions.ts';
import { type Clock, readClock } from '../clock.ts';
import type { Db } from '../db/schema.ts';
import { refuse } from '../errors.ts';
import type { Platform, RoutesOf } from '../http/request.ts';
import { subscribeToOtherProcesses } from './other-processes.ts';
import { type Affected, type AffectedUser, merge, nothingAffected, subscribe } from './publish.ts';
import { EventStream, makeStreams, type StreamCaller, type Streams } from './streams.ts';

/** Changes that are published within this time are sent to the streams together. */
const GATHER_MS = 50;
const CHECK_CLOCK_MS = 1000; // no timer is longer than this, so that a change of the system clock is noticed soon

/** Users whose notifications become visible later, grouped by the moment (epoch ms). */
export type UpcomingNotifications = ReadonlyMap<number, ReadonlySet<AffectedUser>>;

export interface EventOptions {
  readonly log: FastifyBaseLogger;
  readonly heartbeatMs: number;
  /** Loads the notifications that will become visible later, including those that other processes have written. */
  readonly upcomingNotifications: (db: Db, nowMs: number) => Promise<UpcomingNotifications>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly openEventStream: (caller: StreamCaller) => EventStream;
  }
}

export const eventRoutes: RoutesOf<typeof eventEndpoints> = {
  'GET /events': ({ openEventStream }) => openEventStream(),
};

function takeVisible(upcoming: Map<number, Set<AffectedUser>>, nowMs: number): Set<AffectedUser> {
  const visible = [...upcoming].filter(([atMs]) => atMs <= nowMs);
  for (const [atMs] of visible) upcoming.delete(atMs);
  return new Set(visible.flatMap(([, users]) => [...users]));
}

function sendWhenVisible(
  { db, clock }: Platform,
  { log, upcomingNotifications }: EventOptions,
  send: (users: ReadonlySet<AffectedUser>) => void,
) {
  const upcoming = nothingAffected();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    clearTimeout(timer);
    const visible = takeVisible(upcoming.notifications, clock.ms());
    if (visible.size > 0) send(visible);
    const [first] = [...upcoming.notifications.keys()].sort((a, b) => a - b);
    if (first === undefined) return;
    timer = setTimeout(check, Math.min(first - clock.ms(), CHECK_CLOCK_MS));
    timer.unref();
  };
  const add = (notifications: UpcomingNotifications): void => {
    merge(upcoming, { notifications });
    check();
  };
  return {
    add,
    async load(): Promise<void> {
      try {
        add(await upcomingNotifications(db, clock.ms()));
      } catch (error) {
        log.warn({ err: error }, 'could not load upcoming notifications; pages see them when they refetch');
      }
    },
    stop: () => clearTimeout(timer),
  };
}

/** Gathers published changes and sends them to the streams. Notifications are sent when they become visible. */
function sendPublished(platform: Platform, streams: Streams, options: EventOptions) {
  let gathered = nothingAffected();
  let timer: NodeJS.Timeout | undefined;
  const upcoming = sendWhenVisible(platform, options, (notifications) =>
    streams.send({ ...nothingAffected(), notifications }),
  );
  const send = (): void => {
    const { notifications, ...rest } = gathered;
    gathered = nothingAffected();
    timer = undefined;
    streams.send({ ...rest, notifications: takeVisible(notifications, platform.clock.ms()) });
    upcoming.add(notifications);
  };
  return {
    add(affected: Affected): void {
      merge(gathered, affected);
      timer ??= setTimeout(send, GATHER_MS);
    },
    loadUpcoming: upcoming.load,
    stop() {
      clearTimeout(timer);
      upcoming.stop();
    },
  };
}

/** Ends the streams of expired or revoked sessions; with `users` checks only the sessions of these users. */
const endExpired =
  ({ db, clock }: Platform, streams: Streams, { log }: EventOptions) =>
  async (users?: ReadonlySet<number>): Promise<void> => {
    const hashes = streams.tokenHashes(users);
    if (hashes.length === 0) return;
    try {
      const valid = await validTokens(db, hashes, clock.ms());
      streams.endWithTokens(new Set(hashes.filter((hash) => !valid.has(hash))));
    } catch (error) {
      log.warn({ err: error }, 'could not check stream sessions; will retry');
    }
  };

/** All days on which clients can book if the setting `booking_days` has its highest value. */
function offeredDays(clock: Clock): WallDate[] {
  const today = dateOf(readClock(clock).wall);
  return daysFromTo(today, addDays(today, SETTINGS.booking_days.max));
}

/** Sends the committed changes of all processes to this process's event streams. docs/decisions/0028-event-stream.md */
export function serveEvents(app: FastifyInstance, platform: Platform, options: EventOptions): void {
  const { databaseUrl: url, rateLimit } = platform.config;
  const streams = makeStreams(rateLimit, () => offeredDays(platform.clock));
  const published = sendPublished(platform, streams, options);
  const endStreams = endExpired(platform, streams, options);
  const onPublished = (affected: Affected): void => {
    const sessions = new Set(affected.sessions);
    if (sessions.size > 0) void endStreams(sessions);
    published.add(affected);
  };
  const onConnected = (): void => {
    onPublished({ everything: true });
    void endStreams();
    void published.loadUpcoming();
  };
  subscribe(platform.db, onPublished);
  const stopping = new AbortController();
  let subscribed: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    const heartbeats = setInterval(() => {
      streams.heartbeat();
      void endStreams();
    }, options.heartbeatMs);
    heartbeats.unref();
    stopping.signal.addEventListener('abort', () => clearInterval(heartbeats));
    void published.loadUpcoming();
    if (url === undefined) return;
    await subscribeToOtherProcesses({ url, log: options.log, onPublished, onConnected }, stopping.signal);
  };
  const open = (caller: StreamCaller) => {
    if (app.shutdown.hasBegun()) refuse('stopping');
    const readable = streams.open(caller);
    subscribed ??= begin(); // connects when the first stream opens, because a process without streams needs no connection
    if (caller.user) void endStreams(new Set([caller.user.id])); // ends the stream if its session has ended since the check of the token
    return readable;
  };
  app.decorate('openEventStream', (caller) => new EventStream(() => open(caller)));
  app.shutdown.onBegin(streams.endAll);
  app.addHook('onClose', async () => {
    published.stop();
    stopping.abort();
    await subscribed;
  });
}
