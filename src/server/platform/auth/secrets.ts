import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../db/schema.ts';

const TOKEN_BYTES = 32;

/** Makes a token of 256 random bits for a session or a link. Only its hash is stored. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
export const hashToken = (token: string): string => sha256(token);

/** The name of the row that stores the salon's hash key. */
const HASH_KEY = 'hash_key';
const HASH_CHARACTERS = 22; // 22 characters of base64url contain 132 bits

const storedSecret = (db: Db | Trx, name: string) =>
  db.selectFrom('secrets').select('value').where('name', '=', name);

/** Makes a secret of the salon if it has none; returns it. */
export async function ensureSecret(db: Db | Trx, name: string, nowMs: number): Promise<string> {
  const found = await storedSecret(db, name).executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto('secrets')
    .values({ name, value: makeToken(), created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing()) // another process may insert it first
    .execute();
  return (await storedSecret(db, name).executeTakeFirstOrThrow()).value;
}

export const ensureHashKey = (db: Db | Trx, nowMs: number): Promise<string> =>
  ensureSecret(db, HASH_KEY, nowMs);

async function hmac(db: Db | Trx, nowMs: number) {
  const key = await ensureHashKey(db, nowMs);
  return (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
}

/** Makes the function that hashes texts with the salon's key. Without a key anybody could find the IPv4 address of a hash by hashing all addresses. */
export async function keyedHasher(db: Db | Trx, nowMs: number): Promise<(text: string) => string> {
  const hash = await hmac(db, nowMs);
  return (text) => hash(text).slice(0, HASH_CHARACTERS);
}

/** Hashes a text with the salon's key. */
export const keyedHash = async (trx: Trx, text: string, nowMs: number): Promise<string> =>
  (await keyedHasher(trx, nowMs))(text);

/** Returns the same token for the same text. The text must contain a secret that the database does not contain, because the database contains the key. */
export const repeatableToken = async (db: Db | Trx, text: string, nowMs: number): Promise<string> =>
  (await hmac(db, nowMs))(`token:${text}`);

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sealKey = (hashKey: string): Buffer => createHash('sha256').update(`seal:${hashKey}`).digest();

/** Encrypts a text for an address that only this salon reads, until `untilMs`. */
export async function seal(
  db: Db | Trx,
  text: string,
  { nowMs, untilMs }: Record<'nowMs' | 'untilMs', number>,
) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey(await ensureHashKey(db, nowMs)), nonce);
  const sealed = [cipher.update(`${untilMs} ${text}`), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([nonce, ...sealed]).toString('base64url');
}

/** The sealed text; null for what this salon has not sealed, and after its time. */
export async function unseal(db: Db | Trx, sealed: string, nowMs: number): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  const key = await storedSecret(db, HASH_KEY).executeTakeFirst();
  if (!key || bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const cipher = createDecipheriv(CIPHER, sealKey(key.value), bytes.subarray(0, NONCE_BYTES));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]);
    const [untilMs = '', rest = ''] = text.toString().split(/ (.*)/s);
    return Number(untilMs) < nowMs ? null : rest;
  } catch {
    return null; // changed, or sealed by another salon
  }
}
