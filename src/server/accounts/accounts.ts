import type { accountEndpoints, Profile } from '#contract/accounts.ts';
import type { ParsedBody } from '#contract/index.ts';
import { isChangingPassword, profileRefusal } from '#domain/accounts/accounts.ts';
import { TECHNICIAN_SWITCHES } from '#domain/accounts/roles.ts';
import type { UserId } from '#domain/ids.ts';
import { MAX_ACCOUNT_MAILS, MAX_PROFILE_CHANGES } from '#domain/limits.ts';
import { recordNewPassword, refuseTakenEmail } from '../clients/clients.ts';
import { recordChange } from '../history/history.ts';
import { queueAccountMail } from '../mail/mail.ts';
import { countActs } from '../platform/auth/counted-acts.ts';
import {
  endResetLinks,
  endSession,
  endSessionsOf,
  lockActiveUser,
  type SessionUser,
  startSession,
} from '../platform/auth/sessions.ts';
import { merged } from '../platform/db/columns.ts';
import { updateAccount } from '../platform/db/people.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { accountColumns, accountFields } from '../platform/db/users.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { Caller } from '../platform/http/callers.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { checkOwnPassword, countInNetwork, isSameAccount, logIn, registerClient } from './login.ts';
import { deleteAccount, exportOwn } from './privacy.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';

/** The user's own profile. docs/spec/product.md §3.5 */
async function ownProfile(db: Db | Trx, id: UserId): Promise<Profile> {
  const profile = await db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select(accountColumns('profile'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const hers = db.selectFrom('technicians').select(['id as technician_id', ...TECHNICIAN_SWITCHES]);
  const technician = await hers.where('user_id', '=', id).executeTakeFirst();
  return { ...profile, ...(technician ?? { technician_id: null }) };
}

type Input = ParsedBody<'PUT /auth/me'>;

/** Saves the profile after checking the old password. A new password ends all sessions and starts a new one. docs/spec/behaviour.md §7.1 */
async function editProfile(context: RequestContext<SessionUser> & Caller, input: Input) {
  const { db, now, user, passwords, signal } = context;
  refuseIf(profileRefusal(input));
  if (input.name === '' || input.email === '') refuse('required_fields_missing');
  const checked = await checkOwnPassword(context, input.old_password);
  const isNewPassword = isChangingPassword(input);
  const password_hash = isNewPassword ? await passwords.hash(input.new_password ?? '', signal) : undefined;
  const saving = inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, checked))) refuse('login_required');
    const before = await ownProfile(trx, user.id);
    const profile = await saveProfile(trx, context, { before, input, password_hash });
    const isNewEmail = profile.email !== before.email;
    if (isNewPassword || isNewEmail) {
      await countInNetwork(trx, context, 'mailed change', MAX_ACCOUNT_MAILS);
      await endResetLinks(trx, user.id);
    }
    await countProfileChange(trx, context);
    await queueAccountMail(trx, {
      userId: user.id,
      toEmail: before.email,
      changes: [...(isNewEmail ? ['EMAIL' as const] : []), ...(isNewPassword ? ['PASSWORD' as const] : [])],
      nowMs: now.ms,
      isLimited: true,
    });
    if (!isNewPassword) return { profile, token: null };
    await endSessionsOf(trx, user.id);
    return { profile, token: await startSession(trx, user.id, now.ms) };
  });
  const { profile, token } = await refuseTakenEmail(saving);
  return { ...profile, token, user: { role: profile.role, name: profile.name, email: profile.email } };
}

/** Switches mails and pushes of the user's own account on or off, and saves its language. docs/spec/product.md §5.2 */
function switchNotifications(
  context: RequestContext<SessionUser>,
  switches: ParsedBody<'PUT /auth/me/notifications'>,
): Promise<Profile> {
  const { db, user } = context;
  return inTransaction(db, async (trx) => {
    await lockActiveUser(trx, user.id);
    const before = await ownProfile(trx, user.id);
    const saved = merged(before, switches);
    const columns = Object.fromEntries(accountFields('switch').map((name) => [name, saved[name]]));
    await countProfileChange(trx, context);
    const { language } = saved;
    await trx
      .updateTable('users')
      .set({ ...columns, language })
      .where('id', '=', user.id)
      .execute();
    if (saved.role === 'CLIENT') await recordChange(trx, context, 'client', { before, after: saved }); // the history records only clients' profiles
    return saved;
  });
}

/** Limits how often a client changes the profile. The caller has locked the client. docs/spec/behaviour.md §4.4 */
async function countProfileChange(trx: Trx, { config, user, now }: RequestContext<SessionUser>) {
  if (!config.rateLimit || user.role !== 'CLIENT') return;
  const subject = `client:${user.id}`;
  await countActs(trx, [{ subject, act: 'profile', limits: MAX_PROFILE_CHANGES }], { now });
}

async function saveProfile(
  trx: Trx,
  context: RequestContext<SessionUser>,
  { before, input, password_hash }: { before: Profile; input: Input; password_hash: string | undefined },
): Promise<Profile> {
  const profile = merged(before, input);
  const { id, role, name, email, phone, city } = profile;
  const switches = Object.fromEntries(accountFields('switch').map((field) => [field, profile[field]]));
  await updateAccount(trx, id, { role, person: { name, email, phone, city }, password_hash, ...switches });
  const saved = await ownProfile(trx, id);
  if (role !== 'CLIENT') return saved;
  await recordChange(trx, context, 'client', { before, after: saved });
  if (password_hash) await recordNewPassword(trx, context, id);
  return saved;
}

export const accountRoutes: RoutesOf<typeof accountEndpoints> = {
  'POST /auth/login': (request) => logIn(request, request.body),
  'POST /auth/register': (request) => registerClient(request, request.body),
  'GET /auth/me': ({ db, user }) => ownProfile(db, user.id),
  'PUT /auth/me': (request) => editProfile(request, request.body),
  'PUT /auth/me/notifications': async (request) => {
    const saved = await switchNotifications(request, request.body);
    if (request.body.language) await request.rememberLanguage(saved);
    return saved;
  },
  'POST /auth/logout': async ({ db, user, rememberLanguage }) => {
    await rememberLanguage({ role: null, language: null });
    await endSession(db, user);
  },
  'POST /auth/forgot': (request) => forgotPassword(request, request.body.email),
  'POST /auth/reset': (request) => resetPassword(request, request.body),
  'GET /auth/me/export': (request) => exportOwn(request),
  'POST /auth/me/delete': (request) => deleteAccount(request, request.body),
};
