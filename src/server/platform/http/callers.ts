import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { Config } from '../config.ts';
import { isLoopbackAddress } from './public-addresses.ts';

/** The IP network of all callers with an invalid forwarded address: otherwise one caller could invent many networks. */
const UNKNOWN = 'unknown';
const LONGEST_ADDRESS = 64; // in characters; long enough for an IPv6 address with a zone and a port
const REMEMBERED = 1000;
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

export interface Origin {
  /** The caller's address. Taken from a proxy's header only if TRUST_PROXY allows that. */
  readonly ip: string;
  /** The address at the other end of the connection: the caller's or the proxy's. */
  readonly peer: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Caller {
  /** The IPv4 address or IPv6 network for which requests and attempts with a wrong password are counted. */
  readonly address: string;
  /** The IP network for which guest bookings are counted; undefined (not counted) for a caller on the server's own machine. */
  readonly network: string | undefined;
}

function cached<T>(compute: (address: string) => T): (address: string) => T {
  const known = new BoundedMap<string, T>(REMEMBERED);
  return (address) => {
    const earlier = known.get(address);
    if (earlier !== undefined) return earlier;
    const result = compute(address);
    if (address.length <= LONGEST_ADDRESS) known.set(address, result);
    return result;
  };
}

/** The network of an address: an IPv4 address, the /64 of an IPv6 address (a household), or `UNKNOWN`. docs/spec/behaviour.md §4.3 */
export const networkOf = cached((address) => {
  if (address.length > LONGEST_ADDRESS) return UNKNOWN;
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  const bare = (ipv6 ?? ipv4 ?? address).replace(/%.*$/, '');
  return isIP(bare) ? normalizeIP(bare) : UNKNOWN;
});

/** An IP network, and the factor by which its limits exceed those of one household. */
export interface CountedNetwork {
  readonly network: string;
  readonly times: number;
}

/** The wider networks that contain an IPv6 network: a household may have a /56, a rented server a /48. docs/spec/behaviour.md §4.3 */
export const widerNetworksOf = cached((network): readonly CountedNetwork[] =>
  isIP(network) === 6
    ? [
        { network: `${normalizeIP(network, 56)}/56`, times: 4 },
        { network: `${normalizeIP(network, 48)}/48`, times: 16 },
      ]
    : [],
);

/** An IP network, and the wider networks that contain it. */
export const countedNetworksOf = cached((network) => [{ network, times: 1 }, ...widerNetworksOf(network)]);

const isLoopback = cached(isLoopbackAddress);

const isForwarded = (headers: Origin['headers']): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined);

/** Identifies the caller of a request, for all limits per caller. docs/spec/behaviour.md §4.3 */
export function callerOf({ ip, peer, headers }: Origin): Caller {
  const address = networkOf(ip);
  const isLocal = peer !== undefined && isLoopback(peer) && !isForwarded(headers);
  return { address, network: isLocal ? undefined : address };
}

/** Makes a function that returns false for a caller who uses it more than `perSecond` times in a second; IPv6 networks as in docs/spec/behaviour.md §4.3. */
export function makeCallerBudget(perSecond: number): (address: string) => boolean {
  const used = new Map<string, number>();
  let second = 0;
  return (address) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) used.clear();
    second = now;
    return countedNetworksOf(address).every(({ network, times }) => {
      const count = (used.get(network) ?? 0) + 1;
      used.set(network, count);
      return count <= perSecond * times;
    });
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const UNTRUSTED_PROXY_WARNING =
  'Requests have X-Forwarded-For, but TRUST_PROXY is unset: all clients behind the proxy count as one. Set TRUST_PROXY to the address of the proxy.';

/** The first hook: sets `request.caller`. Does not respond to a request without an address: its connection was reset, so nobody reads a response. */
export function identifyCallers(app: FastifyInstance, { trustProxy }: Config): void {
  let hasWarned = trustProxy !== false;
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, reply, done) => {
    const { ip, headers, raw } = request;
    if ((ip as string | undefined) === undefined) {
      reply.hijack();
      return;
    }
    request.caller = callerOf({ ip, peer: raw.socket.remoteAddress, headers });
    if (!hasWarned && isForwarded(headers)) {
      hasWarned = true; // warns only once: clients could fill the log
      app.log.warn(UNTRUSTED_PROXY_WARNING);
    }
    done();
  });
}
