import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { Config } from '../config.ts';
import { isLoopbackAddress } from './public-addresses.ts';

/** The network of all callers with an invalid forwarded address: one, so that nobody can make up many. */
const UNKNOWN = 'unknown';
const LONGEST_ADDRESS = 64; // an IPv6 address, its zone and a port
const REMEMBERED = 1000;
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Where a request comes from, by its headers and connection. */
export interface Origin {
  /** The caller's address, as far as TRUST_PROXY allows. */
  readonly ip: string;
  /** The other end of the connection: the caller, or the proxy. */
  readonly peer: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Caller {
  /** Wrong passwords and rate limits are counted by it. */
  readonly address: string;
  /** Limits on bookings are counted by it; undefined = not counted: a caller on the server's own machine. */
  readonly network: string | undefined;
}

/** Caches a result per address; long addresses are not cached. */
function remembering<T>(workOut: (address: string) => T): (address: string) => T {
  const known = new BoundedMap<string, T>(REMEMBERED);
  return (address) => {
    const earlier = known.get(address);
    if (earlier !== undefined) return earlier;
    const answer = workOut(address);
    if (address.length <= LONGEST_ADDRESS) known.set(address, answer);
    return answer;
  };
}

/**
 * The network of an address: an IPv6 /64 is one household or phone, an IPv4-mapped address is the IPv4 one. Some proxies append a
 * port. The result is never longer than an address, whatever a caller sends. docs/spec/behaviour.md §4.3
 */
export const networkOf = remembering((address) => {
  if (address.length > LONGEST_ADDRESS) return UNKNOWN;
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  const bare = (ipv6 ?? ipv4 ?? address).replace(/%.*$/, '');
  return isIP(bare) ? normalizeIP(bare) : UNKNOWN;
});

const isLoopback = remembering(isLoopbackAddress);

const isForwarded = (headers: Origin['headers']): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined);

/** The caller of a request, for everything that is counted per caller. docs/spec/behaviour.md §4.3 */
export function callerOf({ ip, peer, headers }: Origin): Caller {
  const address = networkOf(ip);
  const isHere = peer !== undefined && isLoopback(peer) && !isForwarded(headers);
  return { address, network: isHere ? undefined : address };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const UNTRUSTED_PROXY_WARNING =
  'Requests have X-Forwarded-For, but TRUST_PROXY is unset: all clients behind the proxy count as one. Set TRUST_PROXY to the address of the proxy.';

/** The first hook: sets `request.caller`. Drops a request whose connection was reset: it has no address, and nobody to answer. */
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
      hasWarned = true; // only once: clients could fill the log
      app.log.warn(UNTRUSTED_PROXY_WARNING);
    }
    done();
  });
}
