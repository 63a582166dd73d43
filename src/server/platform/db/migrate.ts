import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, migrations } from '../../../../migrations/index.ts';
import type { Engine } from './open.ts';
import type { Db, Trx } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** A startup error: printed as one line without a stack trace, exit code 1. */
export class CannotMigrate extends Error {
  override name = 'CannotMigrate';
}

export const MIGRATION_LOCK = 7_261_001; // any number that nobody else on this database uses

const hashOf = (migration: Migration, engine: Engine): string =>
  createHash('sha256').update(migration.statements(engine).join('\n')).digest('hex');

export interface Entry {
  readonly position: number;
  readonly hash: string;
  /** How many migrations code must know to work beside this one; none: nobody has said, so all of them. */
  readonly works_from?: number | null;
}
const EVERY_RELEASE = 1;

/** Looks before it changes anything: even a change that finds nothing to do would wait for a dump to end. */
const ledgerHasColumn = {
  sqlite: sql`select 1 from pragma_table_info('migrations') where name = 'works_from'`,
  postgres: sql`select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'migrations' and column_name = 'works_from'`,
};

async function ledgerOf(trx: Trx, engine: Engine): Promise<Entry[]> {
  await sql`create table if not exists migrations (
    position integer primary key, name text not null, hash text not null, applied_at text not null)`.execute(
    trx,
  );
  const { rows } = await ledgerHasColumn[engine].execute(trx);
  if (rows.length === 0) await sql`alter table migrations add column works_from integer`.execute(trx);
  const found = await sql<Entry>`
    select position, hash, works_from from migrations order by position`.execute(trx);
  return found.rows;
}

/**
 * Why a database of another history than this code's is left alone, and one that a newer release has taken something away from;
 * `what`: the database, or a copy by its name. What a newer release has only added is no hindrance: so a process of this release
 * may be restarted in the middle of an upgrade, and the whole upgrade be taken back.
 */
function historyRefusal(
  what: string,
  applied: readonly Entry[],
  engine: Engine,
  list: readonly Migration[] = migrations,
): string | undefined {
  const newer = applied.slice(list.length);
  if (newer.some(({ works_from }) => (works_from ?? Number.POSITIVE_INFINITY) > list.length))
    return `${what} was made by a newer Lunula than this one. Start the newer version.`;
  const strange = list.find((migration, position) => {
    const known = applied[position];
    return known !== undefined && known.hash !== hashOf(migration, engine);
  });
  return strange && `${what} was made by another Lunula: migration '${strange.name}' differs.`;
}

/** Will this code change the schema of a salon that is there? A new database has no salon yet; one of another history is refused. */
export async function isUpgradeDue(db: Db, engine: Engine): Promise<boolean> {
  const there = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_schema where name = 'migrations'`
    : sql`select 1 where to_regclass('migrations') is not null`
  ).execute(db);
  if (there.rows.length === 0) return false;
  const { rows } = await sql<Entry>`select position, hash from migrations order by position`.execute(db);
  const isOurs = historyRefusal('The database', rows, engine) === undefined;
  return isOurs && rows.length > 0 && rows.length < migrations.length;
}

/** Why a copy is not put back: this code's schema or an older one is what it can bring up to date, and check to the last table. */
export const copyRefusal = (what: string, applied: readonly Entry[], engine: Engine): string | undefined =>
  applied.length > migrations.length
    ? `${what} was made by a newer Lunula than this one. Start the newer version.`
    : historyRefusal(what, applied, engine);

/** Refuses a salon whose schema is not this code's: reading it would fail, or leave out what it does not know. */
export async function assertMigrated({ db, engine }: { db: Db; engine: Engine }): Promise<void> {
  const { rows } = await sql<Entry>`select position, hash from migrations order by position`.execute(db);
  const refusal = copyRefusal('The database', rows, engine);
  if (refusal) throw new CannotMigrate(refusal);
  if (rows.length < migrations.length)
    throw new CannotMigrate(
      'The database was made by an older Lunula than this one. Start this one once first.',
    );
}

async function apply(trx: Trx, migration: Migration, position: number, engine: Engine): Promise<void> {
  for (const statement of migration.statements(engine)) await sql.raw(statement).execute(trx);
  const { name, worksFrom = EVERY_RELEASE } = migration;
  await sql`insert into migrations (position, name, hash, applied_at, works_from)
    values (${position}, ${name}, ${hashOf(migration, engine)}, ${new Date().toISOString()}, ${worksFrom})`.execute(
    trx,
  );
}

/** Applies up to `atMost` of the missing migrations in one transaction. Returns how many. */
async function applyMissing(
  trx: Trx,
  engine: Engine,
  list: readonly Migration[],
  atMost: number,
): Promise<number> {
  if (engine === 'postgres') await sql.raw(`set local lock_timeout = ${TABLE_WAIT_MS}`).execute(trx);
  const applied = await ledgerOf(trx, engine);
  const refusal = historyRefusal('The database', applied, engine, list);
  if (refusal) throw new CannotMigrate(refusal);
  const missing = list.slice(applied.length, applied.length + atMost);
  for (const [n, migration] of missing.entries()) await apply(trx, migration, applied.length + n, engine);
  return missing.length;
}

/**
 * Less than a request waits for a lock: everybody who wants the table queues behind a change that waits for it. More than the
 * second after which PostgreSQL sends its own vacuum away.
 */
const TABLE_WAIT_MS = 2000;
/** Meanwhile those who have queued are served. */
const PAUSE_MS = 1000;
const GIVE_UP_AFTER_MS = 10 * 60 * 1000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A table that somebody holds, such as a dump, is waited for in short turns, between which the older processes serve. */
async function inTurns<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() > until)
        throw new CannotMigrate(
          'A table of the database has been in use for 10 minutes, by a dump or a long query. Start again when that is over.',
        );
      await wait(PAUSE_MS);
    }
  }
}

/** On PostgreSQL each migration is a transaction of its own, so that no table is held longer than one needs it. */
async function migratePostgres(db: Db, list: readonly Migration[]): Promise<number> {
  let count = 0;
  for (;;) {
    const applied = await inTurns(() => inTransaction(db, (trx) => applyMissing(trx, 'postgres', list, 1)));
    count += applied;
    if (applied === 0) return count;
  }
}

/**
 * Brings the database to this code's schema under a lock: of two processes that start at once, one migrates and the other waits.
 * An older release goes on serving beside it on PostgreSQL (docs/decisions/0016-expand-then-contract.md). Returns how many
 * migrations it applied.
 */
export function migrate(db: Db, engine: Engine, list: readonly Migration[] = migrations): Promise<number> {
  if (engine === 'sqlite') return inTransaction(db, (trx) => applyMissing(trx, engine, list, list.length));
  return db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(one);
    try {
      return await migratePostgres(one, list);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(one);
    }
  });
}
