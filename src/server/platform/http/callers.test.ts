import { expect, test } from 'vitest';
import { callerOf, countedNetworksOf, networkOf } from './callers.ts';

test.each([
  ['keeps an IPv4 address', '203.0.113.7', '203.0.113.7'],
  ['maps an IPv4-mapped address to IPv4', '::ffff:203.0.113.7', '203.0.113.7'],
  ['maps a hexadecimal IPv4-mapped address to IPv4', '::FFFF:cb00:7107', '203.0.113.7'],
  ['maps the first address of a /64 to its network', '2001:db8:1:2::', '2001:db8:1:2::'],
  ['maps the last address of a /64 to its network', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
  ['maps the next /64 to another network', '2001:db8:1:3::', '2001:db8:1:3::'],
  ['ignores a zone', 'fe80::1%eth0', 'fe80::'],
  ['ignores a port after IPv4', '203.0.113.7:50123', '203.0.113.7'],
  ['ignores a port after IPv6', '[2001:db8:1:2::9]:50123', '2001:db8:1:2::'],
  ['rejects IPv6 in brackets without a port', '[2001:db8:1:2::9]', 'unknown'],
  ['rejects an IPv4 address out of range', '999.0.113.7', 'unknown'],
  ['rejects a text that is no address', "<script>'; drop table users", 'unknown'],
  ['rejects an empty text', '', 'unknown'],
  ['rejects a long text', '1'.repeat(8000), 'unknown'],
  ['rejects a long zone', `fe80::1%${'e'.repeat(8000)}`, 'unknown'],
])('networkOf %s', (_, address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', []],
  ['unknown', []],
  ['2001:db8:1:2ff:5::9', ['2001:db8:1:200::/56 4', '2001:db8:1::/48 16']],
  ['2001:db8:1:300::', ['2001:db8:1:300::/56 4', '2001:db8:1::/48 16']],
  ['2001:db8:1::', ['2001:db8:1::/56 4', '2001:db8:1::/48 16']],
  ['2001:db8:0:100::', ['2001:db8:0:100::/56 4', '2001:db8::/48 16']],
])('a request from %s also counts for the wider networks %j', (address, wider) => {
  const network = networkOf(address);
  const counted = countedNetworksOf(network).map((each) => `${each.network} ${each.times}`);
  expect(counted).toEqual([`${network} 1`, ...wider]);
});

test('networkOf returns each of 3,000 IPv4 addresses unchanged, also on a second call', () => {
  const addresses = Array.from({ length: 3000 }, (_, n) => `10.1.${n >> 8}.${n & 255}`);
  for (let time = 0; time < 2; time++)
    expect(addresses.map((address) => networkOf(address))).toEqual(addresses);
});

test.each([
  ['does not count a caller on this machine', '127.0.0.1', '127.0.0.1', {}, undefined],
  ['does not count a caller on this machine over IPv6', '::1', '::1', {}, undefined],
  [
    'does not count a caller on this machine over a dual-stack socket',
    '::ffff:127.0.0.1',
    '::ffff:127.0.0.1',
    {},
    undefined,
  ],
  ['counts a remote caller', '203.0.113.7', '203.0.113.7', {}, '203.0.113.7'],
  [
    'counts a caller behind a proxy on this machine',
    '203.0.113.7',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.7' },
    '203.0.113.7',
  ],
  [
    'counts all callers behind an untrusted proxy as one',
    '127.0.0.1',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.7' },
    '127.0.0.1',
  ],
  [
    'counts callers behind an untrusted proxy with a Forwarded header as one',
    '::1',
    '::1',
    { forwarded: 'for=203.0.113.7' },
    '::',
  ],
  [
    'counts a remote caller that claims to be this machine',
    '127.0.0.1',
    '203.0.113.7',
    { 'x-forwarded-for': '127.0.0.1' },
    '127.0.0.1',
  ],
  ['counts a caller whose connection is closed', 'unknown', undefined, {}, 'unknown'],
])('for the limits of guest bookings, the server %s', (_, ip, peer, headers, network) => {
  expect(callerOf({ ip, peer, headers }).network).toBe(network);
});

test('a caller on this machine has an address too, so that wrong passwords can be counted', () => {
  expect(callerOf({ ip: '127.0.0.1', peer: '127.0.0.1', headers: {} }).address).toBe('127.0.0.1');
});
