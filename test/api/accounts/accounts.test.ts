import { expect, test } from 'vitest';
import { aClient } from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { ADMIN } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const ana = {
  name: 'Ana Anić',
  email: 'Ana@Primer.rs',
  phone: '064 111 222',
  city: 'Novi Sad',
  password: 'lozinka',
  password_confirm: 'lozinka',
};

onBothEngines('accounts', () => {
  const login = (email: string, password: string) =>
    salon.visitor.call('POST /auth/login', { body: { email, password } });

  test('a registration logs the new client in and notifies the owner', async () => {
    const { token, user } = await salon.visitor.call('POST /auth/register', { body: ana });
    expect(user).toEqual({ role: 'CLIENT', name: 'Ana Anić', email: 'Ana@Primer.rs' });
    expect(await salon.as(token).call('GET /auth/me')).toMatchObject({
      phone: '064 111 222',
      city: 'Novi Sad',
    });
    const notifications = await salon.db.selectFrom('admin_notifications').select('type').execute();
    expect(notifications).toEqual([{ type: 'NEW_CLIENT' }]);
  });

  test('email addresses are unique regardless of case, also in concurrent registrations', async () => {
    await expectRefused(
      salon.visitor.call('POST /auth/register', { body: { ...ana, email: 'ANA@primer.RS' } }),
      'email_taken',
    );
    const both = ['par@primer.rs', 'PAR@primer.rs'].map((email) =>
      salon.visitor.call('POST /auth/register', { body: { ...ana, email } }),
    );
    expect(await outcomesOf(both)).toEqual({ ok: 1, email_taken: 1 });
  });

  test('the refusal of a registration or a profile change names the invalid field', async () => {
    const client = await aClient(salon, { password: 'lozinka' });
    const register = (fault: object) =>
      salon.visitor.call('POST /auth/register', { body: { ...ana, email: 'polja@primer.rs', ...fault } });
    const save = (body: object) => client.call('PUT /auth/me', { body });
    const old = { old_password: 'lozinka' };
    const taken = { email: ADMIN.email };
    for (const [refused, code, field] of [
      [() => register({ password: 'lozinke' }), 'passwords_differ', 'password_confirm'],
      [() => register({ password: '12345', password_confirm: '12345' }), 'password_too_short', 'password'],
      [() => register(taken), 'email_taken', 'email'],
      [() => save({}), 'old_password_missing', 'old_password'],
      [() => save({ old_password: 'pogrešna' }), 'old_password_wrong', 'old_password'],
      [() => save({ ...old, new_password: 'nova-lozinka' }), 'new_passwords_differ', 'new_password_confirm'],
      [
        () => save({ ...old, new_password: 'nova', new_password_confirm: 'nova' }),
        'new_password_too_short',
        'new_password',
      ],
      [() => save({ ...old, ...taken }), 'email_taken', 'email'],
    ] as const) {
      const { fields, text } = await expectRefused(refused(), code);
      expect(fields).toEqual({ [field]: text });
    }
  });

  test.each([
    [{ name: ' ' }, 'required_fields_missing'],
    [{ email: '' }, 'required_fields_missing'],
    [{ password: '' }, 'required_fields_missing'],
    [{ password_confirm: 'lozinke' }, 'passwords_differ'],
    [{ password: '12345', password_confirm: '12345' }, 'password_too_short'],
    [{ email: 'nije-adresa' }, 'bad_input'],
    [{ role: 'ADMIN' }, 'bad_input'],
  ] as const)('rejects a registration with %j: %s', async (fault, code) => {
    await expectRefused(
      salon.visitor.call('POST /auth/register', { body: { ...ana, email: 'novo@primer.rs', ...fault } }),
      code,
    );
  });

  test('login gives the same response to a wrong password and an unknown email, and requires both email and password', async () => {
    expect(await login(ADMIN.email.toUpperCase(), ADMIN.password)).toMatchObject({
      role: 'ADMIN',
      name: 'Admin',
    });
    await expectRefused(login(ADMIN.email, 'pogrešna'), 'login_failed');
    await expectRefused(login('niko@primer.rs', 'pogrešna'), 'login_failed');
    await expectRefused(login('', 'x'), 'login_fields_missing');
    await expectRefused(login(ADMIN.email, ''), 'login_fields_missing');
  });

  test('a login with an unknown email also hashes the password', async () => {
    const before = salon.passwords.made();
    await expectRefused(login('niko2@primer.rs', 'pogrešna'), 'login_failed');
    expect(salon.passwords.made()).toBe(before + 1);
  });

  test('a login reveals that an account is inactive only if the password is right', async () => {
    const her = await aClient(salon, { active: 0, password: 'lozinka' });
    await expectRefused(login(her.email ?? '', 'lozinka'), 'account_inactive');
    await expectRefused(login(her.email ?? '', 'pogrešna'), 'login_failed');
    await expectRefused(her.call('GET /auth/me'), 'login_required');
  });

  test('logout ends only the current session', async () => {
    const her = await aClient(salon);
    const other = await salon.loggedIn(her.id);
    await her.call('POST /auth/logout');
    await expectRefused(her.call('GET /auth/me'), 'login_required');
    expect(await other.call('GET /auth/me')).toMatchObject({ id: her.id });
  });

  test('a session expires 30 days after its last use', async () => {
    const her = await aClient(salon);
    const day = 24 * 60;
    salon.clock.advance(29 * day);
    expect(await her.call('GET /auth/me')).toMatchObject({ id: her.id });
    salon.clock.advance(30 * day - 1);
    expect(await her.call('GET /auth/me')).toMatchObject({ id: her.id });
    salon.clock.advance(30 * day);
    await expectRefused(her.call('GET /auth/me'), 'login_required');
  });

  test('saving the profile requires the old password; a new password ends the other sessions', async () => {
    const her = await aClient(salon, { password: 'stara1' });
    const phone = await salon.loggedIn(her.id);
    const save = (body: object) => her.call('PUT /auth/me', { body });
    await expectRefused(save({ name: 'Nova' }), 'old_password_missing');
    await expectRefused(save({ name: 'Nova', old_password: 'druga1' }), 'old_password_wrong');
    await expectRefused(save({ old_password: 'stara1', new_password: 'nova12' }), 'new_passwords_differ');
    await expectRefused(
      save({ old_password: 'stara1', new_password: 'nova1', new_password_confirm: 'nova1' }),
      'new_password_too_short',
    );
    expect(await save({ name: 'Nova', city: null, old_password: 'stara1' })).toMatchObject({
      name: 'Nova',
      city: null,
      token: null,
    });
    const saved = await save({
      old_password: 'stara1',
      new_password: 'nova12',
      new_password_confirm: 'nova12',
    });
    await expectRefused(phone.call('GET /auth/me'), 'login_required');
    await expectRefused(her.call('GET /auth/me'), 'login_required');
    expect(await salon.as(saved.token).call('GET /auth/me')).toMatchObject({ name: 'Nova' });
    await expectRefused(login(her.email ?? '', 'stara1'), 'login_failed');
    expect(await login(her.email ?? '', 'nova12')).toMatchObject({ role: 'CLIENT' });
  });
});

