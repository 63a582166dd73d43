import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureAdmin } from './accounts/admin-account.ts';
import { makeApp } from './app.ts';
import { forgetGuests } from './appointments/forget-guests.ts';
import { endHolds } from './appointments/holds.ts';
import { deleteRowlessBookings, forgetOutdatedNetworks } from './appointments/outdated.ts';
import { backUpBeforeUpgrade, scheduleBackups } from './backups/backups.ts';
import { deleteOutdatedGuestLinks } from './guest-links/guest-links.ts';
import { startMailWorker } from './mail/channel.ts';
import { remindClients } from './notifications/reminders.ts';
import type { RenderPage } from './pages/rendered-pages.ts';
import { deleteOutdatedPictures, sweepPictureFiles } from './pictures/pictures.ts';
import { forgetRegistrations } from './platform/auth/counted-acts.ts';
import { makePasswords } from './platform/auth/passwords.ts';
import { ensureHashKey } from './platform/auth/secrets.ts';
import { withUpgradeLock } from './platform/backups/postgres-locks.ts';
import { readClock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { migrate, missingMigrations } from './platform/db/migrate.ts';
import {
  CannotOpen,
  connectFirst,
  NO_LIMITS,
  type OpenDatabase,
  openDatabase,
  openPostgres,
} from './platform/db/open.ts';
import { openToOthersWarning } from './platform/db/salon-directory.ts';
import type { Platform } from './platform/http/request.ts';
import { forEachIsolated, type Job, startJobs, startWaking, type Woken } from './platform/jobs/jobs.ts';
import { DELETE_OLD_ROWS, type DeleteOutdated, makeClockGuard } from './platform/jobs/retention.ts';
import { makeLog } from './platform/log.ts';
import { makeFolder } from './platform/pictures/files.ts';
import { startPushWorker } from './push/channel.ts';
import { queueOwnerMorning } from './push/push.ts';
import { ensurePushKeys } from './push/subscriptions.ts';
import { dueMessages } from './rhythm/due-messages.ts';
import { sameTimeAgain } from './rhythm/rhythm.ts';
import { currentSettings } from './settings/settings.ts';
import { startSmsWorker } from './sms/channel.ts';
import { startupMessage } from './startup-messages.ts';
import { deleteOutdatedWaits } from './waitlist/waitlist.ts';
import { deleteOutdatedGeneratedDays, makeWeeksAhead } from './week-templates/week-templates.ts';

const STOP_WITHIN_MS = 4500;
const CUT_REQUESTS_AFTER_MS = 3000;

/** Closes the app: accepts all pending connections, finishes running requests, and disconnects slow clients. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), CUT_REQUESTS_AFTER_MS);
  await idleTurn();
  await new Promise<void>((resolve) => app.server.close(() => resolve()));
  await app.close();
  clearTimeout(cutting);
}

const QUIET_MS = 0.05; // a shorter turn of the event loop is idle: an idle turn takes about 0.005 ms, a turn that handles a request takes more than 0.05 ms
const MOST_TURNS = 1000;

/** Resolves after an idle turn of the event loop, when all pending connections are accepted: closing the socket earlier would reset them. */
async function idleTurn(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const began = performance.now();
    await turn();
    if (performance.now() - began < QUIET_MS) return;
  }
}

