import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

/**
 * Tests how many mails one caller can cause to strangers by registering accounts with the strangers' addresses
 * (docs/spec/behaviour.md §9.3).
 */

const LIMITED = {
  settings: { RATE_LIMIT: 'on', SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://lunula.rs' },
  emptyBeforeEach: true,
};
const STEP_MINUTES = bySize(60, 11);
const ADDRESS = '203.0.113.7';
const PASSWORD = 'lozinka';

onBothEngines('mails about accounts whose email address belongs to a stranger', LIMITED, () => {
  let post: MailServer;
  beforeEach(async () => {
    post = await openMailServer();
  });
  afterEach(() => post.close());

  const register = async (email: string): Promise<Person> => {
    const body = { name: 'Ana', email, password: PASSWORD, password_confirm: PASSWORD };
    const { token } = await salon.from(ADDRESS).call('POST /auth/register', { body });
    return salon.from(ADDRESS, token);
  };
  const change = async (person: Person, more: { email: string } | { new_password: string }) => {
    const body = { ...more, old_password: PASSWORD };
    const confirmed = 'new_password' in more ? { ...body, new_password_confirm: more.new_password } : body;
    const { token } = await person.call('PUT /auth/me', { body: confirmed });
    return token === null ? person : salon.from(ADDRESS, token);
  };
  const code = (error: unknown) => (error as { code?: string }).code;
  /** Calls `next` three times every STEP_MINUTES, for almost a day. Returns the number of calls that succeed. */
  const changeAllDay = async (next: (n: number) => Promise<unknown>) => {
    const codes = new Set<unknown>();
    let done = 0;
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      for (let n = 0; n < 3; n++)
        await next(done).then(
          () => done++,
          (error: unknown) => codes.add(code(error)),
        );
      await sendMails(salon, post.url);
      salon.clock.advance(STEP_MINUTES);
    }
    expect([...codes]).toEqual(['too_many_actions']);
    return done;
  };

  test('one caller who changes a password again and again causes at most five mails a day to the account’s address', async () => {
    trial({ what: 'abuse', cases: 20 });
    let person = await register('zrtva@drugi.example');
    const done = await changeAllDay(async () => {
      person = await change(person, { new_password: PASSWORD });
    });
    expect(done).toBe(20);
    expect(post.mails.filter(({ to }) => to.includes('zrtva'))).toHaveLength(5);
  });

  test('one caller who changes an account’s email again and again causes at most twenty mails a day to strangers', async () => {
    trial({ what: 'abuse', cases: 20 });
    const person = await register('zrtva0@drugi.example');
    expect(await changeAllDay((n) => change(person, { email: `zrtva${n + 1}@drugi.example` }))).toBe(20);
    expect(post.mails.filter(({ to }) => to.includes('zrtva'))).toHaveLength(20);
  });

  test('a mail about an account is sent at most once an hour, but a different mail about the account is sent immediately', async () => {
    trial({ what: 'abuse', cases: 3 });
    let person = await register('ana@primer.rs');
    for (let n = 0; n < 3; n++) person = await change(person, { new_password: PASSWORD });
    await change(person, { email: 'nova@primer.rs' });
    await sendMails(salon, post.url);
    expect(post.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ana@primer.rs', 'Lozinka vašeg naloga je promenjena'],
      ['ana@primer.rs', 'Email adresa vašeg naloga je promenjena'],
    ]);
    expect(JSON.stringify(await outboxOf(salon))).not.toContain('ana@primer.rs');
  });

  test('queued reset links are sent before queued mails about accounts', async () => {
    trial({ what: 'abuse', cases: 1 });
    await change(await register('ana@primer.rs'), { new_password: PASSWORD });
    salon.clock.advance(1);
    await salon.visitor.call('POST /auth/forgot', { body: { email: 'ana@primer.rs' } });
    await sendMails(salon, post.url);
    expect(post.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Nova lozinka'),
      'Lozinka vašeg naloga je promenjena',
    ]);
  });

  test('accounts with tagged addresses (a+1@…) of one mailbox get five reset links a day together; the oldest account is exempt', async () => {
    trial({ what: 'abuse', cases: 20 });
    const accounts = ['prva+0@primer.rs', ...Array.from({ length: 18 }, (_, n) => `prva+${n + 1}@primer.rs`)];
    for (const email of accounts) await register(email);
    const forget = async (email: string) => {
      await salon.from('203.0.113.8').call('POST /auth/forgot', { body: { email } });
      await sendMails(salon, post.url);
    };
    const links = () => post.mails.filter(({ subject }) => subject.startsWith('Nova lozinka')).length;
    for (const email of accounts.slice(1)) await forget(email);
    expect(links()).toBe(5);
    await forget('prva+0@primer.rs');
    expect(links()).toBe(6);
    await register('prva@primer.rs');
    await forget('prva@primer.rs');
    expect(links()).toBe(7);
  });
});
