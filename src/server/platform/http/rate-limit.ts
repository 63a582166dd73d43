import type { Endpoint, RateLimit } from '#contract/endpoint.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { type Caller, countedNetworksOf } from './callers.ts';

/**
 * The limit of requests per network and endpoint, counted in memory. It is high, to stop only machines: many people may share the
 * address of a Wi-Fi or a mobile network. Password guesses are counted in the database (`countAttempt`). docs/spec/behaviour.md §4.3
 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

/** How many networks are counted per endpoint, the latest first. Each takes 200 bytes: 4 MB for an endpoint with its own limit. */
const REMEMBERED = 5000;
const REMEMBERED_OF_OWN_LIMIT = 20_000;

/** Counts requests to the endpoint by the caller's network and those around it. The result returns the error of too many. */
export function rateLimitOf(
  { rateLimit }: Endpoint,
  config: Config,
): (caller: Pick<Caller, 'address'>) => AppError | undefined {
  if (!config.rateLimit || rateLimit === false) return () => undefined;
  const { max, per } = rateLimit ?? EVERY_ENDPOINT;
  const windowMs = Number.parseInt(per, 10) * 60_000;
  const most = rateLimit ? REMEMBERED_OF_OWN_LIMIT : REMEMBERED;
  const windows = new BoundedMap<string, { count: number; readonly endsAt: number }>(most);
  return ({ address }) => {
    const now = performance.now();
    let refusedMs = 0;
    for (const { network, times } of countedNetworksOf(address)) {
      const known = windows.get(network);
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
      windows.set(network, window);
      if (++window.count > max * times) refusedMs = Math.max(refusedMs, window.endsAt - now);
    }
    if (refusedMs === 0) return undefined;
    return new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(refusedMs / 1000) });
  };
}
