import type { EndpointName, ParsedBody, ResponseBody } from '#contract/index.ts';
import { emailKey, loginRefusal, registrationRefusal } from '#domain/accounts/accounts.ts';
import type { Limit } from '#domain/accounts/caller-limits.ts';
import type { UserId } from '#domain/ids.ts';
import { languageToStore } from '#domain/language/languages.ts';
import { MAX_REGISTRATIONS } from '#domain/limits.ts';
import { recordChange } from '../history/history.ts';
import { notifyAdmin } from '../notifications/notifications.ts';
import {
  type CallerContext,
  countActs,
  countedNetworks,
  requestNetwork,
} from '../platform/auth/counted-acts.ts';
import { clearAttempts, countAttempt } from '../platform/auth/login-attempts.ts';
import { type SessionUser, startSession } from '../platform/auth/sessions.ts';
import { addAccount } from '../platform/db/people.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { accountColumns } from '../platform/db/users.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { Caller } from '../platform/http/callers.ts';
import type { RequestContext, ValidatedRequest } from '../platform/http/request.ts';
import { offeredLanguages } from '../settings/settings.ts';

/** Refuses a wrong password, and counts it toward the login limit. The transaction that follows must first call `isSameAccount`. */
export async function checkOwnPassword(
  { db, config, now, passwords, user, signal, address }: RequestContext<SessionUser> & Caller,
  password: string,
): Promise<CheckedAccount> {
  if (password === '') refuse('old_password_missing');
  const account = emailKey(user.email ?? `user ${user.id}`);
  const password_hash = await passwords.check(signal, async (matches) => {
    await countAttempt(db, { account, address, nowMs: now.ms, limited: config.rateLimit });
    const found = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (!(await matches(password, found.password_hash))) refuse('old_password_wrong');
    return found.password_hash;
  });
  await clearAttempts(db, account, address);
  return { id: user.id, password_hash };
}

interface CheckedAccount {
  readonly id: UserId;
  readonly password_hash: string | null;
}

/** Locks the account's row. False if the account was deleted, deactivated or got a new password during the slow password check. */
export async function isSameAccount(trx: Trx, { id, password_hash }: CheckedAccount): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', password_hash)
    .$call(lockRows(trx))
    .executeTakeFirst();
  return found !== undefined;
}

type LogInContext = RequestContext & Caller & Pick<ValidatedRequest<EndpointName>, 'rememberLanguage'>;

/** Logs in. Refuses an unknown email with the same error and delay as a wrong password. docs/spec/behaviour.md §6.4 and §7.2 */
export async function logIn(
  { db, config, now, passwords, signal, address, rememberLanguage }: LogInContext,
  { email, password }: ParsedBody<'POST /auth/login'>,
): Promise<ResponseBody<'POST /auth/login'>> {
  refuseIf(loginRefusal({ email, password }));
  const account = emailKey(email);
  const user = await passwords.check(signal, async (matches) => {
    await countAttempt(db, { account, address, nowMs: now.ms, limited: config.rateLimit });
    const found = await db
      .selectFrom('users')
      .innerJoin('people', 'people.user_id', 'users.id')
      .select(['users.id', 'role', 'people.name', 'people.email', 'active', 'password_hash', 'language'])
      .where('email_key', '=', account)
      .executeTakeFirst();
    return (await matches(password, found?.password_hash ?? null)) ? found : undefined;
  });
  if (!user) refuse('login_failed');
  await clearAttempts(db, account, address);
  if (user.active === 0) refuse('account_inactive');
  const token = await inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, user))) refuse('login_failed');
    return startSession(trx, user.id, now.ms);
  });
  await rememberLanguage(user);
  return { token, role: user.role, name: user.name, email: user.email };
}

/** Counts an action of the request's IP network, or refuses it; returns the network's hash. Call it before locking days. docs/spec/behaviour.md §4.4 and §9.3 */
export async function countInNetwork(
  trx: Trx,
  context: CallerContext,
  act: string,
  limits: readonly Limit[],
): Promise<string | null> {
  if (context.user?.role === 'ADMIN') return null;
  const subject = await requestNetwork(trx, context);
  if (subject !== null && context.config.rateLimit) await countActs(trx, [{ subject, act, limits }], context);
  return subject;
}

/** Creates a client's account, notifies the owner (NEW_CLIENT) and starts a session. docs/spec/product.md §5.1 */
export async function registerClient(
  context: RequestContext & CallerContext,
  input: ParsedBody<'POST /auth/register'>,
): Promise<ResponseBody<'POST /auth/register'>> {
  const { db, config, now, passwords, signal } = context;
  refuseIf(registrationRefusal(input));
  // a separate transaction: an attempt with an existing account's email fails below, but must still count
  const registered_network = await inTransaction(db, (trx) =>
    countInNetwork(trx, context, 'registration', MAX_REGISTRATIONS),
  );
  const password_hash = await passwords.hash(input.password, signal);
  const { name, email, phone, city } = input;
  const language = languageToStore(context.language, await offeredLanguages(context).read());
  const login = { password_hash, registered_network, language, created_at: now.ms };
  const token = await inTransaction(db, async (trx) => {
    const account = await addAccount(trx, { role: 'CLIENT', person: { name, email, phone, city }, ...login });
    const id = account ?? refuse('email_taken');
    const client = await trx
      .selectFrom('users')
      .innerJoin('people', 'people.user_id', 'users.id')
      .select(['users.id', ...accountColumns('history')])
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow();
    const author = { now, user: { id, name, role: 'CLIENT' } } as const;
    await recordChange(trx, author, 'client', { before: null, after: client });
    const networks = countedNetworks(config, [registered_network]);
    await notifyAdmin(trx, { type: 'NEW_CLIENT', client_id: id, networks, nowMs: now.ms });
    return startSession(trx, id, now.ms);
  });
  return { token, user: { role: 'CLIENT', name, email } };
}
