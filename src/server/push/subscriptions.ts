import { createECDH, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { PushSubscriptionJson, pushEndpoints } from '#contract/push.ts';
import type { UserId } from '#domain/ids.ts';
import { MAX_PUSH_SUBSCRIPTIONS } from '#domain/limits.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Config } from '../platform/config.ts';
import { readJson } from '../platform/db/json.ts';
import type { PushSubscriptionId } from '../platform/db/notifications.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { isLoopbackAddress, isPublicAddress } from '../platform/http/public-addresses.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';

/** Stores the browser's subscription for this session and deletes the queued pushes for the browser's previous user. docs/spec/behaviour.md §14.1 */
async function subscribe(
  { db, now, user, config }: RequestContext<SessionUser>,
  { endpoint, keys }: PushSubscriptionJson,
): Promise<void> {
  if (pushServiceOf(endpoint, config) === undefined || !isPushKey(keys.p256dh))
    refuse('push_subscription_refused');
  return inTransaction(db, async (trx) => {
    await lockSession(trx, user);
    const owner = { user_id: user.id, session_hash: user.tokenHash, ...keys };
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ endpoint, ...owner, created_at: now.ms })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owner))
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('push_outbox')
      .where('subscription_id', '=', id)
      .where('user_id', '<>', user.id)
      .execute();
    await endOldest(trx, user, id);
  });
}

async function lockSession(trx: Trx, { tokenHash }: SessionUser): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (!session) refuse('login_required');
}

async function endOldest(trx: Trx, user: SessionUser, latest: PushSubscriptionId): Promise<void> {
  const oldest = trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('id', '<>', latest)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_PUSH_SUBSCRIPTIONS - 1)
    .limit(MAX_PUSH_SUBSCRIPTIONS);
  await trx.deleteFrom('push_subscriptions').where('id', 'in', oldest).execute();
}

/** Deletes the user's push subscription. Keeps a subscription of another user, but responds in the same way. docs/spec/behaviour.md §14.1 */
async function unsubscribe({ db, user }: RequestContext<SessionUser>, endpoint: string): Promise<void> {
  const own = db.deleteFrom('push_subscriptions').where('user_id', '=', user.id);
  await own.where('endpoint', '=', endpoint).execute();
}

export async function endSubscription(db: Db, id: PushSubscriptionId): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** The device of a claimed push, if its subscription and session still belong to the push's user. */
export const recipientOf = (
  db: Db,
  push: { readonly subscription_id: PushSubscriptionId; readonly user_id: UserId },
  nowMs: number,
) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth', 'users.push_on'])
    .where('push_subscriptions.id', '=', push.subscription_id)
    .where('push_subscriptions.user_id', '=', push.user_id)
    .where('sessions.expires_at', '>', nowMs)
    .where('users.active', '=', 1)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
export type PushRecipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>;

export const pushRoutes: RoutesOf<typeof pushEndpoints> = {
  'GET /push/key': async ({ db }) => {
    const keys = (await pushKeysOf(db)) ?? refuse('not_found');
    return { public_key: keys.publicKey };
  },
  'POST /push': (request) => subscribe(request, request.body),
  'DELETE /push': (request) => unsubscribe(request, request.body.endpoint),
};

const PUSH_KEYS = 'push_keys';

/** The key pair for pushes; both keys are base64url. Browsers subscribe with the public key. RFC 8292 */
const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof pushKeys>;

async function pushKeysOf(db: Db): Promise<PushKeys | undefined> {
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

const isTest = ({ environment }: Config): boolean => environment.NODE_ENV === 'test';

/** True for public addresses, in tests also for loopback. docs/spec/behaviour.md §14.3 */
export const isAllowedAddress =
  (config: Config) =>
  (address: string): boolean =>
    isPublicAddress(address) || (isTest(config) && isLoopbackAddress(address));

/** The hosts of the push services of Chromium browsers, Firefox, Safari and Edge. */
const KNOWN_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const isOf = (service: string, host: string): boolean =>
  service.startsWith('*') ? host.endsWith(service.slice(1)) : host === service;

const LOCAL_NAME = /^(.*\.)?localhost\.?$/;

/** Returns an endpoint's push service (a host or `*.domain`); undefined: unknown, or the URL is not normalized. docs/spec/behaviour.md §14.3 */
export function pushServiceOf(endpoint: string, config: Config): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.href !== endpoint || url.username !== '' || url.password !== '' || url.port === '0')
    return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1'); // removes the brackets of an IPv6 address
  if (LOCAL_NAME.test(host) || isLoopbackAddress(host)) return isTest(config) ? url.host : undefined;
  if (url.protocol !== 'https:' || url.port !== '') return undefined; // push services listen on port 443
  return [...KNOWN_SERVICES, ...config.pushHosts].find((service) => isOf(service, host));
}

/** An SQL `like` pattern for the subscription endpoints of a push service. It also matches http, which local services in tests use. */
export const endpointsOf = (service: string): string => `http%://${service.replace('*', '%')}%`;

/** True for a public key on the curve P-256. */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false; // the key is no point of the curve, so no shared secret can be computed
  }
}
