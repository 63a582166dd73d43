import { beforeEach, expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { aClient } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const MINA = { email: 'mina@primer.rs', password: 'lozinka-mine' };

onBothEngines('the login of a technician', { emptyBeforeEach: true }, () => {
  let id: TechnicianId;
  beforeEach(async () => {
    const mina = await salon.admin.call('POST /technicians', { body: { name: 'Mina', ...MINA } });
    expect(mina).toMatchObject({ name: 'Mina', email: MINA.email });
    expect(mina).not.toHaveProperty('password');
    ({ id } = mina);
  });
  const edit = (body: { name?: string; email?: string | null; password?: string; is_active?: 0 | 1 }) =>
    salon.admin.call('PUT /technicians/{id}', { params: { id }, body });
  const logIn = (body = MINA) => salon.visitor.call('POST /auth/login', { body });
  const mina = async () => salon.as((await logIn()).token);

  test('a technician can log in with the password that the owner set; the profile contains role and technician', async () => {
    expect(await logIn()).toMatchObject({ role: 'TECHNICIAN', name: 'Mina', email: MINA.email });
    const me = await (await mina()).call('GET /auth/me');
    expect(me).toMatchObject({ role: 'TECHNICIAN', technician_id: id, name: 'Mina' });
    const ana = await aClient(salon);
    expect(await ana.call('GET /auth/me')).toMatchObject({ role: 'CLIENT', technician_id: null });
    const body = { phone: '063 555 0184', old_password: MINA.password };
    expect(await (await mina()).call('PUT /auth/me', { body })).toMatchObject({ technician_id: id });
    await expectRefused(
      (await mina()).call('POST /auth/me/delete', { body: { password: MINA.password } }),
      'not_allowed',
    );
  });

  test('visitors never see a technician’s email', async () => {
    expect(JSON.stringify(await salon.visitor.call('GET /technicians'))).not.toContain(MINA.email);
  });

  test('refuses an email that is in use, a short password, a password without an email, and a login for the owner’s technician', async () => {
    const ana = await aClient(salon, { email: 'ana@primer.rs' });
    await expectRefused(edit({ email: 'ANA@primer.rs' }), 'email_taken');
    await expectRefused(edit({ password: '12345' }), 'password_too_short');
    const sara = { name: 'Sara', password: 'lozinka-sare' };
    await expectRefused(salon.admin.call('POST /technicians', { body: sara }), 'bad_input');
    await expectRefused(
      salon.admin.call('PUT /technicians/{id}', { params: { id: OWNERS_TECHNICIAN }, body: MINA }),
      'bad_input',
    );
    const body = { name: 'M', email: MINA.email, password: 'lozinka', password_confirm: 'lozinka' };
    await expectRefused(salon.visitor.call('POST /auth/register', { body }), 'email_taken');
    expect(await ana.call('GET /auth/me')).toMatchObject({ email: 'ana@primer.rs' });
  });

  test('a technician’s session stays valid after a change of email or name, and ends after a change of the password', async () => {
    const person = await mina();
    await edit({ name: 'Mina M.', email: 'nova@primer.rs' });
    expect(await person.call('GET /auth/me')).toMatchObject({ name: 'Mina M.', email: 'nova@primer.rs' });
    await edit({ password: 'druga-lozinka' });
    await expectRefused(person.call('GET /auth/me'), 'login_required');
    await logIn({ email: 'nova@primer.rs', password: 'druga-lozinka' });
  });

  test('a technician without an email cannot log in; after the email is set again, a new password is required', async () => {
    const person = await mina();
    expect(await edit({ email: null })).toMatchObject({ email: null });
    await expectRefused(person.call('GET /auth/me'), 'login_required');
    await expectRefused(logIn(), 'login_failed');
    await edit({ email: MINA.email });
    await expectRefused(logIn(), 'login_failed'); // removing the email has deleted the password
    await edit({ password: MINA.password });
    await logIn();
    const accounts = await salon.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'TECHNICIAN')
      .execute();
    expect(accounts).toHaveLength(1);
  });

  test('a technician who is deactivated is logged out and cannot log in until reactivation', async () => {
    const person = await mina();
    await salon.admin.call('DELETE /technicians/{id}', { params: { id } });
    await expectRefused(person.call('GET /auth/me'), 'login_required');
    await expectRefused(logIn(), 'account_inactive');
    await edit({ is_active: 1 });
    await logIn();
  });

  test('a technician can request a reset link, which a change of the email invalidates', async () => {
    await salon.visitor.call('POST /auth/forgot', { body: { email: MINA.email } });
    const queued = await salon.db
      .selectFrom('outbox')
      .select('user_id')
      .where('kind', '=', 'RESET_LINK')
      .execute();
    const account = await salon.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'TECHNICIAN')
      .execute();
    expect(queued).toEqual([{ user_id: account[0]?.id }]);
    await edit({ email: 'nova@primer.rs' });
    expect(await salon.db.selectFrom('reset_links').select('user_id').execute()).toEqual([]);
  });
});
