import { beforeEach, describe, expect, test } from 'vitest';
import { type AppointmentId, toId } from '../../../src/domain/ids.ts';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { mailsAbout, rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let other: WallDate;
let ana: Person;
let waiter: Person;
const clock = (hour: `${number}`, date = day): WallTime => `${date} ${hour}:00:00`;
const undo = (undo_token: string) => salon.admin.call('POST /appointments/undo', { body: { undo_token } });
const move = (id: number, hour: `${number}`, next: `${number}`, date = day) =>
  salon.admin.call('PUT /analytics/appointments/{id}/move', {
    params: { id },
    body: { start_datetime: clock(hour, date), end_datetime: clock(next, date) },
  });
const cancel = async (id: AppointmentId, more: { offer_again?: 1 } = {}) => {
  const body = { reason: 'Bolest', ...more };
  const query = { undo: '1' } as const;
  const { undo_token } = await salon.admin.call('POST /appointments/{id}/cancel', {
    params: { id },
    query,
    body,
  });
  return undo_token ?? null;
};
const pendingNotifications = async () => [
  ...(await salon.db
    .selectFrom('client_notifications')
    .select('undo_id')
    .where('undo_id', 'is not', null)
    .execute()),
  ...(await salon.db
    .selectFrom('admin_notifications')
    .select('undo_id')
    .where('undo_id', 'is not', null)
    .execute()),
  ...(await salon.db.selectFrom('outbox').select('undo_id').where('undo_id', 'is not', null).execute()),
];

interface Step {
  /** Makes the change and returns its undo token. */
  readonly change: () => Promise<string | null>;
  /** The ids of the changed rows. */
  readonly ids: AppointmentId[];
  /** Occupies the time that an undo of the change needs. */
  readonly takePlace?: () => Promise<unknown>;
  /** Changes one of the rows again, so that the undo must be refused. */
  readonly changeRow?: () => Promise<unknown>;
}

const steps: Record<string, () => Promise<Step>> = {
  'a move': async () => {
    const id = await aBooking(salon, clock('09'), ana.id, {
      notes: 'n',
      service_name: 'Gel',
      service_price: 5,
    });
    return {
      change: async () => (await move(id, '15', '16', other)).undo_token,
      ids: [id],
      takePlace: () => aBooking(salon, clock('09'), ana.id),
      changeRow: () => ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne' } }),
    };
  },
  'a resize of a free slot': async () => {
    const id = await aSlot(salon, clock('09'));
    return {
      change: async () => (await move(id, '09', '13')).undo_token,
      ids: [id],
      changeRow: () =>
        ana.call('POST /appointments/{id}/book', { params: { id }, body: seen(clock('09'), 240) }),
    };
  },
  'a swap': async () => {
    const a = await aBooking(salon, clock('09'), ana.id, { minutes: 90 });
    const b = await aSlot(salon, clock('12', other), 60);
    return {
      change: async () =>
        (await salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id: a, b_id: b } }))
          .undo_token,
      ids: [a, b],
      takePlace: () => aBooking(salon, clock('10', day), ana.id),
      changeRow: () =>
        salon.admin.call('PUT /appointments/{id}', { params: { id: b }, body: { notes: 'x' } }),
    };
  },
  'a cancellation that offers the time again': async () => {
    const id = await aBooking(salon, clock('09'), ana.id, { notes: 'n', attended: null });
    return {
      change: () => cancel(id, { offer_again: 1 }),
      ids: [id],
      takePlace: async () => {
        const slot = (await rowsOfDay(salon, day)).find(({ status }) => status === 'AVAILABLE');
        await waiter.call('POST /appointments/{id}/book', {
          params: { id: slot?.id ?? toId(0) },
          body: seen(clock('09')),
        });
      },
      changeRow: () =>
        salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { status: 'BOOKED' } }),
    };
  },
  'a cancellation that withdraws the time': async () => {
    const id = await aBooking(salon, clock('09'), ana.id);
    return {
      change: () => cancel(id),
      ids: [id],
      takePlace: () => aBooking(salon, clock('09'), waiter.id),
    };
  },
  'a cancellation of several bookings': async () => {
    const ids = [await aBooking(salon, clock('09'), ana.id), await aBooking(salon, clock('10'), waiter.id)];
    return {
      change: async () => {
        const body = { ids, reason: 'Bolest', offer_again: 1 as const };
        const { undo_token } = await salon.admin.call('POST /appointments/cancel-many', {
          query: { undo: '1' },
          body,
        });
        return undo_token ?? null;
      },
      ids,
      changeRow: () =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id: ids[1] ?? toId(0) },
          body: { status: 'BOOKED' },
        }),
    };
  },
  'a deletion': async () => {
    const service = await aService(salon);
    const id = await aBooking(salon, clock('09'), ana.id, {
      service_id: service,
      service_name: 'G',
      notes: 'n',
    });
    return {
      change: async () =>
        (await salon.admin.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } }))
          ?.undo_token ?? null,
      ids: [id],
      takePlace: () => aBooking(salon, clock('09'), ana.id),
    };
  },
};

