import type { ParsedQuery } from '#contract/index.ts';
import type { Waiting } from '#contract/waitlist.ts';
import type { UserId, WaitId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { momentText } from '../platform/clock.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { type AffectedUser, publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';

/** Who waits for these days, both included, by day and time of joining; also a client who can't log in. docs/spec/behaviour.md §5.15 */
export async function waitingFrom(
  { db, clock, setTotal }: ListContext,
  { from, to, limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /waitlist'>,
): Promise<Waiting[]> {
  if (to < from) refuse('range_reversed');
  const list = db
    .selectFrom('waitlist_entries')
    .leftJoin('users', 'users.id', 'waitlist_entries.client_id')
    .select([
      'waitlist_entries.id',
      'day',
      'client_id',
      'guest_name',
      'guest_phone',
      'users.name',
      'users.phone',
      'waitlist_entries.created_at',
    ])
    .where('day', '>=', from)
    .where('day', '<=', to);
  const rows = await list
    .orderBy('day')
    .orderBy('waitlist_entries.created_at')
    .orderBy('waitlist_entries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map(({ id, day, client_id, guest_name, guest_phone, name, phone, created_at }) => ({
    id,
    day,
    client_id,
    name: name ?? guest_name ?? NAMELESS_GUEST,
    phone: client_id === null ? guest_phone : phone,
    created_at: momentText(created_at, clock),
  }));
}

/** Takes somebody off the list: who was served by a call, or does not want to wait any more. */
export function removeWaiting({ db }: RequestContext, id: WaitId): Promise<undefined> {
  return inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('waitlist_entries')
      .where('id', '=', id)
      .returning('client_id')
      .executeTakeFirst();
    if (!gone) refuse('not_found');
    publishOnCommit(trx, { appointments: affectedBy(gone) });
    return undefined;
  });
}

/** Users who see an entry of the waiting list: the owner, and the client who waits. */
export const affectedBy = ({ client_id }: { readonly client_id: UserId | null }): AffectedUser[] =>
  client_id === null ? ['ADMIN'] : ['ADMIN', client_id];
