import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { isChangingPassword, profileRefusal } from '#salon/accounts.ts';
import { orEmailTaken } from '../clients/email-taken.ts';
import { personColumns } from '../clients/person-columns.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';
import { type Caller, endSessionsOf, startSession } from '../platform/sessions/sessions.ts';
import { checkOwnPassword } from './check-password.ts';
import { endResetLinks } from './forgotten/reset-links.ts';
import { ownProfile } from './profile.ts';
import { isSameAccount } from './same-account.ts';

type Given = ReceivedBody<'PUT /auth/me'> & { address: string };
type Saved = CallAnswer<'PUT /auth/me'>;

/**
 * Saves the profile, always with the old password. A new password ends every session and starts a fresh one, whose token the
 * answer carries; otherwise the token stays. spec.md §5, behaviour.md §7
 */
export async function editProfile(context: Context<Caller>, given: Given): Promise<Saved> {
  const { db, now, who, passwords } = context;
  refuseIf(profileRefusal(given));
  if (given.name === '' || given.email === '') refuse('required_fields_missing');
  const checked = await checkOwnPassword(context, given.old_password, given.address);
  const isNewPassword = isChangingPassword(given);
  const password_hash = isNewPassword ? await passwords.hash(given.new_password ?? '') : undefined;
  const saving = inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, checked))) refuse('login_required');
    const profile = await saveProfile(trx, who.id, given, password_hash);
    if (isNewPassword || profile.email !== who.email) await endResetLinks(trx, who.id);
    if (!isNewPassword) return { profile, token: null };
    await endSessionsOf(trx, who.id);
    return { profile, token: await startSession(trx, who.id, now.ms) };
  });
  const { profile, token } = await orEmailTaken(saving);
  return { ...profile, token, user: { role: profile.role, name: profile.name, email: profile.email } };
}

async function saveProfile(trx: Trx, id: number, given: Given, password_hash: string | undefined) {
  const before = await ownProfile(trx, id);
  const after = {
    name: given.name ?? before.name,
    email: given.email ?? before.email,
    phone: given.phone === undefined ? before.phone : given.phone,
    city: given.city === undefined ? before.city : given.city,
  };
  await trx
    .updateTable('users')
    .set({
      ...personColumns(after),
      mail_on: given.mail_on ?? before.mail_on,
      ...(password_hash && { password_hash }),
    })
    .where('id', '=', id)
    .execute();
  return ownProfile(trx, id);
}
