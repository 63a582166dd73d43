import type { FastifyBaseLogger } from 'fastify';
import {
  type Action,
  type Actor,
  may,
  type Owned,
  rowRefusal,
  TECHNICIAN_SWITCHES,
} from '#domain/accounts/roles.ts';
import type { UserId } from '#domain/ids.ts';
import type { Language } from '#domain/language/languages.ts';
import { SESSION_DAYS } from '#domain/limits.ts';
import type { Now } from '../clock.ts';
import { violationOf } from '../db/errors.ts';
import type { Db, Trx } from '../db/schema.ts';
import { inTransaction, lockRows } from '../db/transaction.ts';
import { refuse, refuseIf } from '../errors.ts';
import { publishOnCommit } from '../events/publish.ts';
import { hashToken, makeToken } from './secrets.ts';

/** A user. The technician and her switches are null for other roles. */
export interface SessionUser extends Actor {
  readonly name: string;
  readonly email: string | null;
  readonly language: Language | null;
  readonly tokenHash: string;
}

/** True for the owner and technicians: a technician acts for the salon within her own data. docs/spec/behaviour.md §16.11 */
export const isStaff = (user: Pick<SessionUser, 'role'> | null) => user !== null && user.role !== 'CLIENT';

/** The role that the rules of appointments use: a technician acts as ADMIN. */
export const actingRole = (user: Pick<SessionUser, 'role'>) => (isStaff(user) ? 'ADMIN' : 'CLIENT');

interface Acting {
  readonly user: Actor | null;
  readonly now: Now;
}

/** Refuses an action on rows that the table of roles does not allow. Call it under the lock that protects the rows. docs/spec/behaviour.md §16.11 */
export function assertMay({ user, now }: Acting, action: Action, rows: readonly Owned[]): void {
  for (const row of rows) refuseIf(rowRefusal(user, action, row, now.wall));
}

/** Refuses a user whom the table of roles does not allow the action. A visitor is asked to log in. */
export function assertMayUse(user: Actor | null, action: Action): void {
  if (!may(user, action)) refuse(user ? 'not_allowed' : 'login_required');
}

export interface Sessions {
  readonly db: Db;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

const SESSION_MS = SESSION_DAYS * 24 * 60 * 60 * 1000;

/** A session's expiry is extended at most this often, so that most requests write nothing. */
const TOUCH_MS = 60 * 60 * 1000;

export async function startSession(trx: Trx | Db, userId: UserId, nowMs: number): Promise<string> {
  const token = makeToken();
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: nowMs,
      last_used_at: nowMs,
      expires_at: nowMs + SESSION_MS,
    })
    .execute();
  return token;
}

/** The sessions that have not expired, of accounts that are neither deactivated nor deleted. */
const liveSessions = (db: Db, nowMs: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.expires_at', '>', nowMs)
    .where('users.active', '=', 1)
    .where('users.deleted_at', 'is', null);

export async function userOfToken({ db, log }: Sessions, token: string, nowMs: number) {
  const tokenHash = hashToken(token);
  const found = await liveSessions(db, nowMs)
    .innerJoin('people', 'people.user_id', 'users.id')
    .leftJoin('technicians', 'technicians.user_id', 'users.id')
    .select(['users.id', 'users.role', 'people.name', 'people.email', 'users.language'])
    .select('sessions.last_used_at')
    .select(['technicians.id as technician_id', ...TECHNICIAN_SWITCHES])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
  // rejects a technician without a row in `technicians`, who would not be limited to her own data
  if (!found || (found.role === 'TECHNICIAN') !== (found.technician_id !== null)) return undefined;
  const { last_used_at, ...user } = found;
  if (nowMs - last_used_at > TOUCH_MS) await touchIfPossible({ db, log }, tokenHash, nowMs);
  return { ...user, tokenHash };
}

/** Extends the session, and only logs a failure: reading must work even if the disk is full. */
async function touchIfPossible({ db, log }: Sessions, tokenHash: string, nowMs: number): Promise<void> {
  try {
    await db
      .updateTable('sessions')
      .set({ last_used_at: nowMs, expires_at: nowMs + SESSION_MS })
      .where('token_hash', '=', tokenHash)
      .execute();
  } catch (error) {
    if (violationOf(error) !== 'unavailable') throw error;
    const { message, code } = error as Error & { code?: string };
    log.warn({ reason: message, reasonCode: code }, 'could not extend a session; the next request retries');
  }
}

/** Locks the account until the transaction ends. Refuses if the account was deactivated or deleted since the token was checked. */
export async function lockActiveUser(trx: Trx, id: UserId): Promise<void> {
  const found = await trx
    .selectFrom('users')
    .select(['active', 'deleted_at'])
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (found?.active !== 1 || found.deleted_at !== null) refuse('login_required');
}

export async function validTokens(db: Db, tokenHashes: readonly string[], nowMs: number) {
  const live = await liveSessions(db, nowMs)
    .select('sessions.token_hash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute();
  return new Set(live.map(({ token_hash }) => token_hash));
}

export const endSession = (db: Db, { id, tokenHash }: Pick<SessionUser, 'id' | 'tokenHash'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    publishOnCommit(trx, { sessions: [id] });
  });

/** Ends what an account's old password has opened: its sessions and, of a technician, the address of her calendar. */
export async function endSessionsOf(trx: Trx, userId: UserId): Promise<void> {
  const ended = await trx.deleteFrom('sessions').where('user_id', '=', userId).returning('user_id').execute();
  await endCalendarFeedOf(trx, userId);
  if (ended.length > 0) publishOnCommit(trx, { sessions: [userId] });
}

/** Ends the address of a technician's calendar feed. Without a row for other accounts. docs/spec/behaviour.md §16.10 */
export async function endCalendarFeedOf(trx: Trx, userId: UserId): Promise<void> {
  const technician = trx.selectFrom('technicians').select('technicians.id').where('user_id', '=', userId);
  await trx.deleteFrom('calendar_feeds').where('technician_id', 'in', technician).execute();
}

export async function endResetLinks(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
}
