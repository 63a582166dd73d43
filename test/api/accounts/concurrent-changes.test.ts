import { expect, test } from 'vitest';
import type { UserId } from '../../../src/domain/ids.ts';
import { aClient } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const ROUNDS = bySize(6, 300);
const PASSWORD = 'lozinka';

onBothEngines('changes to an account while its password is being checked', () => {
  /** Runs `happens` once, right after the next password check and before the request continues. */
  function whileChecking(happens: () => Promise<unknown>): void {
    const { check } = salon.passwords;
    salon.passwords.check = async (gone, work) => {
      salon.passwords.check = check;
      const done = await check(gone, work);
      await happens();
      return done;
    };
  }
  const save = (client: Person, change: object) =>
    client.call('PUT /auth/me', { body: { old_password: PASSWORD, ...change } });
  const edit = (id: number, body: object) => salon.admin.call('PUT /users/{id}', { params: { id }, body });
  const rowOf = (id: UserId) => accountById(salon, id);
  const sessionsOf = (id: UserId) =>
    salon.db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  const newPassword = { new_password: 'nova-lozinka', new_password_confirm: 'nova-lozinka' };

  test('a profile save in progress does not restore the name and email of a deleted account', async () => {
    const client = await aClient(salon, { password: PASSWORD });
    whileChecking(() => salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } }));
    await expectRefused(save(client, { name: 'Kanarinka', email: 'opet@primer.rs' }), 'login_required');
    expect(await rowOf(client.id)).toMatchObject({ name: 'Obrisan klijent', email_key: null });
  });

  test('a password change in progress creates no session if the account is deactivated meanwhile', async () => {
    const client = await aClient(salon, { password: PASSWORD });
    whileChecking(() => edit(client.id, { active: 0 }));
    await expectRefused(save(client, newPassword), 'login_required');
    expect(await sessionsOf(client.id)).toEqual([]);
  });

  test('a password change in progress does not overwrite a newer password', async () => {
    const client = await aClient(salon, { password: PASSWORD });
    const params = { id: client.id };
    whileChecking(() =>
      salon.admin.call('PUT /users/clients/{id}', { params, body: { password_hash: 'od-salona' } }),
    );
    await expectRefused(save(client, newPassword), 'login_required');
    const login = { email: client.email ?? '', password: 'od-salona' };
    expect(await salon.visitor.call('POST /auth/login', { body: login })).toMatchObject({ role: 'CLIENT' });
  });

  test('a login during deactivation leaves no session that works after reactivation', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await aClient(salon, { password: PASSWORD });
      const login = { email: client.email ?? '', password: PASSWORD };
      let deactivated: Promise<unknown> = Promise.resolve();
      whileChecking(async () => {
        deactivated = edit(client.id, { active: 0 });
      });
      await salon.visitor.call('POST /auth/login', { body: login }).catch(() => undefined);
      await deactivated;
      expect(await sessionsOf(client.id)).toEqual([]);
    }
  });
});