const addSlot = (date = day) =>
  salon.admin.call('POST /appointments/slot', {
    query: { undo: '1' },
    body: { start_datetime: clock('09', date), duration_minutes: 60 },
  });
const content = (row: Awaited<ReturnType<typeof rowById>>) => row && { ...row, version: 0, sequence: 0 };

onBothEngines('undoing a change of appointments', () => {
  beforeEach(async () => {
    salon.clock.set(NOW);
    for (const table of ['client_notifications', 'admin_notifications', 'outbox'] as const)
      await salon.db.deleteFrom(table).execute();
    [day, other] = [freshDay(), freshDay()];
    ana = await aClient(salon);
    waiter = await aClient(salon);
    for (const wanted of [day, other])
      await salon.db
        .insertInto('waitlist_entries')
        .values({ day: wanted, client_id: waiter.id, created_at: 1 })
        .execute();
  });

  describe.each(Object.entries(steps))('undo of %s', (name, prepare) => {
    test(`undoing ${name} restores all fields of the rows, increments their versions, and notifies nobody`, async () => {
      const { change, ids } = await prepare();
      const before = await Promise.all(ids.map((id) => rowById(salon, id)));
      const token = await change();
      const changed = await Promise.all(ids.map((id) => rowById(salon, id)));
      expect(changed.map(content)).not.toEqual(before.map(content));
      salon.clock.advanceMs(9_999);
      const response = await undo(token ?? '');
      expect(response.map(({ id }) => id)).toEqual(ids);
      const after = await Promise.all(ids.map((id) => rowById(salon, id)));
      expect(after.map(content)).toEqual(before.map(content));
      for (const [index, row] of after.entries()) {
        const earlier = [before[index], changed[index]];
        expect(row?.version).toBeGreaterThan(Math.max(...earlier.map((one) => one?.version ?? 0)));
        expect(row?.sequence).toBeGreaterThanOrEqual(Math.max(...earlier.map((one) => one?.sequence ?? 0)));
      }
      expect(await pendingNotifications()).toEqual([]);
      expect(await salon.db.selectFrom('client_notifications').selectAll().execute()).toEqual([]);
      expect(await mailsAbout(salon, ids[0] ?? toId(0))).toEqual([]);
    });

    test(`${name} can be undone once within ten seconds; its notifications are sent after the ten seconds`, async () => {
      const { change } = await prepare();
      const token = (await change()) ?? '';
      const early = await doneElsewhere(prepare);
      await undo(early);
      await expectRefused(undo(early), 'undo_expired');
      salon.clock.advanceMs(10_000);
      await expectRefused(undo(token), 'undo_expired');
      const seenBy = await salon.loggedIn(ana.id);
      const visible = (await seenBy.call('GET /client-notifications')).length;
      expect(visible).toBe(name === 'a resize of a free slot' ? 0 : 1);
    });

    test(`when several requests undo ${name} concurrently, only one succeeds`, async () => {
      const { change } = await prepare();
      const token = (await change()) ?? '';
      expect(await outcomesOf([undo(token), undo(token), undo(token)])).toEqual({ ok: 1, undo_expired: 2 });
    });
  });

  /** Makes the change that `prepare` returns, on days that no other test uses. Returns the change's undo token. */
  async function doneElsewhere(prepare: () => Promise<Step>): Promise<string> {
    [day, other] = [freshDay(), freshDay()];
    return (await (await prepare()).change()) ?? '';
  }

  test.each([
    'a move',
    'a swap',
    'a cancellation that offers the time again',
    'a cancellation that withdraws the time',
    'a deletion',
  ])(
    'undo of %s is refused and changes nothing if another appointment now occupies the time',
    async (name) => {
      const step = await steps[name]?.();
      const token = (await step?.change()) ?? '';
      await step?.takePlace?.();
      const before = [...(await rowsOfDay(salon, day)), ...(await rowsOfDay(salon, other))];
      await expectRefused(undo(token), 'undo_refused');
      expect([...(await rowsOfDay(salon, day)), ...(await rowsOfDay(salon, other))]).toEqual(before);
    },
  );

  test.each([
    'a move',
    'a resize of a free slot',
    'a cancellation that offers the time again',
    'a cancellation of several bookings',
    'a swap',
  ])('undo of %s is refused if the row was changed again in the meantime', async (name) => {
    const step = await steps[name]?.();
    const token = (await step?.change()) ?? '';
    await step?.changeRow?.();
    const before = await Promise.all((step?.ids ?? []).map((id) => rowById(salon, id)));
    await expectRefused(undo(token), 'undo_refused');
    expect(await Promise.all((step?.ids ?? []).map((id) => rowById(salon, id)))).toEqual(before);
  });

  describe('undo of a new slot', () => {
    test('undoing a new slot removes the slot and its pending notifications', async () => {
      const { id, undo_token } = await addSlot();
      expect(await pendingNotifications()).not.toEqual([]);
      expect(await undo(undo_token ?? '')).toEqual([]);
      expect(await rowById(salon, id)).toBeUndefined();
      expect(await pendingNotifications()).toEqual([]);
    });
    test('undo of a new slot is refused once the slot is booked', async () => {
      const { id, undo_token } = await addSlot();
      await ana.call('POST /appointments/{id}/book', { params: { id }, body: seen(clock('09')) });
      await expectRefused(undo(undo_token ?? ''), 'undo_refused');
      expect((await rowById(salon, id))?.status).toBe('BOOKED');
    });
    test('undo of a new slot is refused once the slot is deleted', async () => {
      const { id, undo_token } = await addSlot();
      await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
      await expectRefused(undo(undo_token ?? ''), 'undo_refused');
    });
    test('undo of a moved slot is refused once another slot stands in its former place', async () => {
      const [moved, other] = [await aSlot(salon, clock('09')), await aSlot(salon, clock('11'))];
      const { undo_token } = await move(moved, '13', '14');
      await move(other, '09', '10');
      await expectRefused(undo(undo_token ?? ''), 'undo_refused');
      expect((await rowsOfDay(salon, day)).map(({ id }) => id)).toEqual([other, moved]);
    });

    test('a new slot has an undo token only if the request asks for one', async () => {
      const made = await salon.admin.call('POST /appointments/slot', {
        body: { start_datetime: clock('09') },
      });
      expect(made.undo_token).toBeNull();
      expect(await pendingNotifications()).toEqual([]);
    });
  });

  test('the waitlist is notified as soon as a new slot can no longer be undone', async () => {
    await addSlot();
    const notifications = async () => (await salon.loggedIn(waiter.id)).call('GET /client-notifications');
    expect(await notifications()).toEqual([]);
    salon.clock.advanceMs(9_999);
    expect(await notifications()).toEqual([]);
    salon.clock.advanceMs(1);
    expect(await notifications()).toMatchObject([{ type: 'FREE_SLOT_AVAILABLE' }]);
  });

  test('an undo that restores a free slot notifies only clients who joined the waitlist after the change', async () => {
    const id = await aSlot(salon, clock('09'));
    const { undo_token } = await move(id, '09', '10', other);
    salon.clock.advanceMs(1000);
    const late = await aClient(salon);
    await late.call('POST /client-notifications/free-slot', { body: { date: day } });
    await undo(undo_token ?? '');
    expect(
      await salon.db.selectFrom('client_notifications').select(['user_id', 'type']).execute(),
    ).toMatchObject([{ user_id: late.id, type: 'FREE_SLOT_AVAILABLE' }]);
  });

  test('a restored appointment has no service id if the service was deleted in the meantime, but keeps the service’s name and price', async () => {
    const service = await aService(salon);
    const id = await aBooking(salon, clock('09'), ana.id, { service_id: service, service_name: 'Gel' });
    const gone = await salon.admin.call('DELETE /appointments/{id}', {
      params: { id },
      query: { undo: '1' },
    });
    await salon.admin.call('DELETE /services/{id}', { params: { id: service } });
    const [back] = await undo(gone?.undo_token ?? '');
    expect(back).toMatchObject({ id, service_id: null, service_name: 'Gel', client_id: ana.id });
  });

  test('a client who asks for it gets no token for her cancellation', async () => {
    const id = await aBooking(salon, clock('09'), ana.id);
    const cancelled = await ana.call('POST /appointments/{id}/cancel', {
      params: { id },
      query: { undo: '1' },
      body: { reason: 'Bolest' },
    });
    expect(cancelled).not.toHaveProperty('undo_token');
  });

  test('rejects an invented undo token, and rejects any undo request by a client', async () => {
    await expectRefused(undo('x'.repeat(43)), 'undo_expired');
    await expectRefused(ana.call('POST /appointments/undo', { body: { undo_token: 'x' } }), 'not_allowed');
  });
});
