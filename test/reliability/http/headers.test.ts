import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { errors } from '../../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { contentsOf } from '../../support/contents.ts';
import { createFixture } from '../../support/request-examples.ts';
import { openSalon } from '../../support/salon.ts';
import { salon, withSalon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';
import { portOf, type RawAnswer, requestBytes, sendRaw } from './raw.ts';
import { EARLY, makePages } from './small-pages.ts';

const EARLY_HASH = createHash('sha256').update(EARLY).digest('base64');
const OF_ANSWERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': undefined,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const OF_PAGES = {
  ...OF_ANSWERS,
  'content-security-policy':
    `default-src 'self';script-src 'self' 'sha256-${EARLY_HASH}';style-src 'self' 'unsafe-inline';img-src 'self' data:;` +
    "font-src 'self';connect-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};
const NEVER = /^(access-control-|set-cookie$|server$|x-powered-by$|x-ratelimit-|strict-transport-security$)/;

const pages = makePages();
withSalon('sqlite', { pagesDirectory: pages.folder, emptyBeforeEach: true });
let port: number;
beforeAll(async () => {
  port = await portOf(salon.app);
});
afterAll(pages.remove);

function expectSafe(what: string, { headers }: Pick<RawAnswer, 'headers'>, exact: object = OF_ANSWERS): void {
  const found = Object.fromEntries(Object.keys(exact).map((name) => [name, headers[name]]));
  expect({ what, ...found }).toEqual({ what, ...exact });
  expect({ what, never: Object.keys(headers).filter((name) => NEVER.test(name)) }).toEqual({
    what,
    never: [],
  });
}
const FROM_ELSEWHERE = { Origin: 'https://elsewhere.test', Cookie: 'a=b' };

test('every API response, including errors, has the security headers and Cache-Control: no-store for every user', async () => {
  trial({ what: 'headers', cases: 4 * endpoints.length });
  const { owner, requestExamples } = await createFixture(salon);
  for (const entry of endpoints as readonly Endpoint[]) {
    const example = requestExamples[`${entry.method} ${entry.path}` as EndpointName];
    const path = `/api${entry.path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]))}?${new URLSearchParams(example.query)}`;
    const body = example.body ? JSON.stringify(example.body) : '';
    for (const token of [null, owner.token, salon.admin.token, 'x'.repeat(43)]) {
      const Authorization = token && `Bearer ${token}`;
      const type = { 'Content-Type': body ? 'application/json' : null };
      const what = `${entry.method} ${path}`;
      const answer = await sendRaw(
        port,
        requestBytes(what, { ...FROM_ELSEWHERE, Authorization, ...type }, body),
      );
      expectSafe(what, answer);
      expect({ what, stored: answer.headers['cache-control'] }).toEqual({ what, stored: 'no-store' });
      if (answer.status !== 204)
        expect(answer.headers['content-type']).toMatch(
          /^(application\/json; charset=utf-8|text\/calendar; charset=utf-8|text\/event-stream)$/,
        );
    }
  }
});

test.each([
  ['GET /api', 404, OF_ANSWERS],
  ['GET /api/nothing', 404, OF_ANSWERS],
  ['GET /api/%', 404, OF_ANSWERS],
  ['GET /api/%ff/x', 404, OF_ANSWERS],
  ['GET /%61pi/services', 200, OF_ANSWERS],
  ['GET //api/services', 200, OF_PAGES],
  ['PATCH /api/services', 404, OF_ANSWERS],
  ['TRACE /api/services', 404, OF_ANSWERS],
  ['OPTIONS /api/services', 404, OF_ANSWERS],
  ['OPTIONS *', 404, OF_ANSWERS],
  ['GET /', 200, OF_PAGES],
  ['HEAD /login', 200, OF_PAGES],
  ['GET /admin/appoitments', 200, OF_PAGES],
  ['GET /%', 200, OF_PAGES],
  ['GET /%c0%ae%c0%ae/etc/passwd', 200, OF_PAGES],
  ['GET /assets/index-Ab12.js', 200, OF_PAGES],
  ['GET /assets/nothing.js', 404, OF_ANSWERS],
  ['GET /robots.txt', 200, OF_PAGES],
  ['GET /sitemap.xml', 200, OF_PAGES],
  ['POST /', 404, OF_ANSWERS],
  ['GET http://elsewhere.test/api/services', 200, OF_ANSWERS],
] as const)(
  'the response to %s (%i) has the headers of an API response or of a page',
  async (line, status, exact) => {
    trial({ what: 'headers', cases: 1 });
    const preflight = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    const answer = await sendRaw(port, requestBytes(line, { ...FROM_ELSEWHERE, ...preflight }));
    expect(answer.status).toBe(status);
    expectSafe(line, answer, exact);
  },
);

test.each(['/', '/assets/index-Ab12.js'])(
  'a 304 for %s has the security headers, because browsers replace the cached headers',
  async (path) => {
    const first = await sendRaw(port, requestBytes(`GET ${path}`, {}));
    const known = { 'If-None-Match': first.headers.etag ?? '' };
    const again = await sendRaw(port, requestBytes(`GET ${path}`, known));
    expect(again.status).toBe(304);
    expectSafe(path, again, OF_PAGES);
  },
);

test.each([
  ['no Host', { Host: null }],
  ['two Hosts', { host: 'elsewhere.test' }],
  ['two equal Hosts', { host: 'salon.test' }],
  ['an unknown expectation', { Expect: 'the-unexpected' }],
] as const)(
  'a request with %s gets an error in the usual format with the usual headers',
  async (what, headers) => {
    for (const line of ['GET /api/services', 'POST /api/auth/login', 'GET /', 'GET /api/nothing']) {
      const answer = await sendRaw(port, requestBytes(line, headers));
      const { broken_request } = errors;
      expect({ line, status: answer.status, body: answer.body }).toEqual({
        line,
        status: broken_request.status,
        body: JSON.stringify({ error: broken_request.text, code: 'broken_request' }),
      });
      expectSafe(`${line} with ${what}`, answer);
    }
  },
);

test('the server accepts HTTP/1.0 requests without Host, and requests that expect 100-continue', async () => {
  expect((await sendRaw(port, 'GET /api/services HTTP/1.0\r\n\r\n')).status).toBe(200);
  const expecting = await sendRaw(port, requestBytes('GET /api/services', { Expect: '100-Continue' }));
  expect([100, 200]).toContain(expecting.status);
});

const OF_ONE_ANSWER = ['content-length', 'content-type', 'connection', 'date', 'keep-alive'];
const fixedOf = ({ headers }: RawAnswer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.includes(name)));
const INVALID_REQUESTS = [
  [400, 'nonsense\r\n\r\n'],
  [400, 'GET / HTTP/9.9\r\n\r\n'],
  [431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
  [408, 'GET / HTTP/1.1\r\nHost: salon'],
] as const;

test.each(['http://salon.test', 'https://salon.test'])(
  'responses to invalid HTTP at %s have the usual headers and a date',
  async (PUBLIC_URL) => {
    trial({ what: 'headers', cases: INVALID_REQUESTS.length });
    const short = { requestMs: 300, idleMs: 5000, checkEveryMs: 50, heartbeatMs: 25_000 };
    const other = await openSalon('sqlite', { settings: { PUBLIC_URL }, timeouts: short });
    const at = await portOf(other.app);
    const usual = await sendRaw(at, requestBytes('GET /api/nothing', {}));
    expect(fixedOf(usual)).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    for (const [status, bytes] of INVALID_REQUESTS) {
      const answer = await sendRaw(at, bytes);
      expect({ status: answer.status, headers: fixedOf(answer) }).toEqual({
        status,
        headers: fixedOf(usual),
      });
      expect(Math.abs(Date.parse(answer.headers.date ?? '') - Date.now())).toBeLessThan(5000);
    }
    await other.close();
  },
);

test('responses contain Strict-Transport-Security if the public URL uses TLS', async () => {
  const behind = await openSalon('sqlite', { settings: { PUBLIC_URL: 'https://salon.test' } });
  const answer = await behind.app.inject({ url: '/api/health' });
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await behind.close();
});

test('GET and HEAD requests to every endpoint change no row', async () => {
  const { owner, requestExamples } = await createFixture(salon);
  const before = await contentsOf(salon.db);
  for (const entry of (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET'))
    for (const method of ['GET', 'HEAD'] as const)
      for (const token of [null, owner.token, salon.admin.token]) {
        const example = requestExamples[`${entry.method} ${entry.path}` as EndpointName];
        const path = `/api${entry.path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]))}?${new URLSearchParams(example.query)}`;
        await sendRaw(port, requestBytes(`${method} ${path}`, { Authorization: token && `Bearer ${token}` }));
      }
  expect(await contentsOf(salon.db)).toEqual(before);
});

test('a GET request to the path of a writing endpoint gets 404', async () => {
  const writing = (endpoints as readonly Endpoint[]).filter(({ method }) => method !== 'GET');
  const reading = new Set(
    (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET').map(({ path }) => path),
  );
  for (const { path } of writing.filter((entry) => !reading.has(entry.path))) {
    const { statusCode } = await salon.app.inject({
      url: `/api${path.replace('{id}', '1')}`,
      headers: { authorization: `Bearer ${salon.admin.token}` },
    });
    // GET /appointments/undo is GET /appointments/{id} with the id 'undo', which does not exist
    expect({ path, statusCode }).toEqual({ path, statusCode: 404 });
  }
});
