import { RESET_LINK_MINUTES } from '#salon/limits.ts';
import { lockRows } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { hashToken, makeToken } from '../../platform/sessions/tokens.ts';
import { pagesAddress } from '../addresses.ts';
import type { Letter, NotSent, Waiting } from './letter.ts';
import { greeting, type Recipient, salonFooter } from './people.ts';

const LINK_MS = RESET_LINK_MINUTES * 60 * 1000;

/**
 * Her address and the link that goes there are of one moment: who replaces the address waits, and then ends the link. The
 * switch for mails does not hold here: she asked for it.
 */
async function withLink(
  trx: Trx,
  userId: number,
  link: { token_hash: string; expires_at: number },
): Promise<Recipient | undefined> {
  const user = await trx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (!user?.email) return undefined;
  await trx
    .insertInto('reset_links')
    .values({ ...link, user_id: userId })
    .execute();
  return { name: user.name, address: user.email };
}

/**
 * The mail with a link to a new password. The token is made now, stored as a hash, and travels behind a #, which browsers
 * send to no server.
 */
export async function resetLetter({ db, config, now, userId }: Waiting<unknown>): Promise<Letter | NotSent> {
  if (userId === null) return 'nobody';
  const token = makeToken();
  const link = { token_hash: hashToken(token), expires_at: now.ms + LINK_MS };
  const to = await inTransaction(db, (trx) => withLink(trx, userId, link));
  if (!to) return 'nobody';
  return {
    to,
    subject: 'Nova lozinka',
    sentences: [
      greeting(to),
      `Zatražili ste novu lozinku. Link važi ${RESET_LINK_MINUTES} minuta i može se upotrebiti jednom.`,
      'Ako niste vi, zanemarite ovu poruku: lozinka ostaje ista.',
    ],
    facts: [],
    link: { label: 'Izaberi novu lozinku', url: `${pagesAddress(config)}/reset#token=${token}` },
    footer: salonFooter(config),
  };
}
