import type { Service } from '#contract/services.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

const COLUMNS = ['id', 'name', 'duration_minutes', 'price'] as const;

/** All services in the salon's own order. */
export const priceList = (db: Db | Trx): Promise<Service[]> =>
  db.selectFrom('services').select(COLUMNS).orderBy('position').orderBy('id').execute();

/** Stays as it is until the transaction ends: two edits of one service come one after the other. */
export const lockService = (trx: Trx, id: number): Promise<Service | undefined> =>
  trx.selectFrom('services').select(COLUMNS).where('id', '=', id).$call(lockRows(trx)).executeTakeFirst();
