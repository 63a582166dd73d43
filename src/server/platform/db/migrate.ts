import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { wallTimeAt } from '#domain/wall-clock.ts';
import { migrations } from '../../../../migrations/index.ts';
import { type Migration, type StepContext, statementsOf } from '../../../../migrations/migration.ts';
import type { Engine } from './open.ts';
import type { Db, Trx } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** A startup error: printed as one line without a stack trace, exit code 1. */
export class CannotMigrate extends Error {
  override name = 'CannotMigrate';
}

export const MIGRATION_LOCK = 7_261_001; // an advisory lock number, unique within the database

const hashOf = (migration: Migration, engine: Engine): string =>
  createHash('sha256')
    .update([...statementsOf(migration, engine), ...(migration.step ? [migration.step.hash] : [])].join('\n'))
    .digest('hex');

export interface AppliedMigration {
  readonly position: number;
  readonly hash: string;
  /** An older release still works after this migration if it contains at least this number of migrations; null: no older release works. */
  readonly works_from?: number | null;
}
const EVERY_RELEASE = 1;

/** Queries that find out whether the column `works_from` exists. `alter table … if not exists` would wait for a running dump even if the column exists. */
const hasWorksFrom = {
  sqlite: sql`select 1 from pragma_table_info('migrations') where name = 'works_from'`,
  postgres: sql`select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'migrations' and column_name = 'works_from'`,
};

async function appliedMigrations(trx: Trx, engine: Engine): Promise<AppliedMigration[]> {
  await sql`create table if not exists migrations (
    position integer primary key, name text not null, hash text not null, applied_at text not null)`.execute(
    trx,
  );
  const { rows } = await hasWorksFrom[engine].execute(trx);
  if (rows.length === 0) await sql`alter table migrations add column works_from integer`.execute(trx);
  const found = await sql<AppliedMigration>`
    select position, hash, works_from from migrations order by position`.execute(trx);
  return found.rows;
}

/** Refuses a database whose migrations differ from this code's. Accepts a newer release's migrations if this release works with them. */
function historyRefusal(
  name: string,
  applied: readonly AppliedMigration[],
  engine: Engine,
  list: readonly Migration[] = migrations,
): string | undefined {
  const newer = applied.slice(list.length);
  if (newer.some(({ works_from }) => (works_from ?? Number.POSITIVE_INFINITY) > list.length))
    return `${name} was made by a newer Lunula than this one. Start the newer version.`;
  const different = list.find((migration, position) => {
    const known = applied[position];
    return known !== undefined && known.hash !== hashOf(migration, engine);
  });
  return different && `${name} was made by another Lunula: migration '${different.name}' differs.`;
}

async function recordedMigrations(db: Db): Promise<readonly AppliedMigration[]> {
  const query = sql<AppliedMigration>`select position, hash from migrations order by position`;
  return (await query.execute(db)).rows;
}

/** The migrations that an existing salon needs. None for a new database, and for a database that `migrate` would refuse. */
export async function missingMigrations(db: Db, engine: Engine): Promise<readonly Migration[]> {
  const ledger = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_schema where name = 'migrations'`
    : sql`select 1 where to_regclass('migrations') is not null`
  ).execute(db);
  if (ledger.rows.length === 0) return [];
  const rows = await recordedMigrations(db);
  const isOurs = historyRefusal('The database', rows, engine) === undefined;
  return isOurs && rows.length > 0 ? migrations.slice(rows.length) : [];
}

/** Refuses a backup with migrations of a newer release, whose tables this code cannot check, or with different migrations. */
export const backupRefusal = (name: string, applied: readonly AppliedMigration[], engine: Engine) =>
  applied.length > migrations.length
    ? `${name} was made by a newer Lunula than this one. Start the newer version.`
    : historyRefusal(name, applied, engine);

/** Throws unless the database has exactly this code's schema: an export would fail or leave out unknown columns. */
export async function assertMigrated({ db, engine }: { db: Db; engine: Engine }): Promise<void> {
  const rows = await recordedMigrations(db);
  const refusal = backupRefusal('The database', rows, engine);
  if (refusal) throw new CannotMigrate(refusal);
  if (rows.length < migrations.length)
    throw new CannotMigrate(
      'The database was made by an older Lunula than this one. Start this one once first.',
    );
}

async function runAll(trx: Trx, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

/** What the step of a migration may do with the database. */
function stepContext(trx: Trx, { engine, timeZone }: Target): StepContext {
  const execute = async <Row>(statement: string, parameters: readonly unknown[] = []) => {
    let n = 0;
    const text = engine === 'sqlite' ? statement : statement.replace(/\?/g, () => `$${++n}`);
    return (await trx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
  };
  return {
    engine,
    read: execute,
    run: async (statement, parameters) => void (await execute(statement, parameters)),
    continueIds: async (table) => {
      if (engine === 'postgres')
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
          from ${sql.table(table)}`.execute(trx);
    },
    wallTimeAt: (ms) => wallTimeAt(ms, timeZone),
  };
}