onBothEngines('rate limit of password checks', { settings: { RATE_LIMIT: 'on' } }, () => {
  test('allows 10 password checks per account and IP address in 15 minutes, even if they are concurrent; other accounts can still log in', async () => {
    const guess = () =>
      salon.visitor.call('POST /auth/login', { body: { email: ADMIN.email, password: 'pogodi' } });
    const before = salon.passwords.made();
    expect(await outcomesOf(Array.from({ length: 25 }, guess))).toEqual({
      login_failed: 10,
      too_many_logins: 15,
    });
    expect(salon.passwords.made() - before).toBe(10);
    await expectRefused(salon.visitor.call('POST /auth/login', { body: { ...ADMIN } }), 'too_many_logins');
    const her = await aClient(salon, { password: 'lozinka' });
    expect(
      await salon.visitor.call('POST /auth/login', { body: { email: her.email ?? '', password: 'lozinka' } }),
    ).toMatchObject({ role: 'CLIENT' });
    salon.clock.advance(16);
    expect(await salon.visitor.call('POST /auth/login', { body: { ...ADMIN } })).toMatchObject({
      role: 'ADMIN',
    });
  });

  test('the log contains no email, password or token', () => {
    expect(salon.log()).toContain('/api/auth/login');
    for (const secret of [ADMIN.email, ADMIN.password, 'pogodi', salon.admin.token ?? '?'])
      expect(salon.log()).not.toContain(secret);
  });
});
