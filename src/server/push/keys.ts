import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../platform/db/json.ts';
import type { Db } from '../platform/db/schema.ts';

/** A row of `secrets`: the key pair by which push services know the salon. */
const PUSH_KEYS = 'push_keys';

/** base64url; browsers subscribe with the public one. RFC 8292 */
const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof pushKeys>;

export async function pushKeysOf(db: Db): Promise<PushKeys | undefined> {
  const stored = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', PUSH_KEYS)
    .executeTakeFirst();
  return stored && readJson(pushKeys, stored.value);
}

/** A pair on P-256: the public one as an uncompressed point. */
function newKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** Returns the pair, after creating it where there is none; all processes get the same. docs/spec/behaviour.md §14.1 */
export async function ensurePushKeys(db: Db, nowMs: number): Promise<PushKeys> {
  const found = await pushKeysOf(db);
  if (found) return found;
  await db
    .insertInto('secrets')
    .values({ name: PUSH_KEYS, value: JSON.stringify(newKeys()), created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await pushKeysOf(db);
  if (!made) throw new Error('the keys for push are unreadable');
  return made;
}
