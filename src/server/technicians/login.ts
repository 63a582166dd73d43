import { emailKey } from '#domain/accounts.ts';
import type { TechnicianId, UserId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { endSessionsOf } from '../platform/auth/sessions.ts';
import type { Trx } from '../platform/db/schema.ts';
import { lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';

interface Login {
  /** The email of the technician's login. Undefined: unchanged; null: no login. */
  readonly email?: string | null | undefined;
  readonly password_hash: string | undefined;
}

/**
 * Creates or changes the account of a technician who was just saved. Removing the login keeps the account, without address and password,
 * because bookings and the history refer to it. A changed login or a deactivation ends her sessions. docs/spec/behaviour.md §16.10
 */
export async function saveLogin(
  trx: Trx,
  { now }: Pick<RequestContext, 'now'>,
  id: TechnicianId,
  { email, password_hash }: Login,
): Promise<void> {
  const { name, is_active, user_id } = await trx
    .selectFrom('technicians')
    .select(['name', 'is_active', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = await trx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'active'])
    .where('id', '=', user_id)
    .$call(lockRows(trx))
    .executeTakeFirst();
  const address = email === undefined ? (before?.email ?? null) : email;
  if (address === null && password_hash !== undefined)
    refuse('bad_input', { fields: { email: 'Unesite email adresu.' } });
  if (address !== null && id === OWNERS_TECHNICIAN)
    refuse('bad_input', { fields: { email: 'Vlasnica se prijavljuje svojim nalogom.' } });
  const login = {
    name,
    email: address,
    email_key: address && emailKey(address),
    password_hash: address && (password_hash ?? before?.password_hash ?? null),
    active: is_active,
  };
  if (before) {
    await trx.updateTable('users').set(login).where('id', '=', before.id).execute();
    await endLogin(trx, before.id, {
      isOther: login.password_hash !== before.password_hash || is_active < before.active,
      isOtherAddress: address !== before.email,
    });
  } else if (address !== null) {
    const account = { ...login, role: 'TECHNICIAN', search_text: '', created_at: now.ms } as const;
    const { id: made } = await trx
      .insertInto('users')
      .values(account)
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.updateTable('technicians').set({ user_id: made }).where('id', '=', id).execute();
  }
}

/** Ends the sessions after a change of the login, and the reset links also after a change of the address alone. */
async function endLogin(
  trx: Trx,
  user: UserId,
  { isOther, isOtherAddress }: { readonly isOther: boolean; readonly isOtherAddress: boolean },
): Promise<void> {
  if (isOther) await endSessionsOf(trx, user);
  if (isOther || isOtherAddress) await trx.deleteFrom('reset_links').where('user_id', '=', user).execute();
}
