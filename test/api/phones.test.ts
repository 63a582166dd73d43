import { beforeEach, describe, expect, test } from 'vitest';
import { PHONE_MAX_CHARACTERS } from '../../src/domain/limits.ts';
import { ApiError } from '../../src/web/lib/api.ts';
import { aBooking, aClient, anAppointment, aSlot, seen } from '../support/builders.ts';
import { rowById } from '../support/notifications.ts';
import { expectRefused } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onSqlite, salon } from '../support/salon-test.ts';

const START = '2026-11-20 09:00:00';
const REFUSED = 'Proverite broj telefona.';

let ana: Person;
/** The requests that contain a phone number, each with the name of the field. */
const calls: Record<string, ['phone' | 'guest_phone', (phone: string) => Promise<unknown>]> = {
  'a visitor’s booking': ['guest_phone', async (guest_phone) => bookAs(salon.visitor, guest_phone)],
  'the owner’s booking': ['guest_phone', async (guest_phone) => bookAs(salon.admin, guest_phone)],
  'a client’s booking for another person': ['guest_phone', async (guest_phone) => bookAs(ana, guest_phone)],
  'the guest of a booking, by its client': ['guest_phone', (guest_phone) => setGuest(ana, guest_phone)],
  'the guest of a booking, by the owner': [
    'guest_phone',
    (guest_phone) => setGuest(salon.admin, guest_phone),
  ],
  'the owner’s edit': [
    'guest_phone',
    async (guest_phone) =>
      salon.admin.call('PUT /appointments/{id}', {
        params: { id: await aBooking(salon, START, ana.id) },
        body: { guest_name: 'Mila', guest_phone },
      }),
  ],
  'a new appointment': [
    'guest_phone',
    (guest_phone) =>
      salon.admin.call('POST /appointments', {
        body: { start_datetime: START, guest_name: 'Mila', guest_phone },
      }),
  ],
  'the waitlist': [
    'guest_phone',
    (guest_phone) =>
      salon.visitor.call('POST /client-notifications/free-slot', {
        body: { date: '2026-11-21', guest_name: 'Mila', guest_phone },
      }),
  ],
  registration: [
    'phone',
    (phone) => {
      const password = 'lozinka-nova';
      const body = { name: 'Eva', email: 'eva@primer.rs', password, password_confirm: password, phone };
      return salon.visitor.call('POST /auth/register', { body });
    },
  ],
  'the profile': ['phone', (phone) => ana.call('PUT /auth/me', { body: { phone, old_password: 'lozinka' } })],
  'a new client': [
    'phone',
    (phone) => salon.admin.call('POST /users/clients', { body: { name: 'Eva', phone } }),
  ],
  'an edited client': [
    'phone',
    (phone) => salon.admin.call('PUT /users/{id}', { params: { id: ana.id }, body: { phone } }),
  ],
};

async function bookAs(who: Person, guest_phone: string) {
  const id = await aSlot(salon, START);
  return who.call('POST /appointments/{id}/book', {
    params: { id },
    body: { ...seen(START), guest_name: 'Mila', guest_phone },
  });
}
async function setGuest(who: Person, guest_phone: string) {
  const id = await aBooking(salon, START, ana.id);
  return who.call('POST /appointments/{id}/guest', {
    params: { id },
    body: { guest_name: 'Mila', guest_phone },
  });
}

onSqlite('phones', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana', password: 'lozinka' });
  });

  describe.each(Object.entries(calls))('the phone number in %s', (_, [field, send]) => {
    test.each(['12345', '+1-2 3/4(5)', '1234567890123456', '+', '()'])(
      'rejects the phone %j',
      async (phone) => {
        const refused = await send(phone).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(ApiError);
        expect(refused).toMatchObject({ status: 400, code: 'bad_input', fields: { [field]: REFUSED } });
      },
    );

    test.each(['123456', '+1-2 3/4(5) 6', '123456789012345'])('accepts the phone %j', async (phone) => {
      await send(phone);
    });
  });

  test('a phone is optional in the profile and for a new client', async () => {
    await salon.admin.call('PUT /users/{id}', { params: { id: ana.id }, body: { phone: '' } });
    expect((await ana.call('GET /auth/me')).phone).toBeNull();
    expect(
      (await salon.admin.call('POST /users/clients', { body: { name: 'Eva', phone: null } })).phone,
    ).toBeNull();
  });

  test('the error for a phone with letters or too many characters says why it is rejected', async () => {
    const sent = (phone: string) =>
      ana.call('PUT /auth/me', { body: { phone, old_password: 'lozinka' } }).catch((error: unknown) => error);
    expect(await sent('064 abc 1234567')).toMatchObject({
      fields: { phone: 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).' },
    });
    expect(await sent(`${'1234567'.padEnd(PHONE_MAX_CHARACTERS, '-')}-`)).toMatchObject({
      fields: { phone: `Najviše ${PHONE_MAX_CHARACTERS} karaktera.` },
    });
  });

  describe('one phone number written in different formats', () => {
    const WRITTEN = ['064 123 4567', '+381 64 123-4567', '00381 (0)64/1234567', '381641234567', '64 1234567'];

    test.each(WRITTEN)(
      'applies the booking limit to a guest with the phone written as %s',
      async (guest_phone) => {
        for (const start of [`2026-11-21 09:00:00`, `2026-11-21 11:00:00`] as const)
          await anAppointment(salon, start, {
            status: 'BOOKED',
            guest_name: 'Mila',
            guest_phone: '064/123-4567',
          });
        await expectRefused(bookAs(salon.visitor, guest_phone), 'booking_limit', 2);
      },
    );

    test.each(WRITTEN)(
      'a client whose phone was entered as %s is found by any spelling of the name or phone, and by a part of the phone',
      async (phone) => {
        const client = await salon.admin.call('POST /users/clients', {
          body: { name: 'Đurđa Đorđević', phone },
        });
        const found = async (q: string) =>
          (await salon.admin.call('GET /users/clients', { query: { q } })).map(({ id }) => id);
        for (const q of [
          ...WRITTEN,
          'Đorđević',
          'djordjevic',
          'Dordevic',
          'Ђорђевић',
          '123 45',
          '4567',
          '064 1',
        ])
          expect(await found(q), q).toEqual([client.id]);
      },
    );

    test.each(['064 1', '+381 64 123', '12-34', '4567'])(
      'the owner’s list finds a booking by a part of its phone: %s',
      async (phone) => {
        const id = (await bookAs(salon.visitor, '+381 64 123 4567')).id;
        const query = { from: '2026-11-20', to: '2026-11-20', phone } as const;
        const found = await salon.admin.call('GET /appointments/list', { query });
        expect(found.map((row) => row.id)).toEqual([id]);
        expect((await rowById(salon, id))?.guest_number).toBe('+381641234567');
      },
    );
  });
});