/** SIGTERM (from a service manager) stops the server after `stopDelayMs`; SIGINT (Ctrl+C) stops it at once. docs/spec/behaviour.md §1.2 */
function stopOnSignal(app: FastifyInstance, { stopDelayMs }: Config, log: Logger, stop: () => Promise<void>) {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      log.error('shutdown did not finish in time; exiting');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed; exiting');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: string): void => {
    if (!app.shutdown.hasBegun()) log.info({ signal }, 'stopping');
    app.shutdown.begin();
    if (signal === 'SIGINT' || stopDelayMs === 0) close();
    else setTimeout(close, stopDelayMs);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

const PAGES = join(import.meta.dirname, '../../dist/web');
const RENDERER = join(import.meta.dirname, '../../dist/render/render.js');
const JOBS_EVERY_MS = 30_000;

export async function startServer(config: Config): Promise<void> {
  const log = makeLog(config.logLevel);
  const database = openDatabase(config, (error) =>
    log.warn({ err: error }, 'lost an idle database connection; the next query reconnects'),
  );
  try {
    await openSalon(config, database, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openSalon(config: Config, database: OpenDatabase, log: Logger): Promise<void> {
  const warning = database.engine === 'sqlite' ? openToOthersWarning(config.dataDirectory) : undefined;
  if (warning) log.warn(warning);
  await migrateFirst(config, database, log);
  const clock = systemClock(config.timeZone);
  const platform = { db: database.db, clock, config, passwords: makePasswords() };
  await makeFolder(database.db, config, clock.ms());
  const app = await makeApp(platform, { log, pagesDirectory: PAGES, renderPage });
  const sender = { ...platform, log };
  const workers = [startMailWorker(sender), startPushWorker(sender), startSmsWorker(sender)].filter(
    (worker) => worker !== undefined,
  );
  wakeAfterChanges(app, workers);
  const weeks = startWaking(weeksAhead(platform), log);
  wakeWeeksAfterChanges(app, weeks);
  const letRequestsIn = holdRequestsUntilReady(app);
  const address = await listenAt(app, config);
  // creates the account after listening: a failed start must not leave an account whose generated password was never printed
  const firstLogin = await ensureAdmin(platform);
  await ensurePushKeys(platform.db, clock.ms());
  await ensureHashKey(platform.db, clock.ms());
  const backups = scheduleBackups(platform, log);
  const recurring = startJobs([...jobsOf(platform, workers), backups.job], JOBS_EVERY_MS, log);
  stopOnSignal(app, config, log, async () => {
    const working = [recurring, backups, ...workers, weeks];
    await Promise.all([closeApp(app), ...working.map((work) => work.stop())]);
    await database.close();
  });
  const { salon_name: salonName, sms } = await currentSettings(platform.db, config);
  const isSmsOn = sms === 1;
  const start = { address, config, engine: database.engine, salonName, firstLogin, isSmsOn };
  process.stdout.write(startupMessage(start));
  letRequestsIn();
  warnOfSettings(config, log);
}

function warnOfSettings({ rateLimit, trustProxy }: Config, log: Logger): void {
  if (!rateLimit) log.warn('RATE_LIMIT=off: passwords can be guessed without a limit; for load tests only');
  if (trustProxy === true)
    log.warn(
      'TRUST_PROXY=true: clients can pretend to have any address, so limits per address have no effect. Set the address of the proxy instead.',
    );
}

/** The renderer of the built pages. Imported by the first request for a page, not at the start, so that the start is fast. */
const renderPage: RenderPage = async (...page) =>
  (await import(pathToFileURL(RENDERER).href)).renderPage(...page);

/** Delays requests until the owner's account exists: otherwise anybody could register with the owner's email address. */
function holdRequestsUntilReady(app: FastifyInstance): () => void {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isReady) done();
    else ready.promise.then(() => done());
  });
  return () => {
    isReady = true;
    ready.resolve();
  };
}

/** Runs the migrations. On PostgreSQL it uses a connection without timeouts: a migration or the wait for its lock may take long. */
async function migrateFirst(config: Config, database: OpenDatabase, log: Logger): Promise<void> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) {
    await backUpBeforeUpgrade(config, database, Date.now(), log);
    await migrate(database.db, { engine: database.engine, timeZone: config.timeZone });
    return;
  }
  const onLost = (error: Error) => log.warn({ err: error }, 'lost the database connection of the migrations');
  const connection = openPostgres(databaseUrl, onLost, NO_LIMITS);
  try {
    await connectFirst(connection);
    await withUpgradeLock(databaseUrl, async () => {
      await backUpBeforeUpgrade(config, connection, Date.now(), log);
      const missing = await missingMigrations(connection.db, connection.engine);
      if (missing.some(({ worksFrom }) => worksFrom !== undefined))
        log.warn(
          'this upgrade removes tables or columns that older releases use: stop all older processes of this salon now, because their writes fail',
        );
      await migrate(connection.db, { engine: connection.engine, timeZone: config.timeZone });
    });
  } finally {
    await connection.close();
  }
}

