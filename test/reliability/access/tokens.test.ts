import { beforeAll, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { aClient } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { portOf, requestBytes, sendRaw } from '../http/raw.ts';

const DEAD = { status: 401, error: errors.login_required.text, code: 'login_required' };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

onBothEngines('session tokens', () => {
  let port: number;
  let token: string;
  beforeAll(async () => {
    port = await portOf(salon.app);
    token = (await aClient(salon)).token ?? '';
  });

  const ask = async (headers: Record<string, string | null>, path = '/auth/me') => {
    const answer = await sendRaw(port, requestBytes(`GET /api${path}`, headers));
    return { status: answer.status, ...(JSON.parse(answer.body) as object) };
  };

  test('a session token has 256 random bits, and no token that differs in one character is valid', async () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
    const others = bySize(2, ALPHABET.length - 1);
    trial({ what: 'tokens', cases: others * token.length });
    for (let at = 0; at < token.length; at++)
      for (let turn = 1; turn <= others; turn++) {
        const other = ALPHABET[(ALPHABET.indexOf(token[at] ?? '') + turn) % ALPHABET.length];
        const flipped = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
        expect(await ask({ Authorization: `Bearer ${flipped}` })).toEqual(DEAD);
      }
  });

  test.each([
    ['an empty header', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the scheme and a space', () => 'Bearer '],
    ['the token alone', () => token],
    ['another scheme', () => `Basic ${token}`],
    ['a token without a space before it', () => `Bearer${token}`],
    ['a token with a comma', () => `Bearer ${token},`],
    ['two tokens', () => `Bearer ${token} ${token}`],
    ['two schemes', () => `Bearer Bearer ${token}`],
    ['a quoted token', () => `Bearer "${token}"`],
    ['a token with padding', () => `Bearer ${token}=`],
    ['a truncated token', () => `Bearer ${token.slice(0, -1)}`],
    ['a token with one more character', () => `Bearer ${token}A`],
    ['a token in upper case', () => `Bearer ${token.toUpperCase()}`],
    ['a token with a tab', () => `Bearer ${token.slice(0, 9)}\t${token.slice(9)}`],
    ['SQL', () => `Bearer ' or '1'='1' -- aaaaaaaaaaaaaaaa`],
    ['an unsigned JSON web token', () => `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"role":"ADMIN"}')}.`],
    ['non-ASCII letters', () => `Bearer ${'š'.repeat(43)}`],
  ])('rejects a session token sent as %s, also where visitors are allowed', async (_what, value) => {
    trial({ what: 'tokens', cases: 1 });
    for (const path of ['/auth/me', '/services'])
      expect(await ask({ Authorization: value() }, path)).toEqual(DEAD);
  });

  test('a session token is accepted only in the Authorization header, not in the URL, a cookie, a body or another header', async () => {
    trial({ what: 'tokens', cases: 8 });
    for (const query of [`?token=${token}`, `?access_token=${token}`, `?authorization=Bearer%20${token}`])
      expect(await ask({}, `/auth/me${query}`)).toEqual(DEAD);
    for (const name of ['Cookie', 'X-Authorization', 'Proxy-Authorization', 'X-Access-Token'])
      expect(await ask({ [name]: `token=${token}; Bearer ${token}` })).toEqual(DEAD);
    const bodied = await sendRaw(
      port,
      requestBytes(
        'POST /api/appointments/1/cancel',
        { 'Content-Type': 'application/json' },
        JSON.stringify({ token, reason: 'x' }),
      ),
    );
    expect(bodied.status).toBe(401);
  });

  test('only the response to the login contains the session token', async () => {
    trial({ what: 'tokens', cases: 4 });
    const person = await aClient(salon);
    for (const path of ['/auth/me', '/auth/me/export', '/client-notifications', '/appointments/past'])
      expect(JSON.stringify(await ask({ Authorization: `Bearer ${person.token}` }, path))).not.toContain(
        person.token,
      );
  });
});
