import type { WallDate } from '#salon/salon-time.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { beginAnew, lockAppointments } from './lock-appointment.ts';

interface Also {
  readonly days?: readonly WallDate[];
  /** Who is to get an appointment. */
  readonly clients?: readonly (number | null | undefined)[];
}

export interface LockedWithClients {
  readonly rows: readonly AppointmentRow[];
  /** Was the account deleted of the client who is, or would be, on it? Also true of an id that no client has. */
  isGone(row: { readonly client_id: number | null }): boolean;
}

/** These clients stay, or stay gone, until the transaction ends: whether each of them is there. */
export async function lockClients(
  trx: Trx,
  given: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, boolean>> {
  const ids = given.filter((id) => id !== null && id !== undefined);
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('role', '=', 'CLIENT')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();
  const there = new Set(found.map(({ id }) => id));
  return new Map(ids.map((id) => [id, there.has(id)]));
}

/**
 * Locks the clients of these appointments, then their days and rows, in the order of booking: while an appointment of hers is
 * being changed, nobody deletes her account, which must find no booking ahead and every text about her.
 */
export async function lockWithClients(
  trx: Trx,
  ids: readonly number[],
  { days = [], clients: others = [] }: Also = {},
): Promise<LockedWithClients> {
  const seen = await trx.selectFrom('appointments').select('client_id').where('id', 'in', ids).execute();
  const clients = await lockClients(trx, [...seen.map(({ client_id }) => client_id), ...others]);
  const rows = await lockAppointments(trx, ids, days);
  const isWhole = rows.every(({ client_id }) => client_id === null || clients.has(client_id));
  if (!isWhole) beginAnew();
  return { rows, isGone: ({ client_id }) => client_id !== null && clients.get(client_id) === false };
}
