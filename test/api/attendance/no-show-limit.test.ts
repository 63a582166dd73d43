import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, dateOf, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let start: WallTime;
let slot: AppointmentId;
let ana: Person;
let phone: string;
let pastDays = 0;

/** Adds bookings that are marked as no-shows, of the client `who`, or of a guest with the phone `who`. */
const missedBy = async (who: Person | string, times = 1, since: WallTime = '2026-06-01 08:00:00') => {
  for (let n = 0; n < times; n++) {
    const when = wallTimeOn(addDays(dateOf(since), -pastDays++), '08:00');
    const digits = typeof who === 'string' ? who.replaceAll(' ', '') : '';
    const id =
      typeof who === 'string'
        ? await aGuestBooking(salon, when, { phone: digits })
        : await aBooking(salon, when, who.id);
    await changeRow(salon, id, { attended: 0 });
  }
};
const limitIs = (no_show_limit: number) => salon.admin.call('PUT /settings', { body: { no_show_limit } });
const book = (who: Person, body: object = {}) =>
  who.call('POST /appointments/{id}/book', { params: { id: slot }, body: { ...seen(start), ...body } });
const guest = (guest_phone = phone) => ({ guest_name: 'Mila', guest_phone });

onBothEngines('the no-show limit for online booking', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    pastDays = 0;
    start = `${freshDay()} 09:00:00`;
    slot = await aSlot(salon, start);
    ana = await aClient(salon);
    phone = freshPhone();
  });

  test.each([
    [0, 9, true],
    [1, 0, true],
    [1, 1, false],
    [3, 2, true],
    [3, 3, false],
    [3, 4, false],
    [10, 9, true],
    [10, 10, false],
  ] as const)(
    'while no_show_limit is $0, a client with $1 no-shows can book: $2',
    async (limit, missed, may) => {
      await limitIs(limit);
      await missedBy(ana, missed);
      if (may) expect((await book(ana)).status).toBe('BOOKED');
      else
        expect((await expectRefused(book(ana), 'call_salon')).text).toBe(
          'Pozovite salon da zakažete termin.',
        );
    },
  );

  describe('no-shows of a guest, counted by phone', () => {
    test.each([
      ['unchanged', (digits: string) => digits],
      [
        'with other separators',
        (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
      ],
    ] as const)('refuses a guest whose phone number is written %s', async (_, written) => {
      await limitIs(2);
      await missedBy(phone, 2);
      await expectRefused(book(salon.visitor, guest(written(phone.replaceAll(' ', '')))), 'call_salon');
      expect((await book(salon.visitor, guest(freshPhone()))).status).toBe('BOOKED');
    });
    test('a guest’s booking is refused because of the no-shows of a client with the same phone', async () => {
      await limitIs(1);
      const eva = await aClient(salon, { phone });
      await missedBy(eva);
      await expectRefused(book(salon.visitor, guest()), 'call_salon');
    });
    test('a client’s booking for a guest is accepted despite no-shows of the guest’s phone', async () => {
      await limitIs(1);
      await missedBy(phone);
      expect((await book(ana, guest())).status).toBe('BOOKED');
    });
    test('a no-show of a booking that a client made for a guest counts for the guest’s phone, too', async () => {
      await limitIs(1);
      const id = await aBooking(salon, '2026-06-01 08:00:00', ana.id, guest());
      await changeRow(salon, id, { attended: 0 });
      await expectRefused(book(salon.visitor, guest()), 'call_salon');
    });
  });

  test('no-shows older than 12 months do not count for the no-show limit', async () => {
    await limitIs(1);
    await missedBy(ana, 3, '2025-11-16 08:00:00');
    expect((await book(ana)).status).toBe('BOOKED');
  });

  test('the no-show limit does not apply to bookings by the owner', async () => {
    await limitIs(1);
    await missedBy(phone, 2);
    await missedBy(ana, 2);
    expect((await book(salon.admin, guest())).status).toBe('BOOKED');
    start = `${start.slice(0, 11)}12:00:00` as WallTime;
    slot = await aSlot(salon, start);
    expect((await book(salon.admin, { client_id: ana.id })).status).toBe('BOOKED');
  });

  test('a booking is checked for a free slot first, then for the no-show limit, then for the booking limit', async () => {
    await limitIs(1);
    await missedBy(ana);
    for (const hour of ['07', '08'])
      await aBooking(salon, `${start.slice(0, 11)}${hour}:00:00` as WallTime, ana.id);
    await expectRefused(book(ana), 'call_salon');
    await salon.admin.call('POST /appointments/{id}/status', {
      params: { id: slot },
      body: { status: 'BLOCKED' },
    });
    await expectRefused(book(ana), 'slot_gone');
  });

  test('a booking request repeated with the same idempotency key returns the first response despite later no-shows', async () => {
    const ask = () =>
      salon.app.inject({
        method: 'POST',
        url: `/api/appointments/${slot}/book`,
        headers: { 'idempotency-key': 'jednom', authorization: `Bearer ${ana.token}` },
        payload: seen(start),
      });
    const first = (await ask()).json();
    await limitIs(1);
    await missedBy(ana);
    expect((await ask()).json()).toEqual(first);
  });

  test('a booking concurrent with a no-show mark has the same result as a booking before or after the mark', async () => {
    await limitIs(1);
    const past = await aBooking(salon, '2026-06-01 08:00:00', ana.id);
    const mark = salon.admin.call('POST /appointments/{id}/attendance', {
      params: { id: past },
      body: { attended: 0 },
    });
    const outcomes = await outcomesOf([mark, book(ana)]);
    expect([{ ok: 2 }, { ok: 1, call_salon: 1 }]).toContainEqual(outcomes);
    start = `${start.slice(0, 11)}12:00:00` as WallTime;
    slot = await aSlot(salon, start);
    await expectRefused(book(ana), 'call_salon');
  });
});