function wakeAfterChanges(app: FastifyInstance, workers: readonly Woken[]): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET') for (const { wake } of workers) wake();
    done();
  });
}

const MAKES_WEEKS = /^\/api\/(settings|templates|annual)\b/;

function wakeWeeksAfterChanges(app: FastifyInstance, weeks: { wake(): void }): void {
  app.addHook('onResponse', ({ method, url }, { statusCode }, done) => {
    if (method !== 'GET' && statusCode < 300 && MAKES_WEEKS.test(url)) weeks.wake();
    done();
  });
}

const reasons = ({ host, port }: Config): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Port ${port} is already in use. Stop what uses it, or set PORT.`,
  EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
  ENOTFOUND: `HOST ${host} is no address of this machine.`,
  EAI_AGAIN: `HOST ${host} is no address of this machine.`,
});

/** Files that the server needs besides connections: the database, logs, pages. */
const RESERVED_FILES = 100;

/** Accepts fewer connections than the process may open files, so that it can always open one of its own. */
async function limitConnections({ server, log }: FastifyInstance): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => ''); // only Linux has this file
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  if (!most) return;
  server.maxConnections = Math.max(RESERVED_FILES, most - RESERVED_FILES);
  log.info({ maxConnections: server.maxConnections }, 'limited the number of connections');
}

async function listenAt(app: FastifyInstance, config: Config): Promise<string> {
  await limitConnections(app);
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    config.port = Number(new URL(address).port); // replaces PORT=0 by the assigned port, which links in mails need
    return address;
  } catch (error) {
    const reason = reasons(config)[(error as { code?: string }).code ?? ''];
    throw reason === undefined ? error : new CannotOpen(reason, { cause: error });
  }
}

/** The functions that delete outdated rows. docs/spec/behaviour.md §10 */
const OUTDATED: readonly DeleteOutdated[] = [
  ...DELETE_OLD_ROWS,
  forgetOutdatedNetworks,
  forgetRegistrations,
  deleteOutdatedWaits,
  deleteOutdatedGuestLinks,
  deleteOutdatedGeneratedDays,
  deleteRowlessBookings,
  forgetGuests,
  deleteOutdatedPictures,
  sweepPictureFiles,
];

export async function deleteOutdatedRows(
  { db, clock, config }: Platform,
  outdated: readonly DeleteOutdated[] = OUTDATED,
): Promise<void> {
  const now = readClock(clock);
  await forEachIsolated(outdated, (deleteOutdated) => deleteOutdated(db, now, config));
}

/** Jobs that do nothing while the clock is not trusted: a wrong one would delete, cancel and write too early. The first job checks the clock for all. docs/spec/behaviour.md §10.2 */
function guardedByClock(platform: Platform, jobs: readonly Job[]): Job[] {
  const isClockTrusted = makeClockGuard();
  let isTrusted = false;
  const check: Job = {
    name: 'check the clock',
    async run() {
      isTrusted = false;
      isTrusted = await isClockTrusted(platform.db, readClock(platform.clock));
    },
  };
  return [
    check,
    ...jobs.map(({ name, run }) => ({ name, run: async () => (isTrusted ? run() : undefined) })),
  ];
}

const weeksAhead = (platform: Platform): Job => ({
  name: 'make weeks ahead',
  run: () => makeWeeksAhead(platform),
});

export const jobsOf = (platform: Platform, workers: readonly Pick<Woken, 'wake'>[]): Job[] => [
  ...guardedByClock(platform, [
    { name: 'clear outdated rows', run: () => deleteOutdatedRows(platform) },
    {
      name: 'remind clients',
      run: () => remindClients(platform, (booking) => sameTimeAgain(platform, booking)),
    },
    { name: 'write to clients who are due', run: dueMessages(platform) },
    { name: 'end unpaid deposits and unanswered requests', run: () => endHolds(platform) },
    { name: 'push the owner’s morning', run: () => queueOwnerMorning(platform) },
  ]),
  weeksAhead(platform),
  {
    name: 'wake the outbox workers', // does not await the workers: a slow mail or push server must not delay the other jobs
    async run() {
      for (const { wake } of workers) wake();
    },
  },
];
