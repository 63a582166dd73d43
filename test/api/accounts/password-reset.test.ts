import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppointmentId, toId } from '../../../src/domain/ids.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/settings.ts';
import { queueNextResetLink } from '../../../src/server/accounts/reset-password.ts';
import { renderEmail } from '../../../src/server/mail/render.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { aClient } from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { ADMIN, NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const NEW = 'nova-lozinka';
const ROUNDS = bySize(12, 400);
const TURNS = 8;
const both = (password: string) => ({ new_password: password, new_password_confirm: password });

onBothEngines('password reset', { settings: { PUBLIC_URL: 'https://lunula.rs' } }, () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  beforeEach(async () => {
    salon.clock.set(NOW);
    post.mails.length = 0;
    await salon.db.deleteFrom('outbox').execute();
    await salon.db.deleteFrom('reset_links').execute();
  });
  const forgot = (email: string) => salon.visitor.call('POST /auth/forgot', { body: { email } });
  const reset = (token: string, password = NEW) =>
    salon.visitor.call('POST /auth/reset', { body: { token, ...both(password) } });
  const login = (email: string, password: string) =>
    salon.visitor.call('POST /auth/login', { body: { email, password } });
  const tokenOf = (text = '') => /https:\/\/lunula\.rs\/reset#token=([\w-]{43})\n/.exec(text)?.[1] ?? '';
  const mailedToken = async (email: string) => {
    await forgot(email);
    await sendMails(salon, post.url);
    return tokenOf(post.mails.at(-1)?.text);
  };
  const aKnown = async () => {
    const client = await aClient(salon, { password: 'stara-lozinka' });
    return { ...client, email: client.email ?? '' };
  };

  test('sets a new password with the mailed link, and ends every session of the account', async () => {
    const client = await aKnown();
    const other = await salon.loggedIn(client.id);
    const token = await mailedToken(client.email.toUpperCase());
    expect(post.mails[0]).toMatchObject({ subject: 'Nova lozinka', calendar: [] });
    await reset(token);
    await expectRefused(client.call('GET /auth/me'), 'login_required');
    await expectRefused(other.call('GET /auth/me'), 'login_required');
    await expectRefused(login(client.email, 'stara-lozinka'), 'login_failed');
    expect(await login(client.email, NEW)).toMatchObject({ email: client.email });
  });

  test('sets a new password for the owner with a mailed link', async () => {
    await reset(await mailedToken(ADMIN.email), ADMIN.password);
    expect(await login(ADMIN.email, ADMIN.password)).toMatchObject({ role: 'ADMIN' });
  });

  test('accepts a reset link once, and then invalidates the account’s other reset links', async () => {
    const { email } = await aKnown();
    const first = await mailedToken(email);
    salon.clock.advance(3);
    const second = await mailedToken(email);
    expect(second).not.toBe(first);
    await reset(first);
    await expectRefused(reset(first), 'reset_link_dead');
    await expectRefused(reset(second), 'reset_link_dead');
  });

  test('accepts one of several concurrent uses of a reset link, and saves only the password of that request', async () => {
    const { email } = await aKnown();
    const token = await mailedToken(email);
    const passwords = Array.from({ length: 8 }, (_, n) => `lozinka-${n}`);
    expect(await outcomesOf(passwords.map((password) => reset(token, password)))).toEqual({
      ok: 1,
      reset_link_dead: 7,
    });
    expect(await outcomesOf(passwords.map((password) => login(email, password)))).toEqual({
      ok: 1,
      login_failed: 7,
    });
  });

  test.each([
    [60 * 60_000 - 1, true],
    [60 * 60_000, false],
  ])('a reset link works %s ms after it was sent: %s', async (ms, works) => {
    const { email } = await aKnown();
    const token = await mailedToken(email);
    salon.clock.advanceMs(ms);
    if (works) await reset(token);
    else await expectRefused(reset(token), 'reset_link_dead');
  });

  test('rejects invented, truncated and empty reset tokens without hashing a password', async () => {
    const { email } = await aKnown();
    const token = await mailedToken(email);
    const before = salon.passwords.made();
    for (const wrong of ['', 'x', token.slice(1), `${token}A`, token.toUpperCase()])
      await expectRefused(reset(wrong), 'reset_link_dead');
    expect(salon.passwords.made()).toBe(before);
    await reset(token);
  });

  test('a reset link stays valid after a rejected password', async () => {
    const { email } = await aKnown();
    const token = await mailedToken(email);
    const body = { token, new_password: NEW, new_password_confirm: `${NEW} ` };
    await expectRefused(salon.visitor.call('POST /auth/reset', { body }), 'new_passwords_differ');
    await expectRefused(reset(token, 'kratk'), 'new_password_too_short');
    await reset(token, 'kratka');
  });

  test('a new password, a new email address or a deactivation invalidates the reset link', async () => {
    const own = await aKnown();
    const first = await mailedToken(own.email);
    const body = { old_password: 'stara-lozinka', ...both('druga-lozinka') };
    await own.call('PUT /auth/me', { body });
    await expectRefused(reset(first), 'reset_link_dead');
    const moved = await aKnown();
    const second = await mailedToken(moved.email);
    await moved.call('PUT /auth/me', { body: { old_password: 'stara-lozinka', email: 'nova@primer.rs' } });
    await expectRefused(reset(second), 'reset_link_dead');
    const gone = await aKnown();
    const third = await mailedToken(gone.email);
    const owner = await salon.loggedIn(salon.admin.id);
    await owner.call('PUT /users/{id}', { params: { id: gone.id }, body: { active: 0 } });
    await expectRefused(reset(third), 'reset_link_dead');
  });

  test('if the email address is replaced while the mail is being written, a link for the old address does not work', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, email } = await aKnown();
      const mail = {
        userId: id,
        toEmail: null,
        queuedMs: 0,
        appointmentId: toId<AppointmentId>(0),
        bookingId: null,
      };
      const { db, config, clock } = salon.platform;
      const write = async () => {
        for (let turn = 0; turn < round % TURNS; turn++) await nextTurn();
        return renderEmail(
          { kind: 'RESET_LINK', content: {} },
          { db, config, clock, settings: DEFAULT_SETTINGS, now: readClock(clock), ...mail },
        );
      };
      const change = { params: { id }, body: { email: `nova-${email}` } };
      const owner = await salon.loggedIn(salon.admin.id);
      const [letter] = await Promise.all([write(), owner.call('PUT /users/{id}', change)]);
      const links = salon.db.selectFrom('reset_links').select('token_hash').where('user_id', '=', id);
      const isAlive = (await links.execute()).length > 0;
      const address = typeof letter === 'string' ? letter : letter.to.address;
      expect({ address, isAlive }).toEqual({ address, isAlive: address === change.body.email });
    }
  });

  test('users who switched mails off also get reset links, but deactivated accounts do not', async () => {
    const off = await aKnown();
    await salon.db.updateTable('users').set({ mail_on: 0 }).where('id', '=', off.id).execute();
    expect(await mailedToken(off.email)).not.toBe('');
    const { email } = await aClient(salon, { active: 0 });
    expect(await mailedToken(email ?? '')).not.toBe('');
    expect(post.mails).toHaveLength(1);
  });

  test('requires growing intervals, of at most an hour, between the reset mails of an account', async () => {
    const { email } = await aKnown();
    for (const account of [email, 'nepoznata@primer.rs']) {
      salon.clock.set(NOW);
      await salon.db.deleteFrom('outbox').execute();
      for (let minute = 0; minute < 24 * 60; minute++) {
        if (minute % 10 < 2 || minute < 40) await askQuickly(account);
        salon.clock.advance(1);
      }
      const at = (await outboxOf(salon)).map(({ created_at }) => created_at);
      const gaps = at.slice(1).map((ms, n) => (ms - (at[n] ?? 0)) / 60_000);
      expect(gaps.slice(0, 4)).toEqual([2, 4, 8, 15]);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(60);
      expect(at.length).toBeLessThan(32);
    }
  });
  /** Requests a reset without the endpoint, which responds only after a fixed delay. */
  const askQuickly = (email: string) =>
    inTransaction(salon.db, (trx) => queueNextResetLink(trx, email, salon.clock.ms()));

  test('concurrent reset requests cause one mail', async () => {
    const { email } = await aKnown();
    await Promise.all(Array.from({ length: 10 }, () => forgot(email)));
    salon.clock.advance(3);
    await Promise.all(Array.from({ length: 10 }, () => forgot(email)));
    expect(await outboxOf(salon)).toHaveLength(2);
  });

  test('several reset requests within two minutes cause one mail', async () => {
    const { email } = await aKnown();
    salon.clock.set('2026-11-17 12:00:00');
    for (let n = 0; n < 5; n++) await forgot(email);
    await sendMails(salon, post.url);
    salon.clock.set('2026-11-17 12:01:59');
    await mailedToken(email);
    expect(post.mails).toHaveLength(1);
    salon.clock.set('2026-11-17 12:02:00');
    await mailedToken(email);
    expect(post.mails).toHaveLength(2);
  });

  test('reset requests for a known and for an unknown email address get the same response and cause the same work', async () => {
    const known = await aKnown();
    const ask = async (email: string) => {
      const response = await salon.app.inject({
        method: 'POST',
        url: '/api/auth/forgot',
        payload: { email },
      });
      const { date: _now, ...headers } = response.headers;
      return { status: response.statusCode, headers, body: response.rawPayload.toString('hex') };
    };
    const first = await ask(known.email);
    expect(first).toMatchObject({ status: 204, body: '' });
    expect(await ask('niko@primer.rs')).toEqual(first);
    expect(await ask((await aClient(salon, { active: 0 })).email ?? '')).toEqual(first);
    const rows = await outboxOf(salon);
    const nothingOfHers = ({ id: _id, user_id: _user, once_key: _key, ...row }: (typeof rows)[number]) => row;
    expect(new Set(rows.map((row) => JSON.stringify(nothingOfHers(row)))).size).toBe(1);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(1);
  });

  test('no table and no log line contains a reset token', async () => {
    const { email } = await aKnown();
    const token = await mailedToken(email);
    await reset(token);
    for (const table of ['reset_links', 'outbox', 'users', 'sessions'] as const)
      expect(JSON.stringify(await salon.db.selectFrom(table).selectAll().execute())).not.toContain(token);
    expect(salon.log()).not.toContain(token);
    expect(salon.log()).not.toContain(email);
  });
});
