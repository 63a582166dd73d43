import { createECDH } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import { isLoopbackAddress, isPublicAddress } from '../platform/http/public-addresses.ts';

const isTest = ({ environment }: Config): boolean => environment.NODE_ENV === 'test';

/** True for public addresses, in tests also for loopback. docs/spec/behaviour.md §14.3 */
export const isAllowedAddress =
  (config: Config) =>
  (address: string): boolean =>
    isPublicAddress(address) || (isTest(config) && isLoopbackAddress(address));

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. */
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
  if (url.protocol !== 'https:') return undefined;
  return [...KNOWN_SERVICES, ...config.pushHosts].find((service) => isOf(service, host));
}

/** The endpoints of a service as a pattern for SQL's `like`. It includes http, for endpoints on this machine. */
export const endpointsOf = (service: string): string => `http%://${service.replace('*', '%')}%`;

/** True for a public key on the curve P-256. */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false; // computing a shared secret fails for an invalid point
  }
}
