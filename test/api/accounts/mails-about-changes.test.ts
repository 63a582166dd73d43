import { afterEach, beforeEach, expect, test } from 'vitest';
import { aClient } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const SMTP = { settings: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://lunula.rs' } };
const PASSWORD = 'stara-lozinka';
let serial = 0;

onBothEngines('mails about account changes', SMTP, () => {
  let post: MailServer;
  beforeEach(async () => {
    salon.clock.set(NOW);
    await salon.db.deleteFrom('outbox').execute();
    post = await openMailServer();
  });
  afterEach(() => post.close());
  const aKnown = async () => {
    const email = `stara${++serial}@primer.rs`;
    return { ...(await aClient(salon, { email, password: PASSWORD })), email };
  };
  const subjects = async () => {
    await sendMails(salon, post.url);
    return post.mails.map(({ to, subject }) => [to, subject]);
  };

  test('reports a changed email address in a mail to the old address, and then deletes the old address', async () => {
    const client = await aKnown();
    const email = `nova${serial}@primer.rs`;
    await client.call('PUT /auth/me', { body: { email, old_password: PASSWORD } });
    expect(await subjects()).toEqual([[client.email, 'Email adresa vašeg naloga je promenjena']]);
    expect(post.mails[0]?.text).toContain('Ako to niste bili vi, odmah pozovite salon.');
    expect(JSON.stringify(await outboxOf(salon))).not.toContain(client.email);
  });

  test('deletes the old address also if the mail server received the mail but did not respond', async () => {
    const client = await aKnown();
    await client.call('PUT /auth/me', { body: { email: `nova${serial}@primer.rs`, old_password: PASSWORD } });
    post.next({ at: 'content', reply: 'hang-up' });
    await sendMails(salon, post.url);
    expect(post.contentsSeen()).toBe(1);
    expect(JSON.stringify(await outboxOf(salon))).not.toContain(client.email);
  });

  test('sends a mail about a new password even to a user who switched mails off, but sends no mail about a new phone', async () => {
    const client = await aKnown();
    const old_password = PASSWORD;
    await client.call('PUT /auth/me', { body: { phone: '064 100001', mail_on: 0, old_password } });
    expect(await subjects()).toEqual([]);
    const both = { new_password: 'nova-lozinka', new_password_confirm: 'nova-lozinka' };
    await client.call('PUT /auth/me', { body: { ...both, old_password } });
    expect(await subjects()).toEqual([[client.email, 'Lozinka vašeg naloga je promenjena']]);
  });

  test('sends a mail about a password that was set with a reset link', async () => {
    const client = await aKnown();
    await salon.visitor.call('POST /auth/forgot', { body: { email: client.email } });
    await sendMails(salon, post.url);
    const token = /#token=([\w-]+)/.exec(post.mails[0]?.text ?? '')?.[1] ?? '';
    const both = { new_password: 'nova-lozinka', new_password_confirm: 'nova-lozinka' };
    await salon.visitor.call('POST /auth/reset', { body: { token, ...both } });
    expect((await subjects()).at(-1)).toEqual([client.email, 'Lozinka vašeg naloga je promenjena']);
  });

  test('sends a mail about an account deletion, and then deletes the address from every table', async () => {
    const client = await aKnown();
    await client.call('POST /auth/me/delete', { body: { password: PASSWORD } });
    expect(await subjects()).toEqual([[client.email, 'Vaš nalog je obrisan']]);
    expect(JSON.stringify(await contentsOf(salon.db))).not.toContain(client.email);
  });

  test('reports a changed email address to the old address even if the account is deleted before the mail is sent', async () => {
    const client = await aKnown();
    const email = `nova${serial}@primer.rs`;
    await client.call('PUT /auth/me', { body: { email, old_password: PASSWORD } });
    await client.call('POST /auth/me/delete', { body: { password: PASSWORD } });
    expect(await subjects()).toEqual([
      [client.email, 'Email adresa vašeg naloga je promenjena'],
      [email, 'Vaš nalog je obrisan'],
    ]);
    const contents = JSON.stringify(await contentsOf(salon.db));
    for (const address of [client.email, email]) expect(contents).not.toContain(address);
  });

  test('an email address that looks like an existing address is either treated as the same address or rejected', async () => {
    const client = await aKnown();
    const register = (email: string) =>
      salon.visitor.call('POST /auth/register', {
        body: { name: 'Druga', email, password: 'lozinka', password_confirm: 'lozinka' },
      });
    const fullWidth = client.email.replace('s', 'ｓ').replace('@', '＠');
    for (const same of [fullWidth, `${client.email}\u200b`, client.email.replace('t', 't\u200d')])
      await expectRefused(register(same), 'email_taken');
    for (const alike of [
      client.email.replace('primer', 'prımer'),
      client.email.replace('a', 'а'), // this address contains a Cyrillic letter that looks like a Latin letter
    ])
      await expectRefused(register(alike), 'bad_input');
  });
});

onBothEngines('account deletion without a mail server', () => {
  test('deletes the addresses of a deleted account from its unsent mails', async () => {
    const client = await aClient(salon, { email: 'bila@primer.rs', password: PASSWORD });
    await client.call('PUT /auth/me', { body: { email: 'odlazi@primer.rs', old_password: PASSWORD } });
    await client.call('POST /auth/me/delete', { body: { password: PASSWORD } });
    const contents = JSON.stringify(await contentsOf(salon.db));
    for (const address of ['bila@primer.rs', 'odlazi@primer.rs']) expect(contents).not.toContain(address);
  });
});
