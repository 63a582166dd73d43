import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salon, withSalon } from '../../support/salon-test.ts';
import { portOf, requestBytes, sendRaw } from './raw.ts';
import { bareOf, INDEX, LOGIN, makePages, SCRIPT, SECRET } from './small-pages.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const pages = makePages();
withSalon('sqlite', { pagesDirectory: pages.folder });
let port: number;
beforeAll(async () => {
  port = await portOf(salon.app);
});
afterAll(pages.remove);

const get = (url: string, headers: Record<string, string> = {}) =>
  salon.app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } });

test.each(['br', 'gzip, deflate, br, zstd', 'gzip', 'gzip;q=0.5, deflate', 'identity', '', '*;q=0'] as const)(
  'serves a hashed file as immutable in an encoding that the browser accepts: %s',
  async (accepted) => {
    const answer = await get('/assets/index-Ab12.js', { 'accept-encoding': accepted });
    const packed = /\bbr\b/.test(accepted) ? 'br' : /gzip/.test(accepted) ? 'gzip' : undefined;
    const unpack = packed === 'br' ? brotliDecompressSync : packed ? gunzipSync : Buffer.from;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': IMMUTABLE,
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(answer.headers['content-encoding']).toBe(packed);
    expect(unpack(answer.rawPayload).toString()).toBe(SCRIPT);
  },
);

test('a file without a compressed version is served uncompressed', async () => {
  const answer = await get('/assets/mark-Cd34.svg', { 'accept-encoding': 'br, gzip' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'cache-control': IMMUTABLE, 'content-type': 'image/svg+xml' });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test.each([
  '/',
  '/services',
  '/booking?date=2026-11-17',
  '/admin/appoitments',
  '/admin/',
  '/nowhere/at/all',
  '/index.html',
  '//',
  '//services',
  '/.',
  '/.env',
  '/%',
  '/a%00b',
  '/apis',
  '/assetsx',
])('the path %s gets index.html, with revalidation', async (path) => {
  const plain = await sendRaw(port, requestBytes(`GET ${path}`, {}));
  expect({ status: plain.status, body: bareOf(plain.body) }).toEqual({ status: 200, body: INDEX });
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  const packed = await get(path, { 'accept-encoding': 'br' }).catch(() => undefined);
  if (packed) expect(bareOf(brotliDecompressSync(packed.rawPayload).toString())).toBe(INDEX);
});

test.each([
  ['/login', LOGIN],
  ['/login?next=1', LOGIN],
  ['/login.html', LOGIN],
  ['/login/', INDEX],
  ['/Login', INDEX],
  ['/login/more', INDEX],
])('the path %s gets its own HTML file if there is one, else index.html', async (path, body) => {
  const answer = await get(path);
  expect({ status: answer.statusCode, body: bareOf(answer.body) }).toEqual({ status: 200, body });
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('a conditional request for an unchanged page gets 304', async () => {
  const { etag } = (await get('/services')).headers;
  expect(etag).toBeDefined();
  const again = await get('/services', { 'if-none-match': String(etag) });
  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
});

test.each([
  '/assets',
  '/assets/',
  '/assets/missing.js',
  '/assets/index-Ab12.js/x',
  '/assets/../assets/missing.js',
  '/assets/%2e%2e/index.html',
  '/api',
  '/api/',
  '/api/nothing',
])('the path %s returns 404 as JSON', async (path) => {
  const { status, headers, body } = await sendRaw(port, requestBytes(`GET ${path}`, {}));
  expect({ status, type: headers['content-type'], body: JSON.parse(body) }).toEqual({
    status: 404,
    type: 'application/json; charset=utf-8',
    body: { error: 'Tražena adresa ne postoji.', code: 'unknown_path' },
  });
});

test.each([
  '/../secret.txt',
  '/../../secret.txt',
  '/assets/../../secret.txt',
  '/assets/../../../assets/secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '/.%00./secret.txt',
  '/%252e%252e/secret.txt',
  '/....//secret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '//../secret.txt',
  'http://x/../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
])('the path %s does not reach files outside of the folder', async (path) => {
  const { status, body } = await sendRaw(port, requestBytes(`GET ${path}`, {}));
  expect([200, 404]).toContain(status);
  expect(body).not.toContain(SECRET);
});

test.each([
  ['POST', '/'],
  ['PUT', '/services'],
  ['DELETE', '/index.html'],
  ['POST', '/assets/index-Ab12.js'],
] as const)('returns 404 for %s %s, which is not an endpoint', async (method, url) => {
  const answer = await salon.app.inject({ method, url });
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({
    status: 404,
    code: 'unknown_path',
  });
});

test('unusual conditional headers never cause a 5xx', async () => {
  for (const headers of [
    { 'if-match': '"other"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { range: 'bytes=999999-' },
    { range: 'nonsense' },
    { 'if-none-match': 'x'.repeat(5000) },
    { 'accept-encoding': 'x'.repeat(5000) },
  ] as Record<string, string>[])
    for (const path of ['/', '/assets/index-Ab12.js'])
      expect((await get(path, headers)).statusCode, JSON.stringify(headers).slice(0, 60)).toBeLessThan(500);
  expect(salon.log()).not.toContain('crash');
});

test('HEAD of a page returns the same headers as GET, but no body', async () => {
  const answer = await salon.app.inject({
    method: 'HEAD',
    url: '/assets/index-Ab12.js',
    headers: { 'accept-encoding': 'br' },
  });
  expect(answer.headers).toMatchObject({ 'cache-control': IMMUTABLE, 'content-encoding': 'br' });
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '' });
});
