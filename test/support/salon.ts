import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { EndpointName, ResponseBody } from '../../src/contract/index.ts';
import { toId, type UserId } from '../../src/domain/ids.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { makeApp } from '../../src/server/app.ts';
import type { RenderPage } from '../../src/server/pages/rendered-pages.ts';
import { makePasswords, type Passwords } from '../../src/server/platform/auth/passwords.ts';
import { ensureHashKey } from '../../src/server/platform/auth/secrets.ts';
import { startSession } from '../../src/server/platform/auth/sessions.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { Engine, OpenDatabase } from '../../src/server/platform/db/open.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import type { Timeouts } from '../../src/server/platform/http/hardening.ts';
import type { Platform } from '../../src/server/platform/http/request.ts';
import { ensurePushKeys } from '../../src/server/push/subscriptions.ts';
import { type RequestInput, request } from '../../src/web/lib/api.ts';
import { freshDatabase, type PlacedDatabase } from './databases/databases.ts';
import { fetchFrom } from './in-process-fetch.ts';
import { clockAt, type TestClock } from './wall-clock.ts';

/** The web's typed request function, which here calls the server in process with one person's token. It throws the web's ApiError. */
export type CallAs = <N extends EndpointName>(
  name: N,
  ...input: Record<never, never> extends RequestInput<N> ? [RequestInput<N>?] : [RequestInput<N>]
) => Promise<ResponseBody<N>>;

/** A user of the salon; `token` is null for a visitor. */
export interface Person {
  readonly id: UserId;
  readonly token: string | null;
  readonly call: CallAs;
}

export interface Salon {
  readonly engine: Engine;
  readonly db: Db;
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly passwords: Passwords;
  readonly platform: Platform;
  readonly admin: Person;
  readonly visitor: Person;
  /** Returns a user (if `token` is given) or a visitor whose requests come from this IP address. The requests of all other users come from loopback. */
  from(address: string, token?: string | null): Person;
  as(token: string | null, id?: UserId): Person;
  /** Starts a session of an existing user. */
  loggedIn(userId: UserId): Promise<Person>;
  /** All log lines so far. */
  log(): string;
  close(): Promise<void>;
}

/** The salon's time at the start of each test. It is a Tuesday, and the design's pictures show this day. */
export const NOW: WallTime = '2026-11-17 11:20:00';
export const ADMIN = { email: 'admin@salon.local', password: 'tajna-lozinka' };
const CHEAP = { memoryKiB: 64, passes: 1 };

export interface SalonOptions {
  readonly now?: WallTime;
  /** Uses real, expensive password hashes, for tests that measure their time. */
  readonly realPasswords?: true;
  /** Settings as environment variables. RATE_LIMIT is off by default. */
  readonly settings?: Record<string, string>;
  readonly database?: OpenDatabase;
  /** The folder of the built pages; by default there are no pages. */
  readonly pagesDirectory?: string;
  /** Renders the public pages. Without this function, the server renders no page. */
  readonly renderPage?: RenderPage;
  readonly timeouts?: Timeouts;
}

/** Opens a salon in this process. It is empty except for the admin, and its clock is stopped at NOW. */
export async function openSalon(engine: Engine, options: SalonOptions = {}): Promise<Salon> {
  const database: OpenDatabase & Partial<PlacedDatabase> = options.database ?? (await freshDatabase(engine));
  const config = readConfig({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT: 'off',
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    ...database.settings,
    ...options.settings,
  });
  const clock = clockAt(options.now ?? NOW, config.timeZone);
  const passwords = makePasswords(options.realPasswords ? undefined : CHEAP);
  const platform: Platform = { db: database.db, clock, config, passwords };
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  await ensureAdmin(platform);
  await ensurePushKeys(database.db, clock.ms());
  await ensureHashKey(database.db, clock.ms());
  const { pagesDirectory = '/nowhere', renderPage, timeouts } = options;
  const app = await makeApp(platform, {
    log,
    pagesDirectory,
    renderPage,
    checkResponses: true,
    ...(timeouts && { timeouts }),
  });
  await app.ready();
  if (engine === 'sqlite') forbidOutsideWaits(database.db);
  const as = (token: string | null, id = toId<UserId>(0), address?: string): Person => {
    const fetch = fetchFrom(app, token, address);
    return {
      id,
      token,
      call: ((name: string, input: object = {}) =>
        (request as CallLoosely)(name, input, fetch)) as unknown as CallAs,
    };
  };
  const loggedIn = async (userId: UserId) => as(await startSession(database.db, userId, clock.ms()), userId);
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();
  return {
    engine,
    db: database.db,
    app,
    clock,
    passwords,
    platform,
    admin: await loggedIn(id),
    visitor: as(null),
    from: (address, token = null) => as(token, toId<UserId>(0), address),
    as,
    loggedIn,
    log: () => lines.join(''),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/**
 * Makes `inTransaction` fail on SQLite if the work awaits anything but its own queries. These queries never yield to the event loop, so a
 * transaction that is still open in the next turn has awaited something else. A test may hold its own transaction open.
 */
function forbidOutsideWaits(db: Db): void {
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    if (!new Error().stack?.includes('server/platform/db/transaction.ts')) return builder;
    builder.execute = (work) =>
      execute(async (trx) => {
        let hasWaited = false;
        const watch = setImmediate(() => {
          hasWaited = true;
        });
        const result = await work(trx).finally(() => clearImmediate(watch));
        if (hasWaited) throw new Error('a transaction waited for something other than its own queries');
        return result;
      });
    return builder;
  };
}

type CallLoosely = (name: string, input: object, fetch: typeof globalThis.fetch) => Promise<unknown>;
