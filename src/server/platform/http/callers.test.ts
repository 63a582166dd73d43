import { expect, test } from 'vitest';
import { callerOf, networkOf } from './callers.ts';

test.each([
  ['an IPv4 address is itself', '203.0.113.7', '203.0.113.7'],
  ['an IPv4-mapped address is the IPv4 one', '::ffff:203.0.113.7', '203.0.113.7'],
  ['and so it is in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
  ['the first address of a /64', '2001:db8:1:2::', '2001:db8:1:2::'],
  ['the last address of a /64', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
  ['the next /64 is another network', '2001:db8:1:3::', '2001:db8:1:3::'],
  ['a zone does not make networks', 'fe80::1%eth0', 'fe80::'],
  ['a port behind IPv4 does not make networks', '203.0.113.7:50123', '203.0.113.7'],
  ['nor does one behind IPv6', '[2001:db8:1:2::9]:50123', '2001:db8:1:2::'],
  ['IPv6 in brackets needs its port', '[2001:db8:1:2::9]', 'unknown'],
  ['four numbers that are no address', '999.0.113.7', 'unknown'],
  ['no address', "<script>'; drop table users", 'unknown'],
  ['an empty one', '', 'unknown'],
  ['a long one', '1'.repeat(8000), 'unknown'],
  ['a long zone', `fe80::1%${'e'.repeat(8000)}`, 'unknown'],
])('%s', (_, address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('each of many addresses is its own network, also when it comes again', () => {
  const addresses = Array.from({ length: 3000 }, (_, n) => `10.1.${n >> 8}.${n & 255}`);
  for (let time = 0; time < 2; time++)
    expect(addresses.map((address) => networkOf(address))).toEqual(addresses);
});

test.each([
  ['somebody on this machine is not counted', '127.0.0.1', '127.0.0.1', {}, undefined],
  ['nor is one over IPv6', '::1', '::1', {}, undefined],
  ['nor is one over a socket of both kinds', '::ffff:127.0.0.1', '::ffff:127.0.0.1', {}, undefined],
  ['a caller from elsewhere is', '203.0.113.7', '203.0.113.7', {}, '203.0.113.7'],
  [
    'a caller behind a proxy on this machine is',
    '203.0.113.7',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.7' },
    '203.0.113.7',
  ],
  [
    'all callers behind a proxy that nobody trusts are one',
    '127.0.0.1',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.7' },
    '127.0.0.1',
  ],
  ['so they are with its other header', '::1', '::1', { forwarded: 'for=203.0.113.7' }, '::'],
  [
    'a caller who claims to be this machine is counted',
    '127.0.0.1',
    '203.0.113.7',
    { 'x-forwarded-for': '127.0.0.1' },
    '127.0.0.1',
  ],
  ['a peer that has gone is counted', 'unknown', undefined, {}, 'unknown'],
])('%s', (_, ip, peer, headers, network) => {
  expect(callerOf({ ip, peer, headers }).network).toBe(network);
});

test('somebody on this machine still has an address, for wrong passwords', () => {
  expect(callerOf({ ip: '127.0.0.1', peer: '127.0.0.1', headers: {} }).address).toBe('127.0.0.1');
});
