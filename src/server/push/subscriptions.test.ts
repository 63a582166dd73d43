import { describe, expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { isAllowedAddress, isPushKey, pushServiceOf } from './subscriptions.ts';

const salon = readConfig({});
const tried = readConfig({ NODE_ENV: 'test' });
const more = readConfig({ PUSH_HOSTS: 'push.example.org, *.Example.com' });

describe('the URLs of push services', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', '*.push.services.mozilla.com'],
    ['https://web.push.apple.com/abc', '*.push.apple.com'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc%3d', '*.notify.windows.com'],
    ['https://push.example.org/abc', undefined],
    ['https://notify.windows.com/abc', undefined],
    ['https://evilnotify.windows.com/abc', undefined],
    ['https://fcm.googleapis.com.example.org/abc', undefined],
    ['https://example.org/fcm.googleapis.com', undefined],
    ['https://fcm.googleapis.com:0/abc', undefined],
    ['https://fcm.googleapis.com:22/abc', undefined],
    ['https://fcm.googleapis.com./abc', undefined],
    ['https://FCM.googleapis.com/abc', undefined], // refused, because browsers write host names in lower case
    ['https:\\\\fcm.googleapis.com/abc', undefined],
    ['http://fcm.googleapis.com/fcm/send/abc', undefined],
    ['https://name:word@fcm.googleapis.com/abc', undefined],
    ['ftp://fcm.googleapis.com/abc', undefined],
    ['fcm.googleapis.com', undefined],
    ['https://', undefined],
    ['https://142.250.184.202/abc', undefined],
    ['https://[2a00:1450:400d:80c::200a]/abc', undefined],
    ['https://10.0.0.1/abc', undefined],
    ['https://169.254.169.254/latest', undefined],
    ['https://[fd12:3456::1]/abc', undefined],
    ['https://0.0.0.0/abc', undefined],
    ['http://10.0.0.1/abc', undefined],
    ['https://[::ffff:10.0.0.1]/abc', undefined],
    ['https://2130706433/abc', undefined], // 127.0.0.1 as one number; the next two lines have it in octal and shortened
    ['https://0177.0.0.1/abc', undefined],
    ['https://127.1/abc', undefined],
    ['https://0xa000001/abc', undefined],
  ])('the endpoint %s belongs to the push service %s, in tests too', (endpoint, service) => {
    expect(pushServiceOf(endpoint, salon)).toBe(service);
    expect(pushServiceOf(endpoint, tried)).toBe(service);
  });

  test.each([
    ['https://127.0.0.1/abc', '127.0.0.1'],
    ['http://127.0.0.1:4000/abc', '127.0.0.1:4000'],
    ['http://localhost:4000/abc', 'localhost:4000'],
    ['http://[::1]:4000/abc', '[::1]:4000'],
    ['https://x.localhost/abc', 'x.localhost'],
  ])('the endpoint %s is accepted in tests only', (endpoint, service) => {
    expect(pushServiceOf(endpoint, salon)).toBe(undefined);
    expect(pushServiceOf(endpoint, tried)).toBe(service);
  });

  test.each([
    ['https://push.example.org/abc', 'push.example.org'],
    ['https://a.push.example.org/abc', undefined],
    ['https://eu.example.com/abc', '*.example.com'],
    ['https://example.com/abc', undefined],
    ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
  ])('with PUSH_HOSTS set, the endpoint %s belongs to the push service %s', (endpoint, service) => {
    expect(pushServiceOf(endpoint, more)).toBe(service);
  });

  test('a push service whose host name resolves to this machine is allowed only in tests; one that resolves to a private network is never allowed', () => {
    expect(isAllowedAddress(salon)('127.0.0.1')).toBe(false);
    expect(isAllowedAddress(tried)('127.0.0.1')).toBe(true);
    expect(isAllowedAddress(tried)('192.168.1.1')).toBe(false);
    expect(isAllowedAddress(salon)('168.63.129.16')).toBe(false);
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
  ['no point', 'A'.repeat(87), false],
])('isPushKey of %s is $2', (_, key, isKey) => expect(isPushKey(key)).toBe(isKey));
