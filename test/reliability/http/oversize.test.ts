import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { salon, withSalon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { portOf, requestBytes, sendRaw } from './raw.ts';

const BODY_MAX = 100_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const MEGABYTE = 1_000_000;
const CHUNKED = bySize(10, 200);

withSalon('sqlite');
let port: number;
beforeAll(async () => {
  port = await portOf(salon.app);
});

const login = (body: string, headers: Record<string, string | null> = JSON_TYPE) =>
  sendRaw(port, requestBytes('POST /api/auth/login', headers, body));
const expectRefusal = (
  answer: { status: number; body: string },
  status: number,
  code: keyof typeof errors,
) => {
  expect({ status: answer.status, body: JSON.parse(answer.body) }).toMatchObject({
    status,
    body: { error: errors[code].text, code },
  });
};

test('a body of 100 kB is accepted, but not one byte more', async () => {
  trial({ what: 'oversize', cases: 2 });
  const good = JSON.stringify({ email: 'nema@primer.rs', password: 'x' });
  expectRefusal(await login(good.padEnd(BODY_MAX)), 401, 'login_failed');
  expectRefusal(await login(good.padEnd(BODY_MAX + 1)), 413, 'too_large');
});

test('a body whose Content-Length is too large is refused before the body arrives', async () => {
  trial({ what: 'oversize', cases: 1 });
  expectRefusal(await login('', { ...JSON_TYPE, 'Content-Length': String(10 * MEGABYTE) }), 413, 'too_large');
});

test('a client that reads only after sending the whole refused body gets the refusal', async () => {
  const tries = bySize(5, 200);
  trial({ what: 'oversize', cases: tries });
  const request = requestBytes('POST /api/auth/login', JSON_TYPE, 'x'.repeat(5 * MEGABYTE));
  for (let n = 0; n < tries; n++) {
    const socket = connect(port, '127.0.0.1').pause();
    const failure = await new Promise<Error | null | undefined>((resolve) => {
      socket.once('error', resolve);
      socket.write(request, resolve);
    });
    expect(failure ?? null).toBeNull();
    let heard = '';
    for await (const part of socket) heard += part;
    expect(heard).toMatch(/^HTTP\/1.1 413 /);
    expect(heard).toContain(errors.too_large.text);
  }
});

test('a password of 1 MB is refused without being hashed, but a password of 200 characters is hashed', async () => {
  trial({ what: 'oversize', cases: 3 });
  const before = salon.passwords.made();
  const withPassword = (length: number) =>
    login(JSON.stringify({ email: 'nema@primer.rs', password: 'š'.repeat(length) }));
  expectRefusal(await withPassword(MEGABYTE), 413, 'too_large');
  expectRefusal(await withPassword(201), 400, 'bad_input');
  expect(salon.passwords.made()).toBe(before);
  expectRefusal(await withPassword(200), 401, 'login_failed');
  expect(salon.passwords.made()).toBe(before + 1);
});

test('an endless chunked body is refused without being buffered, and the connection is closed', async () => {
  trial({ what: 'oversize', cases: CHUNKED });
  const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`;
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const pour = () =>
    new Promise<{ heard: string; bytes: number }>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.on('data', (part) => {
        heard += part;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ heard, bytes: socket.bytesWritten }));
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      socket.write(head);
      more();
    });
  const before = process.memoryUsage().rss;
  for (let round = 0; round < CHUNKED; round++) {
    const { heard, bytes } = await pour();
    expect(heard).toMatch(/^HTTP\/1.1 413 /);
    expect(bytes).toBeLessThan(50 * MEGABYTE);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
});

test.each([
  ['a header', 'GET /api/services', { 'X-Long': 'x'.repeat(20_000) }],
  [
    'five hundred headers',
    'GET /api/services',
    Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`X-${n}`, 'x'.repeat(40)])),
  ],
  ['a URL', `GET /api/${'x'.repeat(20_000)}`, {}],
  ['a query', `GET /api/appointments?from=${'1'.repeat(20_000)}`, {}],
] as const)('a request with too much data in %s gets 431 in Serbian', async (_what, line, headers) => {
  trial({ what: 'oversize', cases: 1 });
  expectRefusal(await sendRaw(port, requestBytes(line, headers)), 431, 'too_large');
});

test.each([
  ['a long URL', `GET /api/${'x'.repeat(10_000)}`, 404, 'unknown_path'],
  ['a long id', `POST /api/appointments/${'1'.repeat(10_000)}/book`, 404, 'not_found'],
  ['a long query', `GET /api/appointments?from=${'1'.repeat(10_000)}&to=2026-11-17`, 400, 'bad_input'],
  [
    'a repeated field',
    'GET /api/appointments?from=2026-11-17&from=2026-11-18&to=2026-11-18',
    400,
    'bad_input',
  ],
  ['a thousand fields', `GET /api/appointments?${'a=1&'.repeat(1000)}`, 400, 'bad_input'],
  ['a list for a field', 'GET /api/appointments?from[]=2026-11-17&to=2026-11-18', 400, 'bad_input'],
  [
    'a prototype for a field',
    'GET /api/appointments?__proto__[from]=2026-11-17&to=2026-11-18',
    400,
    'bad_input',
  ],
] as const)('a request with $0 gets $2 $3', async (_what, line, status, code) => {
  trial({ what: 'oversize', cases: 1 });
  const body = line.startsWith('POST')
    ? '{"seen_start":"2026-11-17 12:00:00","seen_end":"2026-11-17 13:00:00"}'
    : '';
  expectRefusal(await sendRaw(port, requestBytes(line, body ? JSON_TYPE : {}, body)), status, code);
});

test('a session token of 10,000 characters gets 401', async () => {
  trial({ what: 'oversize', cases: 1 });
  const headers = { Authorization: `Bearer ${'x'.repeat(10_000)}` };
  expectRefusal(await sendRaw(port, requestBytes('GET /api/services', headers)), 401, 'login_required');
});
