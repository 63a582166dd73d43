import { createHash } from 'node:crypto';
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

export type Entry = { position: number; hash: string };

async function ledgerOf(trx: Trx): Promise<Entry[]> {
  await sql`create table if not exists migrations (
    position integer primary key, name text not null, hash text not null, applied_at text not null)`.execute(
    trx,
  );
  const found = await sql<Entry>`
    select position, hash from migrations order by position`.execute(trx);
  return found.rows;
}

/** On SQLite the transaction itself is the lock. */
async function waitForTurn(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
}

/** Why a database of another history than this code's is left alone; `what`: the database, or a copy by its name. */
export function historyRefusal(
  what: string,
  applied: readonly Entry[],
  engine: Engine,
  list: readonly Migration[] = migrations,
): string | undefined {
  if (applied.length > list.length)
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

/** Refuses a salon whose schema is not this code's: reading it would fail, or leave out what it does not know. */
export async function assertMigrated({ db, engine }: { db: Db; engine: Engine }): Promise<void> {
  const { rows } = await sql<Entry>`select position, hash from migrations order by position`.execute(db);
  const refusal = historyRefusal('The database', rows, engine);
  if (refusal) throw new CannotMigrate(refusal);
  if (rows.length < migrations.length)
    throw new CannotMigrate(
      'The database was made by an older Lunula than this one. Start this one once first.',
    );
}

async function apply(trx: Trx, migration: Migration, position: number, engine: Engine): Promise<void> {
  for (const statement of migration.statements(engine)) await sql.raw(statement).execute(trx);
  await sql`insert into migrations (position, name, hash, applied_at)
    values (${position}, ${migration.name}, ${hashOf(migration, engine)}, ${new Date().toISOString()})`.execute(
    trx,
  );
}

/**
 * Brings the database to this code's schema in one transaction under a lock: of two processes that start at once, one migrates
 * and the other waits. Returns how many migrations it applied.
 */
export async function migrate(
  db: Db,
  engine: Engine,
  list: readonly Migration[] = migrations,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    if (engine === 'postgres') await waitForTurn(trx);
    const applied = await ledgerOf(trx);
    const refusal = historyRefusal('The database', applied, engine, list);
    if (refusal) throw new CannotMigrate(refusal);
    for (const [position, migration] of list.entries())
      if (position >= applied.length) await apply(trx, migration, position, engine);
    return list.length - applied.length;
  });
}