/** The database to migrate, and the time zone of its salon, in which its wall-clock times are. */
export interface Target {
  readonly engine: Engine;
  readonly timeZone: string;
}

async function apply(trx: Trx, migration: Migration, position: number, target: Target): Promise<void> {
  const { engine } = target;
  await runAll(trx, migration.statements(engine));
  if (migration.step) {
    await migration.step.run(stepContext(trx, target));
    await runAll(trx, migration.step.after(engine));
  }
  const { name, worksFrom = EVERY_RELEASE } = migration;
  await sql`insert into migrations (position, name, hash, applied_at, works_from)
    values (${position}, ${name}, ${hashOf(migration, engine)}, ${new Date().toISOString()}, ${worksFrom})`.execute(
    trx,
  );
}

/** Applies up to `most` missing migrations in one transaction. Returns their number. */
async function applyMissing(trx: Trx, target: Target, list: readonly Migration[], most: number) {
  const { engine } = target;
  if (engine === 'postgres') await sql.raw(`set local lock_timeout = ${TABLE_WAIT_MS}`).execute(trx);
  const applied = await appliedMigrations(trx, engine);
  const refusal = historyRefusal('The database', applied, engine, list);
  if (refusal) throw new CannotMigrate(refusal);
  const missing = list.slice(applied.length, applied.length + most);
  for (const [n, migration] of missing.entries()) await apply(trx, migration, applied.length + n, target);
  return missing.length;
}

/** The lock timeout of a migration: shorter than the lock timeout of requests that wait behind it, longer than PostgreSQL needs to cancel an autovacuum (1 s). */
const TABLE_WAIT_MS = 2000;

/** The pause between attempts to lock the table. Requests that waited behind an attempt run in this pause. */
const PAUSE_MS = 1000;
const GIVE_UP_AFTER_MS = 10 * 60 * 1000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Retries while a dump or a long query locks a table. Between two attempts, processes of the older release can serve requests. */
async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() > until)
        throw new CannotMigrate(
          'A table of the database has been in use for 10 minutes, by a dump or a long query. Start again when it has finished.',
        );
      await wait(PAUSE_MS);
    }
  }
}

/** Runs each migration in its own transaction, so that its locks are released before the next one. */
async function migratePostgres(db: Db, target: Target, list: readonly Migration[]): Promise<number> {
  let count = 0;
  for (;;) {
    const applied = await retryLocked(() => inTransaction(db, (trx) => applyMissing(trx, target, list, 1)));
    count += applied;
    if (applied === 0) return count;
  }
}

/** Runs all migrations in one transaction, with foreign keys off: if a migration rebuilds a table, dropping the old table would delete rows that refer to it. */
async function migrateSqlite(db: Db, target: Target, list: readonly Migration[]): Promise<number> {
  await sql`pragma foreign_keys = off`.execute(db); // runs before the transaction, because this pragma has no effect inside a transaction (docs/engines.md §7)
  try {
    return await inTransaction(db, async (trx) => {
      const count = await applyMissing(trx, target, list, list.length);
      const { rows } = count === 0 ? { rows: [] } : await sql`pragma foreign_key_check`.execute(trx);
      if (rows.length > 0) throw new Error(`foreign keys are violated: ${JSON.stringify(rows.slice(0, 5))}`);
      return count;
    });
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}

/** Runs the missing migrations; returns their number. On PostgreSQL an older release may run meanwhile (docs/decisions/0016-expand-then-contract.md). */
export function migrate(db: Db, target: Target, list: readonly Migration[] = migrations): Promise<number> {
  if (target.engine === 'sqlite') return migrateSqlite(db, target, list);
  return db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(one);
    try {
      return await migratePostgres(one, target, list);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(one);
    }
  });
}
