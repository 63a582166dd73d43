import { isNewAccount, type Limit, secondsToWait } from '#domain/accounts/caller-limits.ts';
import { NEW_ACCOUNT_DAYS } from '#domain/limits.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/schema.ts';
import { lockCaller } from '../db/transaction.ts';
import { refuse } from '../errors.ts';
import { type Caller, type CountedNetwork, widerNetworksOf } from '../http/callers.ts';
import type { RequestContext } from '../http/request.ts';
import { DAY_MS, type DeleteOutdated } from '../jobs/retention.ts';
import { keyedHash } from './secrets.ts';
import type { SessionUser } from './sessions.ts';

export type CallerContext = Pick<RequestContext, 'config' | 'now' | 'user'> & Pick<Caller, 'network'>;

/** Keyed hashes of the IP networks against whose limits a caller's actions count; null if the actions do not count against a network. */
export interface CallerNetworks {
  readonly request: string | null;
  readonly registration: string | null;
}

const UNCOUNTED: CallerNetworks = { request: null, registration: null };

/** The hashes of these IP networks without duplicates, in the order in which they are locked. */
export const hashesOf = ({ request, registration }: CallerNetworks): string[] =>
  [...new Set([request, registration])].filter((hash) => hash !== null).sort();

export const countedNetworks = (
  { rateLimit }: Pick<Config, 'rateLimit'>,
  networks: readonly (string | null)[],
): string[] => (rateLimit ? networks.filter((network) => network !== null) : []);

type Requested = Pick<CallerContext, 'now'> & Partial<Pick<CallerContext, 'network'>>;

const hashOf = (trx: Trx, network: string, { now }: Requested): Promise<string> =>
  keyedHash(trx, `network:${network}`, now.ms);

/** The keyed hash of the request's IP network; null for a caller on the server's own machine. */
export const requestNetwork = async (trx: Trx, context: Requested): Promise<string | null> =>
  context.network === undefined ? null : hashOf(trx, context.network, context);

/** The wider IPv6 networks that contain the network of the request, as keyed hashes. docs/spec/behaviour.md §4.3 */
async function widerNetworks(trx: Trx, context: Requested): Promise<CountedNetwork[]> {
  const wider: CountedNetwork[] = [];
  for (const { network, times } of widerNetworksOf(context.network ?? ''))
    wider.push({ network: await hashOf(trx, network, context), times });
  return wider;
}

const lockedAround = async (trx: Trx, context: Requested, network: string | null): Promise<string[]> =>
  network === null ? [] : [network, ...(await widerNetworks(trx, context)).map((wider) => wider.network)];

async function registrationOf(trx: Trx, user: SessionUser, nowMs: number): Promise<string | null> {
  const account = await trx
    .selectFrom('users')
    .select(['created_at', 'registered_network'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookings')
          .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
          .select('bookings.id')
          .where('client_id', '=', user.id)
          .where('status', '=', 'BOOKED')
          .where('attended', '=', 1),
      ).as('has_attended'),
    )
    .where('id', '=', user.id)
    .where('registered_network', 'is not', null)
    .executeTakeFirst();
  if (!account) return null;
  const { created_at, has_attended, registered_network } = account;
  return isNewAccount({ created_at, has_attended: Boolean(has_attended) }, nowMs) ? registered_network : null;
}

async function networksOf(trx: Trx, context: CallerContext): Promise<CallerNetworks> {
  const { user, now } = context;
  if (user === null) return { request: await requestNetwork(trx, context), registration: null };
  const registration = await registrationOf(trx, user, now.ms);
  return registration === null ? UNCOUNTED : { request: await requestNetwork(trx, context), registration };
}

/** Locks `others` and the IP networks against whose limits the caller's actions count. Only actions of visitors and new accounts count. docs/spec/behaviour.md §4.4 */
export async function lockNetworks(
  trx: Trx,
  context: CallerContext,
  others: readonly (string | null)[] = [],
): Promise<CallerNetworks> {
  const networks = await networksOf(trx, context);
  const known = [...others, networks.registration].filter((hash) => hash !== null);
  await lockCallers(trx, [...(await lockedAround(trx, context, networks.request)), ...known]);
  return networks;
}

async function lockCallers(trx: Trx, subjects: readonly string[]): Promise<void> {
  for (const subject of [...new Set(subjects)].sort()) await lockCaller(trx, subject);
}

/** Throws 429 with Retry-After: the command is allowed again in `seconds`. */
export const refuseForNow = (seconds: number): never =>
  refuse('too_many_actions', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

/** An action of one subject (such as an account or an IP address). It counts `count` times against each of `limits`. */
export interface CountedAct {
  readonly subject: string;
  readonly act: string;
  readonly limits: readonly Limit[];
  readonly count?: number;
}

/** Seconds until the action is within its limits; 0 = now. The caller holds the lock under which the action is counted. */
export async function secondsUntil(trx: Trx, { subject, act, limits, count = 1 }: CountedAct, nowMs: number) {
  const earlier = await trx
    .selectFrom('counted_acts')
    .select('at')
    .where('subject', '=', subject)
    .where('act', '=', act)
    .orderBy('at', 'desc')
    .limit(Math.max(...limits.map(({ most }) => most)))
    .execute();
  const moments = earlier.map(({ at }) => at);
  return secondsToWait(moments, limits, { nowMs, count });
}

export async function saveActs(trx: Trx, acts: readonly CountedAct[], nowMs: number): Promise<void> {
  const rows = acts.flatMap(({ subject, act, count = 1 }) =>
    Array.from({ length: count }, () => ({ subject, act, at: nowMs })),
  );
  if (rows.length > 0) await trx.insertInto('counted_acts').values(rows).execute();
}

/** Counts these actions, or refuses all if one is above its limit. Locks their counters, so that concurrent requests cannot exceed a limit. */
export async function countActs(trx: Trx, own: readonly CountedAct[], context: Requested): Promise<void> {
  const acts = [...own, ...(await actsOfWiderNetworks(trx, own, context))];
  await lockCallers(
    trx,
    acts.map(({ subject }) => subject),
  );
  const { ms: nowMs } = context.now;
  let wait = 0;
  for (const act of acts) wait = Math.max(wait, await secondsUntil(trx, act, nowMs));
  if (wait > 0) refuseForNow(wait);
  await saveActs(trx, acts, nowMs);
}

async function actsOfWiderNetworks(trx: Trx, acts: readonly CountedAct[], context: Requested) {
  const wider = await widerNetworks(trx, context);
  if (wider.length === 0) return [];
  const requested = await requestNetwork(trx, context);
  return wider.flatMap(({ network, times }) =>
    acts
      .filter(({ subject }) => subject === requested)
      .map((act) => ({
        ...act,
        subject: network,
        limits: act.limits.map((limit) => ({ ...limit, most: limit.most * times })),
      })),
  );
}

/** Deletes the IP network of a registration once the account is no longer new. */
export const forgetRegistrations: DeleteOutdated = async (db, now) => {
  await db
    .updateTable('users')
    .set({ registered_network: null })
    .where('registered_network', 'is not', null)
    .where('created_at', '<=', now.ms - NEW_ACCOUNT_DAYS * DAY_MS)
    .execute();
};
