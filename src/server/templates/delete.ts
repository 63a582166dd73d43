import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';

/** Deletes a template; slots made from it stay. */
export async function deleteTemplate({ db }: Context, id: number): Promise<undefined> {
  const gone = await db.deleteFrom('templates').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) refuse('not_found');
  return undefined;
}
