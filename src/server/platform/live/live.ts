import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { SETTINGS } from '#domain/settings.ts';
import { addDays, dateOf, daysFromTo, type WallDate } from '#domain/wall-clock.ts';
import { type Clock, readClock } from '../clock.ts';
import { onCommitted } from '../db/announcements/announcements.ts';
import { listenToOthers } from '../db/announcements/others.ts';
import { refuse } from '../errors.ts';
import { EventStream } from '../http/event-stream.ts';
import type { Platform } from '../http/request.ts';
import { type ChangesOptions, passChangesOn } from './changes.ts';
import { makeStreams, type StreamCaller } from './streams.ts';

export interface LiveOptions extends Pick<ChangesOptions, 'upcomingNotifications'> {
  readonly log: FastifyBaseLogger;
  readonly heartbeatMs: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly followEvents: (caller: StreamCaller) => EventStream;
  }
}

/** From today on, as many as the strip of days may have. */
function offeredDays(clock: Clock): WallDate[] {
  const today = dateOf(readClock(clock).wall);
  return daysFromTo(today, addDays(today, SETTINGS.booking_days.max));
}

/**
 * Tells the pages that are open what to ask for again, once it is committed: what this process has done, and on PostgreSQL what the
 * others have. docs/spec/behaviour.md §13, docs/decisions/0028-live-pages.md
 */
export function serveLive(
  app: FastifyInstance,
  platform: Platform,
  { log, heartbeatMs, upcomingNotifications }: LiveOptions,
): void {
  const { databaseUrl: url, rateLimit } = platform.config;
  const streams = makeStreams({ isLimited: rateLimit, days: () => offeredDays(platform.clock) });
  const changes = passChangesOn(platform, streams, { log, upcomingNotifications });
  onCommitted(platform.db, changes.onAnnouncement);
  let stop: (() => Promise<void>) | undefined;
  const begin = (): void => {
    const beating = setInterval(() => {
      streams.heartbeat();
      void changes.checkSessions();
    }, heartbeatMs);
    beating.unref();
    void changes.lookForUpcoming();
    const stopListening = url === undefined ? undefined : listenToOthers({ url, log, ...changes });
    stop = async () => {
      clearInterval(beating);
      await stopListening?.();
    };
  };
  const open = (caller: StreamCaller) => {
    if (app.shutdown.hasBegun()) refuse('stopping');
    const readable = streams.open(caller);
    if (!stop) begin(); // a process to which nobody listens needs no connection, and no start waits for one
    if (caller.user) void changes.checkSessions(new Set([caller.user.id])); // it may have ended since the token was looked up
    return readable;
  };
  app.decorate('followEvents', (caller) => new EventStream(() => open(caller)));
  app.shutdown.onBegin(streams.endAll);
  app.addHook('onClose', async () => {
    changes.stop();
    await stop?.();
  });
}
