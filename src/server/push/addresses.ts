import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../platform/config.ts';
import { isLoopbackAddress, isPublicAddress } from '../platform/public-addresses.ts';

const isTest = ({ environment }: Config): boolean => environment.NODE_ENV === 'test';

/** May a push go to a machine with this address? In tests also to this one. docs/spec/behaviour.md §14.3 */
export const isAllowedAddress =
  (config: Config) =>
  (address: string): boolean =>
    isPublicAddress(address) || (isTest(config) && isLoopbackAddress(address));

/** The host of an address as a connection takes it: an IPv6 one without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const LOCAL_NAME = /^(.*\.)?localhost\.?$/;

/**
 * May it be the address of a push service? https, and where it names no name but an address, a public one. Where a name leads is
 * known, and judged, when something is sent there. docs/spec/behaviour.md §14.3
 */
export function isPushAddress(endpoint: string, config: Config): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return false;
  const isLocal = LOCAL_NAME.test(host) || isLoopbackAddress(host);
  if (isLocal) return isTest(config);
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}

/** Is it a point of P-256? Nothing can be encrypted for any other. */
export function isPushKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false; // there is no other way to ask
  }
}
