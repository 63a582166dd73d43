import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/domain/settings.ts';
import { addMinutes, type WallTime } from '../../src/domain/wall-clock.ts';
import { ApiError } from '../../src/web/lib/api.ts';
import { aBooking, aClient, aSlot, seen } from '../support/builders.ts';
import { outboxOf } from '../support/outbox.ts';
import { expectRefused } from '../support/refused.ts';
import { NOW, type Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

const set = (body: Partial<typeof DEFAULT_SETTINGS>) => salon.admin.call('PUT /settings', { body });
const ahead = (hours: number): WallTime => addMinutes('2026-11-20 10:00:00', hours * 60);
const GUEST = { guest_name: 'Mira', guest_phone: '0641234567' };

onBothEngines('settings', { emptyBeforeEach: true }, () => {
  test('in a new salon, every setting has its default value', async () => {
    expect(await salon.admin.call('GET /settings')).toEqual(DEFAULT_SETTINGS);
  });

  test('a request changes only the settings that it contains', async () => {
    const after = await set({ salon_name: 'Salon Mila', max_active_bookings: 3, guest_booking: 0 });
    expect(after).toEqual({
      ...DEFAULT_SETTINGS,
      salon_name: 'Salon Mila',
      max_active_bookings: 3,
      guest_booking: 0,
    });
    expect(await set({ salon_phone: '021 555 0184' })).toEqual({ ...after, salon_phone: '021 555 0184' });
    expect(await salon.visitor.call('GET /salon')).toMatchObject({
      name: 'Salon Mila',
      phone: '021 555 0184',
      address: '',
      guest_booking: false,
      max_active_bookings: 3,
      salon_headline: DEFAULT_SETTINGS.salon_headline,
    });
  });

  test.each([
    ['salon_name', '', 'Unesite naziv salona.'],
    ['salon_name', 'x'.repeat(61), 'Najviše 60 karaktera.'],
    ['salon_social_url', 'javascript:alert(1)', 'Unesite adresu koja počinje sa https://.'],
    ['review_url', 'http://g.page/lunula', 'Unesite adresu koja počinje sa https://.'],
    ['rules_text', 'a'.repeat(1501), 'Najviše 1500 karaktera.'],
    ['max_active_bookings', 0, 'Najmanje 1.'],
    ['max_active_bookings', 11, 'Najviše 10.'],
    ['booking_days', 6, 'Najmanje 7.'],
    ['cancel_until_hours', 169, 'Najviše 168.'],
    ['late_cancel_hours', 1.5, 'Ceo broj od 0 do 168.'],
    ['guest_booking', 2, 'Vrednost nije ispravna.'],
    ['service_fit', 'maybe', 'Vrednost nije ispravna.'],
    ['message_moved', 'Zdravo {imee}', 'Nepoznata oznaka {imee}.'],
    ['owner_morning_at', '24:00', 'Unesite vreme kao 08:00.'],
    ['languages', [], 'Vrednost nije ispravna.'],
    ['languages', ['en'], 'Vrednost nije ispravna.'],
    ['languages', ['sr-Latn', 'de'], 'Vrednost nije ispravna.'],
    ['languages', ['sr-Latn', 'ru', 'ru'], 'Vrednost nije ispravna.'],
    ['languages', 'sr-Latn', 'Vrednost nije ispravna.'],
    ['languages', ['sr-Latn', null], 'Vrednost nije ispravna.'],
    ['languages', null, 'Vrednost nije ispravna.'],
    ['unknown', 1, 'Nepoznato polje.'],
  ])('rejects %s = %j, names the field, and saves nothing', async (name, value, text) => {
    const body = { salon_phone: '021 555 0184', [name]: value } as Partial<typeof DEFAULT_SETTINGS>;
    const refused = await set(body).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 400, code: 'bad_input', fields: { [name]: text } });
    expect(await salon.admin.call('GET /settings')).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ['@studio.mina', 'https://instagram.com/studio.mina'],
    ['instagram.com/studio.mina', 'https://instagram.com/studio.mina'],
    ['www.facebook.com/mina', 'https://www.facebook.com/mina'],
    ['http://mina.rs', 'http://mina.rs'],
    ['', ''],
  ])('the social link %j is stored as %j', async (salon_social_url, stored) => {
    expect(await set({ salon_social_url })).toMatchObject({ salon_social_url: stored });
  });

  test('the owner chooses the languages of visitors and clients, and the history keeps the change', async () => {
    const languages = ['sr-Latn', 'ru', 'en'] as const;
    expect(await salon.visitor.call('GET /salon')).toMatchObject({ languages: ['sr-Latn'] });
    expect(await set({ languages })).toEqual({ ...DEFAULT_SETTINGS, languages });
    expect(await salon.visitor.call('GET /salon')).toMatchObject({ languages });
    await set({ booking_days: 20 });
    const changes = await salon.db.selectFrom('history').select('changes').orderBy('id').execute();
    expect(changes.map((entry) => JSON.parse(entry.changes))).toEqual([
      [{ field: 'languages', from: 'sr-Latn', to: 'sr-Latn, ru, en' }],
      [{ field: 'booking_days', from: 15, to: 20 }],
    ]);
  });

  test('concurrent changes of different settings are all kept', async () => {
    await Promise.all([set({ booking_days: 20 }), set({ no_show_limit: 3 }), set({ join_slots: 0 })]);
    expect(await salon.admin.call('GET /settings')).toMatchObject({
      booking_days: 20,
      no_show_limit: 3,
      join_slots: 0,
    });
  });

  test('stored settings that are unknown or have an invalid value are ignored', async () => {
    await set({ salon_name: 'Salon Mila' });
    const strange = [
      { name: 'of_the_future', value: '1', changed_at: 1 },
      { name: 'booking_days', value: '"many"', changed_at: 1 },
      { name: 'no_show_limit', value: 'no json', changed_at: 1 },
    ];
    await salon.db.insertInto('settings').values(strange).execute();
    expect(await salon.admin.call('GET /settings')).toEqual({
      ...DEFAULT_SETTINGS,
      salon_name: 'Salon Mila',
    });
  });

  test('the owner can set the booking limit of clients; the error for a booking above the limit contains the limit', async () => {
    const ana = await aClient(salon);
    const slots = [await aSlot(salon, ahead(0)), await aSlot(salon, ahead(2))];
    const book = (slot = 0) =>
      ana.call('POST /appointments/{id}/book', {
        params: { id: slots[slot] as (typeof slots)[0] },
        body: seen(ahead(slot * 2)),
      });
    await set({ max_active_bookings: 1 });
    await book(0);
    const refused = await expectRefused(book(1), 'booking_limit', 1);
    expect(refused.text).toBe('Možete imati najviše 1 aktivan zakazan termin.');
    await set({ max_active_bookings: 2 });
    await book(1);
  });

  test('a visitor must log in to book once guest booking is off', async () => {
    const slot = await aSlot(salon, ahead(0));
    const book = () =>
      salon.visitor.call('POST /appointments/{id}/book', {
        params: { id: slot },
        body: { ...seen(ahead(0)), ...GUEST },
      });
    await set({ guest_booking: 0 });
    await expectRefused(book(), 'login_required');
    await set({ guest_booking: 1 });
    expect(await book()).toMatchObject({ status: 'BOOKED' });
  });

  test('the cancellation deadline applies to clients, but not to the owner', async () => {
    const ana = await aClient(salon);
    await set({ cancel_until_hours: 24 });
    const soon = await aBooking(salon, addMinutes(NOW, 24 * 60 - 5), ana.id);
    const later = await aBooking(salon, addMinutes(NOW, 24 * 60 + 120), ana.id);
    const cancel = (person: Person, id: typeof soon) =>
      person.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
    const refused = await expectRefused(cancel(ana, soon), 'cancel_too_late', 24);
    expect(refused.text).toBe('Termin se može otkazati najkasnije 24 h ranije. Pozovite salon.');
    expect(await cancel(ana, later)).toMatchObject({ status: 'CANCELLED' });
    expect(await cancel(salon.admin, soon)).toMatchObject({ status: 'CANCELLED' });
  });

  test('the owner can switch off mails to the owner', async () => {
    await set({ owner_mail: 0 });
    const id = await aSlot(salon, ahead(0));
    await salon.visitor.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(ahead(0)), ...GUEST },
    });
    expect(await outboxOf(salon)).toEqual([]);
  });
});

const FIRST = { SALON_NAME: 'Prvi naziv', LATE_CANCEL_HOURS: '200', GUEST_BOOKING: 'off', SALON_PHONE: '' };

onBothEngines('initial settings from the environment', { settings: FIRST }, () => {
  test('an initial value is used, even beyond the limits of the setting, until the owner saves that setting', async () => {
    const first = { salon_name: 'Prvi naziv', late_cancel_hours: 200, guest_booking: 0 as const };
    expect(await salon.admin.call('GET /settings')).toEqual({ ...DEFAULT_SETTINGS, ...first });
    await set({ salon_name: 'Drugi naziv' });
    const after = { ...DEFAULT_SETTINGS, ...first, salon_name: 'Drugi naziv' };
    expect(await salon.admin.call('GET /settings')).toEqual(after);
  });
});
