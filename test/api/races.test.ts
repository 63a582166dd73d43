import { expect, test } from 'vitest';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../support/days.ts';
import { expectInvariants } from '../support/invariants.ts';
import { adminNotices, rowById, rowsOfDay } from '../support/notifications.ts';
import { outcomesOf } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { bySize } from '../support/size.ts';

/** What many do at once, for real: parallel requests into one server (docs/spec/reliability.md §3.2). */

const book = (who: Person, id: number, start: WallTime, more: object = {}) =>
  who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start), ...more } });
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** Who comes first changes from round to round. */
const turned = <T>(list: T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
];

onBothEngines('races', { emptyBeforeEach: true }, () => {
  test('of many callers on one slot one gets it, the rest hear that it is gone, the owner hears once', async () => {
    const callers = bySize(300, 3000);
    const start: WallTime = `${freshDay()} 09:00:00`;
    const id = await aSlot(salon, start);
    const clients = await Promise.all(many(callers / 2, () => aClient(salon)));
    const guests = many(callers / 2, () => ({ guest_name: 'Gošća', guest_phone: freshPhone() }));
    const calls = [
      ...clients.map((client) => () => book(client, id, start)),
      ...guests.map((guest) => () => book(salon.visitor, id, start, guest)),
    ];
    const outcomes = await outcomesOf(turned(calls, callers / 4).map((call) => call()));
    expect(outcomes).toEqual({ ok: 1, slot_gone: callers - 1 });
    expect(await adminNotices(salon, id)).toHaveLength(1);
    await expectInvariants(salon, { bookings: 1 });
  }, 120_000);

  test.each(['a client', 'a guest’s phone'] as const)(
    '%s with twenty bookings at once gets two',
    async (who) => {
      const rounds = bySize(5, 200);
      for (let round = 0; round < rounds; round++) {
        const day = freshDay();
        const booker = who === 'a client' ? await aClient(salon) : salon.visitor;
        const guest = who === 'a client' ? {} : { guest_name: 'Gošća', guest_phone: freshPhone() };
        const starts = many(20, (n) => atHour(day, 6, 30 * n));
        const ids = await Promise.all(starts.map((start) => aSlot(salon, start, 30)));
        const outcomes = await outcomesOf(
          starts.map((start, n) =>
            book(booker, ids[n] ?? 0, start, { ...guest, seen_end: seen(start, 30).seen_end }),
          ),
        );
        expect(outcomes).toEqual({ ok: 2, booking_limit: 18 });
        await salon.db.deleteFrom('appointments').execute();
      }
      await expectInvariants(salon, { bookings: 2 * rounds });
    },
    300_000,
  );

  const rivals: Record<string, (id: number, start: WallTime, other: number) => Promise<unknown>> = {
    delete: (id) => salon.admin.call('DELETE /appointments/{id}', { params: { id } }),
    block: (id) =>
      salon.admin.call('POST /appointments/{id}/status', { params: { id }, body: { status: 'BLOCKED' } }),
    move: (id, start) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: { start_datetime: start.replace(' 09', ' 17'), end_datetime: start.replace(' 09', ' 18') },
      }),
    swap: (id, _, other) =>
      salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id: other, b_id: id } }),
    edit: (id) =>
      salon.admin.call('PUT /appointments/{id}', {
        params: { id },
        body: { status: 'BOOKED', guest_name: 'Druga', version: 1 },
      }),
    'book by another': (id, start) =>
      book(salon.visitor, id, start, { guest_name: 'Druga', guest_phone: freshPhone() }),
  };

  test.each(Object.keys(rivals))(
    'booking against %s: one after the other, never a mixture',
    async (name) => {
      const rounds = bySize(25, 500);
      const service = await aService(salon);
      let booked = 0;
      for (let round = 0; round < rounds; round++) {
        const day = freshDay();
        const start: WallTime = `${day} 09:00:00`;
        const [id, other] = [await aSlot(salon, start), await aSlot(salon, `${day} 12:00:00`, 60)];
        const client = await aClient(salon);
        const rival = rivals[name];
        const calls = [
          () => book(client, id, start, { service_id: service }),
          () => rival?.(id, start, other),
        ];
        const outcomes = await Promise.allSettled(turned(calls, round).map((call) => call()));
        const bookings = await salon.db
          .selectFrom('admin_notifications')
          .select('id')
          .where('type', '=', 'NEW_BOOKING')
          .where('client_id', '=', client.id)
          .execute();
        const row = await rowById(salon, id);
        if (name === 'edit' || name === 'book by another') {
          expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
          expect(row?.client_id === client.id).toBe(bookings.length === 1);
        }
        if (row?.client_id === client.id)
          expect(row).toMatchObject({ status: 'BOOKED', service_id: service });
        if (row?.status !== 'BOOKED') expect(row?.client_id ?? null).toBeNull();
        booked += bookings.length;
        await salon.db.deleteFrom('appointments').where('day', '=', day).execute();
      }
      await expectInvariants(salon, name === 'book by another' ? { bookings: rounds } : { bookings: booked });
    },
    300_000,
  );

  test('booking against cancelling the booking before: the freed slot is a new one', async () => {
    for (let round = 0; round < bySize(25, 500); round++) {
      const day = freshDay();
      const start: WallTime = `${day} 09:00:00`;
      const [ana, eva] = [await aClient(salon), await aClient(salon)];
      const id = await aBooking(salon, start, ana.id);
      const [cancelled, taken] = await Promise.allSettled([
        ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } }),
        book(eva, id, start),
      ]);
      expect([cancelled.status, taken.status]).toEqual(['fulfilled', 'rejected']);
      expect((await rowsOfDay(salon, day)).map(({ status }) => status)).toEqual(['CANCELLED', 'AVAILABLE']);
      await salon.db.deleteFrom('appointments').where('day', '=', day).execute();
    }
    await expectInvariants(salon);
  }, 300_000);

  test('two cancellations at once: one freed slot, one notification', async () => {
    const start: WallTime = `${freshDay()} 09:00:00`;
    const ana = await aClient(salon);
    const id = await aBooking(salon, start, ana.id);
    const cancel = (who: Person) =>
      who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
    expect(await outcomesOf(many(20, () => cancel(ana)))).toEqual({ ok: 1, appointment_not_booked: 19 });
    await expectInvariants(salon, { cancellations: 1 });
  });

  test('swaps of overlapping pairs at once: every row keeps its length, nothing is lost or doubled', async () => {
    for (let round = 0; round < bySize(10, 100); round++) {
      const day = freshDay();
      const ids = await Promise.all(many(4, (n) => aSlot(salon, atHour(day, 8 + 2 * n))));
      const pair = (a: number, b: number) =>
        salon.admin.call('PUT /analytics/appointments/swap', {
          body: { a_id: ids[a] ?? 0, b_id: ids[b] ?? 0 },
        });
      const outcomes = await outcomesOf(
        turned(
          [
            [0, 1],
            [1, 0],
            [2, 3],
            [3, 0],
            [1, 2],
            [2, 0],
          ],
          round,
        ).map(([a = 0, b = 0]) => pair(a, b)),
      );
      expect(outcomes).toEqual({ ok: 6 });
      const rows = await rowsOfDay(salon, day);
      expect(rows.map(({ start_datetime }) => start_datetime.slice(11, 13))).toEqual([
        '08',
        '10',
        '12',
        '14',
      ]);
      expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(rows.reduce((sum, { version }) => sum + version - 1, 0)).toBe(12);
    }
    await expectInvariants(salon);
  }, 300_000);

  test('adding, moving, editing and undoing over one another never overlap', async () => {
    const day = freshDay();
    const ids = await Promise.all(many(6, (n) => aSlot(salon, atHour(day, 6 + 2 * n))));
    let asked = 0;
    const times = () => {
      const at = 6 + ((asked++ * 5) % 14); // 5 and 14 share no divisor: every hour of the day in a scattered order
      const [from, to] = [at, at + 2].map((h) => `${day} ${String(h).padStart(2, '0')}:00:00`);
      return { start_datetime: from ?? '', end_datetime: to ?? '' };
    };
    const change = async (n: number) => {
      const id = ids[n % ids.length] ?? 0;
      if (n % 4 === 0)
        return salon.admin.call('POST /appointments/slot', {
          body: { start_datetime: times().start_datetime },
        });
      if (n % 4 === 1) return salon.admin.call('PUT /appointments/{id}', { params: { id }, body: times() });
      const moved = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: times(),
      });
      return n % 4 === 2
        ? moved
        : salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    };
    const codes = new Set<string>();
    for (let wave = 0; wave < bySize(1, 20); wave++)
      for (const code of Object.keys(await outcomesOf(many(120, change)))) codes.add(code);
    const worded = ['ok', 'slot_overlaps', 'move_refused', 'undo_refused'];
    expect([...codes].filter((code) => !worded.includes(code))).toEqual([]);
    await expectInvariants(salon);
  }, 120_000);
});
