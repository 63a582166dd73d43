import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../db/schema.ts';

const TOKEN_BYTES = 32;

/** Makes a token of 256 random bits for a session or a link. Only its hash is stored. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
export const hashToken = (token: string): string => sha256(token);

/** The name of the row that stores the salon's hash key. The first process that needs the key makes it. */
const HASH_KEY = 'hash_key';
const HASH_CHARACTERS = 22; // 22 characters of base64url contain 132 bits

async function hashKey(db: Db | Trx, nowMs: number): Promise<string> {
  const stored = () => db.selectFrom('secrets').select('value').where('name', '=', HASH_KEY);
  const found = await stored().executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto('secrets')
    .values({ name: HASH_KEY, value: makeToken(), created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing()) // another process may insert the key first
    .execute();
  return (await stored().executeTakeFirstOrThrow()).value;
}

const keyed = async (db: Db | Trx, text: string, nowMs: number): Promise<string> =>
  createHmac('sha256', await hashKey(db, nowMs))
    .update(text)
    .digest('base64url');

/** Hashes a text with the salon's key. Without a key anybody could find the IPv4 address of a hash by hashing all addresses. */
export const keyedHash = async (trx: Trx, text: string, nowMs: number): Promise<string> =>
  (await keyed(trx, text, nowMs)).slice(0, HASH_CHARACTERS);

/** Returns the same token for the same text. The text must contain a secret that the database does not contain, because the database contains the key. */
export const repeatableToken = (db: Db | Trx, text: string, nowMs: number): Promise<string> =>
  keyed(db, `token:${text}`, nowMs);
