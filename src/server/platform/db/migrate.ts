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

type Entry = { position: number; hash: string };

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

/** A database of another history than this code's is left alone. */
function refuseStrange(applied: readonly Entry[], list: readonly Migration[], engine: Engine): void {
  if (applied.length > list.length) {
    throw new CannotMigrate(
      'The database was made by a newer Lunula than this one. Start the newer version.',
    );
  }
  const strange = list.find((migration, position) => {
    const known = applied[position];
    return known !== undefined && known.hash !== hashOf(migration, engine);
  });
  if (strange) {
    throw new CannotMigrate(`The database was made by another Lunula: migration '${strange.name}' differs.`);
  }
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
    refuseStrange(applied, list, engine);
    for (const [position, migration] of list.entries())
      if (position >= applied.length) await apply(trx, migration, position, engine);
    return list.length - applied.length;
  });
}
