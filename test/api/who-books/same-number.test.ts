import { expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, aGuestBooking, anAppointment, aTechnician, seen } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** The salon reads that a number is booked twice at once; nobody is refused for it (docs/spec/behaviour.md §28.2). */

const at = (clock: string): WallTime => `2026-11-20 ${clock}:00` as WallTime;
const PHONE = '064 555 1234';

onBothEngines('two bookings at once with one number', { emptyBeforeEach: true }, () => {
  const flagOf = async (id: number) =>
    (await salon.admin.call('GET /appointments/{id}', { params: { id } })).same_number_then ?? 0;
  const bookAt = async (clock: string, phone: string) => {
    const technician_id = await aTechnician(salon);
    const id = await anAppointment(salon, at(clock), { technician_id });
    await salon.visitor.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(at(clock)), guest_name: 'Mila', guest_phone: phone },
    });
    return id;
  };

  test.each([
    ['at an overlapping time', '10:30', '+381 64 5551234', 1],
    ['right after it', '11:00', PHONE, 0],
    ['with another number', '10:30', '064 555 1235', 0],
  ] as const)('a visitor’s booking %s', async (_, clock, phone, flag) => {
    const first = await aGuestBooking(salon, at('10:00'), { phone: PHONE });
    await salon.db.updateTable('bookings').set({ guest_number: '+381645551234' }).execute();
    const id = await bookAt(clock, phone);
    expect([await flagOf(first), await flagOf(id)]).toEqual([flag, flag]);
    const [told] = await salon.admin.call('GET /notifications');
    expect([told?.type, told?.same_number_then ?? 0]).toEqual(['NEW_BOOKING', flag]);
  });

  test('the number of a client’s card counts too, and only the salon reads it', async () => {
    const ana = await aClient(salon, { phone: PHONE });
    const slot = await anAppointment(salon, at('10:00'));
    await ana.call('POST /appointments/{id}/book', { params: { id: slot }, body: seen(at('10:00')) });
    await bookAt('10:30', PHONE);
    expect(await flagOf(slot)).toBe(1);
    const own = await ana.call('GET /appointments/{id}', { params: { id: slot } });
    expect(own.same_number_then).toBeUndefined();
  });
});
