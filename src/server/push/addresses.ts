import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../platform/config.ts';
import { isLoopbackAddress, isPublicAddress } from '../platform/http/public-addresses.ts';

const isTest = ({ environment }: Config): boolean => environment.NODE_ENV === 'test';

/** True for public addresses, in tests also for loopback. docs/spec/behaviour.md §14.3 */
export const isAllowedAddress =
  (config: Config) =>
  (address: string): boolean =>
    isPublicAddress(address) || (isTest(config) && isLoopbackAddress(address));

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const LOCAL_NAME = /^(.*\.)?localhost\.?$/;

/** True for https to a public address or a name. A name's address is checked when a push is sent. docs/spec/behaviour.md §14.3 */
export function isPushAddress(endpoint: string, config: Config): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return false;
  const isLocal = LOCAL_NAME.test(host) || isLoopbackAddress(host);
  if (isLocal) return isTest(config);
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}

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
