import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';

/** Deletes a service; appointments keep its copied name and price. behaviour.md §6 */
export async function deleteService({ db }: Context, id: number): Promise<undefined> {
  const gone = await db.deleteFrom('services').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) refuse('not_found');
  return undefined;
}
