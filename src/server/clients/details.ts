import type { ClientDetails } from '#contract/users.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { asClient, clientById, historyOf } from './queries.ts';

/** One client for the dialog 'Klijent', with her history counted. */
export async function clientDetailsOf({ db, clock, now }: Context, id: number): Promise<ClientDetails> {
  const found = (await clientById(db, id)) ?? refuse('not_found');
  const { email_key, password_hash, ...row } = found;
  return {
    ...asClient(row, clock),
    ...(await historyOf(db, id, now)),
    has_login: email_key !== null && password_hash !== null ? 1 : 0,
  };
}
