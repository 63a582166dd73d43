import { describe, expect, test } from 'vitest';
import { AddressRefused, isLoopbackAddress, isPublicAddress, lookupAllowed } from './public-addresses.ts';

describe('isPublicAddress and isLoopbackAddress', () => {
  test.each([
    ['142.250.184.202', true],
    ['2a00:1450:400d:80c::200a', true],
    ['9.255.255.255', true],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['223.255.255.255', true],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false], // the address of the metadata service of cloud providers
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:142.250.184.202', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2001:0:7f00:1::', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['ff02::1', false],
    ['example.com', false],
    ['', false],
  ])('isPublicAddress(%j) is %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

  test.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['localhost', false],
  ])('isLoopbackAddress(%j) is %s', (address, isHere) => expect(isLoopbackAddress(address)).toBe(isHere));
});

describe('lookupAllowed', () => {
  const ask = (isAllowed: (address: string) => boolean, all: boolean) =>
    new Promise((resolve) =>
      lookupAllowed(isAllowed)('localhost', { all }, (error, addresses) => resolve(error ?? addresses)),
    );

  test('a host name that resolves only to loopback addresses is rejected', async () => {
    expect(await ask(isPublicAddress, true)).toBeInstanceOf(AddressRefused);
    expect(await ask(isPublicAddress, false)).toBeInstanceOf(AddressRefused);
  });

  test('the lookup returns only the allowed addresses of a host name', async () => {
    expect(await ask((address) => address === '127.0.0.1', true)).toEqual([
      { address: '127.0.0.1', family: 4 },
    ]);
    expect(await ask((address) => address === '127.0.0.1', false)).toBe('127.0.0.1');
  });
});
