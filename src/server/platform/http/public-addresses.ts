import { lookup as lookupName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special-purpose ranges of IPv4. IANA, RFC 6890 */
const IPV4_NOT_PUBLIC = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // the address of Azure's host agent
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Special-purpose ranges within 2000::/3, the range of public addresses: Teredo, 6to4, benchmarks, documentation. */
const IPV6_NOT_PUBLIC = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const ipv4NotPublic = new BlockList();
for (const [address, bits] of IPV4_NOT_PUBLIC) ipv4NotPublic.addSubnet(address, bits, 'ipv4');
const ipv6NotPublic = new BlockList();
for (const [address, bits] of IPV6_NOT_PUBLIC) ipv6NotPublic.addSubnet(address, bits, 'ipv6');
const ipv6Global = new BlockList();
ipv6Global.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a public address. False for loopback, private and special addresses, and for texts that are no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !ipv4NotPublic.check(address, 'ipv4');
  return version === 6 && ipv6Global.check(address, 'ipv6') && !ipv6NotPublic.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** A `lookup` for node:net that returns only allowed addresses. It runs for each connection, because a name can get another address. */
export const lookupAllowed =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    lookupName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return done(new AddressRefused('no public address'), '', 0);
      if (options.all) return done(null, allowed);
      return done(null, first.address, first.family);
    });
  };
