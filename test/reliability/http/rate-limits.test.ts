import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { aClient } from '../../support/builders.ts';
import { engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { ADMIN, openSalon, type Salon } from '../../support/salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const RESET_MAX = 30;
const CALLS_MAX = 1200;
const PROXY = '10.0.0.1';

let salon: Salon;
const open = async (settings: Record<string, string> = {}) => {
  salon = await openSalon('sqlite', { settings: { RATE_LIMIT: 'on', ...settings } });
};
afterEach(() => salon.close());

type From = { remoteAddress?: string; forwarded?: string; token?: string | null };
const post = (path: string, body: object, { remoteAddress = '203.0.113.7', forwarded, token }: From = {}) =>
  salon.app.inject({
    method: 'POST',
    url: `/api${path}`,
    remoteAddress,
    headers: {
      ...(forwarded && { 'x-forwarded-for': forwarded }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: body,
  });
const LINK = { token: 'x', new_password: 'lozinka', new_password_confirm: 'lozinka' };
const DEAD_LINK = 400;
const reset = async (from: From = {}) => (await post('/auth/reset', LINK, from)).statusCode;
/** Sends `count` requests. Returns how many were not rate limited. */
async function answered(count: number, from: (n: number) => From): Promise<number> {
  let let_in = 0;
  for (let n = 0; n < count; n++) if ((await reset(from(n))) === DEAD_LINK) let_in++;
  return let_in;
}

test('one request over the limit gets 429 in Serbian with Retry-After; other addresses are not affected', async () => {
  await open();
  expect(await answered(RESET_MAX, () => ({}))).toBe(RESET_MAX);
  const refused = await post('/auth/reset', LINK);
  expect({ status: refused.statusCode, ...refused.json() }).toEqual({
    status: 429,
    error: errors.too_many_requests.text,
    code: 'too_many_requests',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect(Object.keys(refused.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  expect(await reset({ remoteAddress: '203.0.113.8' })).toBe(DEAD_LINK);
});

test('a /56 prefix can send four times as many requests as a /64, and a /48 prefix sixteen times as many', async () => {
  await open();
  const of56 = (n: number) => ({ remoteAddress: `2001:db8:1:${n.toString(16)}::1` });
  expect(await answered(RESET_MAX * 5, of56)).toBe(RESET_MAX * 4);
  const of48 = (n: number) => ({ remoteAddress: `2001:db8:1:${(0x100 + n * 5).toString(16)}::1` });
  expect(await answered(RESET_MAX * 14, of48)).toBe(RESET_MAX * 11);
  expect(await reset({ remoteAddress: '2001:db8:2::1' })).toBe(DEAD_LINK);
});

test('an endpoint without a special limit has the general, larger limit, counted per endpoint; /health has no limit', async () => {
  await open();
  const get = async (path: string) => (await salon.app.inject({ url: `/api${path}` })).statusCode;
  for (let n = 0; n < CALLS_MAX; n++) expect(await get('/salon')).toBe(200);
  expect(await get('/salon')).toBe(429);
  expect(await get('/services')).toBe(200);
  for (let n = 0; n <= CALLS_MAX; n++) expect(await get('/health')).toBe(200);
});

test('a caller who exceeded the limit stays limited after requests from thousands of other callers', async () => {
  await open();
  expect(await answered(RESET_MAX + 1, () => ({}))).toBe(RESET_MAX);
  for (let n = 0; n < 5200; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, k) =>
        reset({ remoteAddress: `10.${(n + k) >> 8}.${(n + k) & 255}.1` }),
      ),
    );
  expect(await reset()).toBe(429);
});

test('RATE_LIMIT=off turns off all rate limits', async () => {
  await open({ RATE_LIMIT: 'off' });
  expect(await answered(RESET_MAX + 5, () => ({}))).toBe(RESET_MAX + 5);
});

test.each([
  [
    'X-Forwarded-For is ignored without a trusted proxy',
    {},
    (n: number) => ({ forwarded: `198.51.100.${n}` }),
    RESET_MAX,
  ],
  [
    'X-Forwarded-For is ignored when it does not come from the proxy',
    { TRUST_PROXY: PROXY },
    (n: number) => ({ forwarded: `198.51.100.${n}` }),
    RESET_MAX,
  ],
  [
    'X-Forwarded-For is used when it comes from the proxy',
    { TRUST_PROXY: PROXY },
    (n: number) => ({ remoteAddress: PROXY, forwarded: `198.51.100.${n}` }),
    RESET_MAX + 5,
  ],
  [
    'addresses in X-Forwarded-For before the one that a trusted proxy added are ignored',
    { TRUST_PROXY: `${PROXY}, 192.168.0.0/16` },
    (n: number) => ({ remoteAddress: PROXY, forwarded: `198.51.100.${n}, 203.0.113.9, 192.168.1.1` }),
    RESET_MAX,
  ],
  [
    'invalid addresses in X-Forwarded-For count as one address',
    { TRUST_PROXY: PROXY },
    () => ({ remoteAddress: PROXY, forwarded: "<script>'; drop table users" }),
    RESET_MAX,
  ],
  [
    'the addresses of one IPv6 network count as one',
    {},
    (n: number) => ({ remoteAddress: `2001:db8:1:2:${n}::1` }),
    RESET_MAX,
  ],
] as const)('the address that is counted for the rate limit: %s', async (_what, settings, from, expected) => {
  trial({ what: 'guessing', cases: RESET_MAX + 5 });
  await open(settings);
  expect(await answered(RESET_MAX + 5, from)).toBe(expected);
});

describe.each(engines)('limits of password guesses (%s)', (engine) => {
  const TRIES = bySize(30, 10_000);
  const AT_ONCE = 30; // as many concurrent guesses as fit into the queue of password hashes
  beforeEach(async () => {
    salon = await openSalon(engine, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: PROXY } });
  });
  const login = (email: string, password: string, from: From = {}) =>
    post('/auth/login', { email, password }, from);

  test('password guesses for one account, also with other spellings and forged addresses, cause at most 10 hashes; the owner can log in from elsewhere', async () => {
    trial({ what: 'guessing', cases: TRIES });
    const before = salon.passwords.made();
    const spelled = [ADMIN.email, ADMIN.email.toUpperCase(), ` ${ADMIN.email} `];
    const guess = (n: number) =>
      login(spelled[n % spelled.length] ?? '', `pogodak${n}`, { forwarded: `198.51.100.${n % 250}` });
    const statuses: number[] = [];
    while (statuses.length < TRIES) {
      const wave = Array.from({ length: AT_ONCE }, (_, n) => guess(statuses.length + n));
      statuses.push(...(await Promise.all(wave)).map((answer) => answer.statusCode));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(salon.passwords.made() - before).toBe(10);
    const refused = await login(ADMIN.email, ADMIN.password);
    const code = bySize<'too_many_logins' | 'too_many_requests'>('too_many_logins', 'too_many_requests'); // in the large run, the guesses also exceed the limit of requests per caller
    expect({ status: refused.statusCode, ...refused.json() }).toEqual({
      status: 429,
      error: errors[code].text,
      code,
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(ADMIN.email, ADMIN.password, { remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  });

  test('one IP address that tries one password on many accounts causes at most 100 password hashes', async () => {
    trial({ what: 'guessing', cases: 150 });
    const before = salon.passwords.made();
    const statuses: number[] = [];
    for (let n = 0; n < 150; n++) statuses.push((await login(`neko${n}@primer.rs`, 'lozinka1')).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(salon.passwords.made() - before).toBe(100);
  });

  test('wrong old passwords sent with a stolen token count like wrong logins', async () => {
    trial({ what: 'guessing', cases: 15 });
    const client = await aClient(salon, { password: 'lozinka' });
    const before = salon.passwords.made();
    for (let n = 0; n < 15; n++)
      await salon.app.inject({
        method: 'PUT',
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${client.token}` },
        payload: { old_password: `pogodak${n}` },
      });
    expect(salon.passwords.made() - before).toBe(10);
  });
});

test('the count of wrong passwords survives a restart', async () => {
  trial({ what: 'guessing', cases: 1 });
  const place = await freshPlace('sqlite');
  const settings = { RATE_LIMIT: 'on' };
  salon = await openSalon('sqlite', { settings, database: await openAt(place) });
  const guess = async () =>
    (await post('/auth/login', { email: ADMIN.email, password: 'pogrešna' })).statusCode;
  for (let n = 0; n < 10; n++) expect(await guess()).toBe(401);
  await salon.close();
  salon = await openSalon('sqlite', { settings, database: await openAt(place) });
  expect(await guess()).toBe(429);
  salon.clock.advance(14);
  expect(await guess()).toBe(429);
  salon.clock.advance(1);
  expect(await guess()).toBe(401);
});
