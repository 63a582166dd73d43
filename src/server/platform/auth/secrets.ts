import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Trx } from '../db/schema.ts';

const TOKEN_BYTES = 32;

/** Makes a token of 256 random bits for a session or a link. Only its hash is stored. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The name of the salon's hash key, made on first use and stored in the database for all processes. */
const HASH_KEY = 'hash_key';
const HASH_CHARACTERS = 22; // 132 bits

async function hashKey(trx: Trx, nowMs: number): Promise<string> {
  const stored = () => trx.selectFrom('secrets').select('value').where('name', '=', HASH_KEY);
  const found = await stored().executeTakeFirst();
  if (found) return found.value;
  await trx
    .insertInto('secrets')
    .values({ name: HASH_KEY, value: makeToken(), created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing()) // another process may insert it first
    .execute();
  return (await stored().executeTakeFirstOrThrow()).value;
}

/** Hashes a text with the salon's key. Without a key anybody could find an IPv4 address by hashing all of them. */
export async function keyedHash(trx: Trx, text: string, nowMs: number): Promise<string> {
  const key = await hashKey(trx, nowMs);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}
