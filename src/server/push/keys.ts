import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../platform/db/json.ts';
import type { Db } from '../platform/db/schema.ts';

const PUSH_KEYS = 'push_keys';

/** The key pair for pushes; both keys are base64url. Browsers subscribe with the public key. RFC 8292 */
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

/** A new key pair on P-256. The public key is an uncompressed point. */
function newKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** Returns the salon's key pair, and creates a missing pair. All processes get the same pair. docs/spec/behaviour.md §14.1 */
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
