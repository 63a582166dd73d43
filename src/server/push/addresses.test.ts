import { describe, expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { isAllowedAddress, isPushAddress, isPushKey } from './addresses.ts';

const salon = readConfig({});
const tried = readConfig({ NODE_ENV: 'test' });

describe('URL of a push service', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true, true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true, true],
    ['https://142.250.184.202/abc', true, true],
    ['https://[2a00:1450:400d:80c::200a]/abc', true, true],
    ['http://fcm.googleapis.com/fcm/send/abc', false, false],
    ['https://name:word@fcm.googleapis.com/abc', false, false],
    ['https://10.0.0.1/abc', false, false],
    ['https://169.254.169.254/latest', false, false],
    ['https://192.168.1.1/abc', false, false],
    ['https://[fd12:3456::1]/abc', false, false],
    ['https://[fe80::1]/abc', false, false],
    ['https://0.0.0.0/abc', false, false],
    ['http://10.0.0.1/abc', false, false],
    ['ftp://fcm.googleapis.com/abc', false, false],
    ['fcm.googleapis.com', false, false],
    ['https://', false, false],
    ['https://127.0.0.1/abc', false, true],
    ['http://127.0.0.1:4000/abc', false, true],
    ['http://localhost:4000/abc', false, true],
    ['http://[::1]:4000/abc', false, true],
    ['https://[::ffff:127.0.0.1]/abc', false, true],
    ['https://[::ffff:10.0.0.1]/abc', false, false],
    ['https://2130706433/abc', false, true], // 127.0.0.1 as a number, in octal, cut short
    ['https://0177.0.0.1/abc', false, true],
    ['https://127.1/abc', false, true],
    ['https://0xa000001/abc', false, false],
    ['https://LOCALHOST./abc', false, true],
    ['https://x.localhost/abc', false, true],
  ])('%s: %s, in tests %s', (endpoint, isTaken, isTakenInTests) => {
    expect(isPushAddress(endpoint, salon)).toBe(isTaken);
    expect(isPushAddress(endpoint, tried)).toBe(isTakenInTests);
  });

  test('a name may resolve to this machine in tests only, and never to the private network', () => {
    expect(isAllowedAddress(salon)('127.0.0.1')).toBe(false);
    expect(isAllowedAddress(tried)('127.0.0.1')).toBe(true);
    expect(isAllowedAddress(tried)('192.168.1.1')).toBe(false);
    expect(isAllowedAddress(salon)('142.250.184.202')).toBe(true);
  });
});

test.each([
  [
    'a point on P-256',
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    true,
  ],
  [
    'a point off the curve',
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8',
    false,
  ],
  ['none at all', 'A'.repeat(87), false],
])('a key that is %s: %s', (_, key, isKey) => expect(isPushKey(key)).toBe(isKey));
