import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../platform/db/json.ts';
import type { Db } from '../platform/db/schema.ts';

/** The salon's own pair of keys, by which push services know it: a row of `secrets`, the same for every process. */
const PUSH_KEYS = 'push_keys';

/** base64url; the public one is what browsers subscribe with. RFC 8292 */
const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof pushKeys>;

/** The pair, or undefined where none was made yet. */
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

/** Makes the pair where there is none; of several processes one makes it. docs/spec/behaviour.md §14.1 */
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
