import type { FastifyBaseLogger } from 'fastify';
import { liveTokens } from '../auth/sessions.ts';
import {
  type Announcement,
  type Concerned,
  mergeInto,
  noAnnouncement,
} from '../db/announcements/announcements.ts';
import type { Db } from '../db/schema.ts';
import type { Platform } from '../http/request.ts';
import type { Streams } from './streams.ts';

/** Changes that come one after the other are sent as one. */
const GATHER_MS = 50;
const LOOK_AGAIN_MS = 1000; // the clock may have been set

/** Who gets notifications that are not visible yet, by the moment (epoch ms) from which they are. */
export type UpcomingNotifications = ReadonlyMap<number, ReadonlySet<Concerned>>;

export interface ChangesOptions {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Those that stand in the database: this process was not there when they were announced. */
  readonly upcomingNotifications: (db: Db, nowMs: number) => Promise<UpcomingNotifications>;
}

/** All that is announced, on its way to the streams. */
export interface Changes {
  onAnnouncement(announcement: Announcement): void;
  /** Notifications of other processes arrive from now on; earlier ones may be lost. */
  onListening(): void;
  /** Ends the streams whose session is over: of these users, or of all. */
  checkSessions(users?: ReadonlySet<number>): Promise<void>;
  lookForUpcoming(): Promise<void>;
  stop(): void;
}

type Waiting = Map<number, Set<Concerned>>;

/** Takes out who has notifications that are visible by now. */
function takeVisible(waiting: Waiting, nowMs: number): Set<Concerned> {
  const visible = [...waiting].filter(([atMs]) => atMs <= nowMs);
  for (const [atMs] of visible) waiting.delete(atMs);
  return new Set(visible.flatMap(([, to]) => [...to]));
}

type Part = Pick<Platform, 'db' | 'clock'>;

/** Notifications are told at the moment from which they are visible. */
function tellWhenVisible(
  { db, clock }: Part,
  { log, upcomingNotifications }: ChangesOptions,
  tell: (to: ReadonlySet<Concerned>) => void,
) {
  const waiting: Waiting = new Map();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const visible = takeVisible(waiting, clock.ms());
    if (visible.size > 0) tell(visible);
    const [first] = [...waiting.keys()].sort((a, b) => a - b);
    if (first === undefined) return;
    timer = setTimeout(look, Math.min(first - clock.ms(), LOOK_AGAIN_MS));
    timer.unref();
  };
  const add = (more: UpcomingNotifications): void => {
    for (const [atMs, to] of more) waiting.set(atMs, new Set([...(waiting.get(atMs) ?? []), ...to]));
    look();
  };
  return {
    add,
    async find(): Promise<void> {
      try {
        add(await upcomingNotifications(db, clock.ms()));
      } catch (error) {
        log.warn({ err: error }, 'notifications that become visible could not be looked for');
      }
    },
    stop: () => clearTimeout(timer),
  };
}

const endOver =
  ({ db, clock }: Part, streams: Streams, { log }: ChangesOptions) =>
  async (users?: ReadonlySet<number>): Promise<void> => {
    const hashes = streams.tokenHashes(users);
    if (hashes.length === 0) return;
    try {
      const live = await liveTokens(db, hashes, clock.ms());
      streams.endWithTokens(new Set(hashes.filter((hash) => !live.has(hash))));
    } catch (error) {
      log.warn({ err: error }, 'whether the sessions of streams are over is asked again later');
    }
  };

export function passChangesOn(platform: Part, streams: Streams, options: ChangesOptions): Changes {
  let gathered = noAnnouncement();
  let timer: NodeJS.Timeout | undefined;
  const checkSessions = endOver(platform, streams, options);
  const upcoming = tellWhenVisible(platform, options, (notifications) =>
    streams.send({ ...noAnnouncement(), notifications }),
  );
  const send = (): void => {
    const { notifications, ...changed } = gathered;
    gathered = noAnnouncement();
    timer = undefined;
    streams.send({ ...changed, notifications: takeVisible(notifications, platform.clock.ms()) });
    upcoming.add(notifications);
  };
  const onAnnouncement = (announcement: Announcement): void => {
    if (announcement.sessions.size > 0) void checkSessions(announcement.sessions);
    mergeInto(gathered, announcement);
    timer ??= setTimeout(send, GATHER_MS);
  };
  return {
    onAnnouncement,
    onListening() {
      onAnnouncement({ ...noAnnouncement(), everything: true });
      void checkSessions();
      void upcoming.find();
    },
    checkSessions,
    lookForUpcoming: upcoming.find,
    stop() {
      clearTimeout(timer);
      upcoming.stop();
    },
  };
}
