import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { aBooking, aClient, anAppointment, aTechnician, aTechnicianPerson } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-18' as const;

onBothEngines('what a technician can see and change', { emptyBeforeEach: true }, () => {
  let mina: Awaited<ReturnType<typeof aTechnicianPerson>>;
  let booking: AppointmentId;
  let slot: AppointmentId;
  let others: AppointmentId;
  beforeEach(async () => {
    salon.clock.set(NOW);
    mina = await aTechnicianPerson(salon);
    const ana = await aClient(salon, {
      name: 'Ana',
      phone: '064 111 222',
      email: 'ana@primer.rs',
      notes: 'alergija',
    });
    const of = { technician_id: mina.technician };
    booking = await aBooking(salon, `${DAY} 09:00:00`, ana.id, of);
    slot = await anAppointment(salon, `${DAY} 11:00:00`, of);
    others = await aBooking(salon, `${DAY} 09:00:00`, ana.id);
  });
  const hidePhones = () =>
    salon.admin.call('PUT /technicians/{id}', {
      params: { id: mina.technician },
      body: { sees_phones: 0 },
    });
  const day = { query: { from: DAY, to: DAY } };

  test('lists show a technician only her own appointments; the owner can list the appointments of all technicians or of one technician', async () => {
    const ids = (rows: readonly { id: AppointmentId }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    const year = { query: { from: '2026-06-01', to: '2027-05-01' } };
    expect(ids(await mina.call('GET /analytics/calendar', day))).toEqual([booking, slot]);
    expect(ids(await mina.call('GET /analytics/calendar', year))).toEqual([booking, slot]);
    expect(ids(await mina.call('GET /appointments/list', day))).toEqual([booking, slot]);
    expect(ids(await mina.call('GET /appointments/upcoming'))).toEqual([booking]);
    expect(ids(await salon.admin.call('GET /appointments/upcoming'))).toEqual([booking, others]);
    const query = { technician_id: String(OWNERS_TECHNICIAN) };
    expect(ids(await salon.admin.call('GET /appointments/upcoming', { query }))).toEqual([others]);
    expect(await mina.call('GET /appointments/next')).toMatchObject({ id: booking });
    const offered = await anAppointment(salon, `${DAY} 11:00:00`);
    expect(ids(await salon.visitor.call('GET /appointments', day))).toEqual([slot, offered]);
    expect(ids(await mina.call('GET /appointments', day))).toEqual([slot]);
    expect(ids(await salon.visitor.call('GET /appointments', day))).toEqual([slot, offered]);
    salon.clock.set(`${DAY} 20:00:00`);
    expect(ids(await mina.call('GET /appointments/past'))).toEqual([booking]);
  });

  test('bookings that start at the same time keep their order in lists after one of them is edited', async () => {
    await salon.admin.call('PUT /appointments/{id}', { params: { id: booking }, body: { notes: 'novo' } });
    const upcoming = await salon.admin.call('GET /appointments/upcoming');
    expect(upcoming.map(({ id }) => id)).toEqual([booking, others]);
    const body = { date_from: DAY, date_to: DAY };
    const { conflicts } = await salon.admin.call('POST /annual/preview', { body });
    expect(conflicts.map(({ id }) => id)).toEqual([booking, others]);
  });

  test('the export of a technician’s account contains no data of clients whose bookings the technician changed', async () => {
    const guest = { guest_name: 'Tanja', guest_phone: '064 777 888' };
    await mina.call('PUT /appointments/{id}', {
      params: { id: booking },
      body: { client_id: null, ...guest },
    });
    const data = JSON.stringify(await mina.call('GET /auth/me/export'));
    expect(data).toContain('TECHNICIAN');
    for (const others of ['Ana', 'Tanja', '064 777 888', '064 111 222']) expect(data).not.toContain(others);
  });

  test('technicians never see a client’s email and note, and see phones only if the owner allows it', async () => {
    const read = () => mina.call('GET /appointments/{id}', { params: { id: booking } });
    expect(await read()).toMatchObject({
      client_name: 'Ana',
      client_phone: '064 111 222',
      client_email: null,
      client_notes: null,
    });
    await hidePhones();
    expect(await read()).toMatchObject({ client_name: 'Ana', client_phone: null });
    const seen = JSON.stringify([
      await mina.call('GET /analytics/calendar', { query: { from: '2026-06-01', to: '2027-05-01' } }),
      await mina.call('GET /appointments/list', day),
      await mina.call('GET /appointments/{id}/history', { params: { id: booking } }),
      await mina.call('GET /users', { query: { q: 'Ana' } }),
      await mina.call('PUT /appointments/{id}', { params: { id: booking }, body: { notes: 'gel' } }),
    ]);
    for (const hidden of ['064', 'ana@primer.rs', 'alergija']) expect(seen).not.toContain(hidden);
    expect(await salon.admin.call('GET /appointments/{id}', { params: { id: booking } })).toMatchObject({
      client_phone: '064 111 222',
      client_email: 'ana@primer.rs',
      client_notes: 'alergija',
    });
  });

  test('a technician who must not see phones cannot filter her appointments by phone', async () => {
    const filter = (who: Person) =>
      who.call('GET /appointments/list', { query: { ...day.query, phone: '064 111' } });
    expect(await filter(mina)).toMatchObject([{ id: booking }]);
    await hidePhones();
    await expectRefused(filter(mina), 'not_allowed');
    expect(await filter(salon.admin)).toHaveLength(2);
  });

  test('a technician can search for bookings from the network of her own appointment, but not of a colleague’s', async () => {
    const search = (id: AppointmentId) =>
      mina.call('GET /appointments/list', { query: { ...day.query, same_address: String(id) } });
    expect(await search(booking)).toEqual([]);
    await expectRefused(search(others), 'not_allowed');
  });

  test('a technician’s search finds clients only by name', async () => {
    const find = (q: string) => mina.call('GET /users', { query: { q } });
    expect(await find('ana')).toMatchObject([{ name: 'Ana', email: null, phone: null }]);
    for (const hidden of ['064 111', '064111222', 'primer.rs']) expect(await find(hidden)).toEqual([]);
    expect(await salon.admin.call('GET /users', { query: { q: '064 111' } })).toHaveLength(1);
  });

  test('a technician’s appointments do not show what was paid', async () => {
    const of = (person: Person) => person.call('GET /appointments/{id}', { params: { id: booking } });
    expect(await of(salon.admin)).toHaveProperty('paid', 0);
    expect(await of(mina)).not.toHaveProperty('paid');
    expect((await mina.call('GET /analytics/calendar', day))[0]).not.toHaveProperty('paid');
  });

  test('a technician can book her own free slots, and add bookings of her own, for clients and guests', async () => {
    const [ana] = await mina.call('GET /users', { query: { q: 'ana' } });
    const seen = { seen_start: `${DAY} 11:00:00`, seen_end: `${DAY} 12:00:00` } as const;
    const book = { params: { id: slot }, body: { ...seen, client_id: ana?.id } };
    expect(await mina.call('POST /appointments/{id}/book', book)).toMatchObject({ client_name: 'Ana' });
    const body = {
      start_datetime: `${DAY} 13:00:00`,
      guest_name: 'Gošća',
      guest_phone: '063 555 100',
    } as const;
    const made = await mina.call('POST /appointments', { body });
    expect(made).toMatchObject({ status: 'BOOKED', technician_id: mina.technician });
    const [change] = await salon.admin.call('GET /appointments/{id}/history', { params: { id: made.id } });
    expect(change?.by).toMatchObject({ role: 'TECHNICIAN' });
  });

  test('a technician cannot assign a booking to a colleague, change a colleague’s booking, or use any_technician', async () => {
    const sara = await aTechnician(salon);
    const params = { id: booking };
    const refused = [
      () => mina.call('PUT /appointments/{id}', { params, body: { technician_id: sara } }),
      () =>
        mina.call('PUT /analytics/appointments/{id}/move', {
          params,
          body: { start_datetime: `${DAY} 09:00:00`, end_datetime: `${DAY} 10:00:00`, technician_id: sara },
        }),
      () => mina.call('PUT /analytics/appointments/swap', { body: { a_id: booking, b_id: others } }),
      () =>
        mina.call('POST /appointments/cancel-many', { body: { ids: [booking, others], reason: 'Bolest' } }),
      () =>
        mina.call('POST /appointments/{id}/book', {
          params: { id: slot },
          body: { seen_start: `${DAY} 11:00:00`, seen_end: `${DAY} 12:00:00`, any_technician: 1 },
        }),
      () => mina.call('POST /annual', { body: { date_from: DAY, date_to: DAY, technician_id: null } }),
    ];
    for (const call of refused) await expectRefused(call(), 'not_allowed');
    expect(await mina.call('PUT /appointments/{id}', { params, body: { notes: 'x' } })).toMatchObject({
      technician_id: mina.technician,
    });
  });

  test('a technician can undo her own changes, but no changes of a colleague’s appointments', async () => {
    const undoOf = async (by: Person, id: AppointmentId) => {
      const to = { start_datetime: `${DAY} 15:00:00`, end_datetime: `${DAY} 16:00:00` } as const;
      const moved = await by.call('PUT /analytics/appointments/{id}/move', { params: { id }, body: to });
      return { body: { undo_token: moved.undo_token ?? '' } };
    };
    const undo = await undoOf(salon.admin, others);
    await expectRefused(mina.call('POST /appointments/undo', undo), 'not_allowed');
    expect(await salon.admin.call('POST /appointments/undo', undo)).toHaveLength(1);
    expect(await mina.call('POST /appointments/undo', await undoOf(mina, booking))).toHaveLength(1);
  });

  test('with `following`, a technician cancels and moves only her own later appointments of a series', async () => {
    const starts = [`${DAY} 14:00:00`, '2026-11-25 14:00:00', '2026-12-02 14:00:00'] as const;
    const [ana] = await salon.admin.call('GET /users', { query: { q: 'ana' } });
    const { appointments } = await salon.admin.call('POST /appointments/series', {
      body: {
        client_id: ana?.id ?? null,
        service_ids: [],
        technician_id: mina.technician,
        start_datetime: starts[0],
        every_weeks: 1,
        count: 3,
        rows: starts.map((start_datetime) => ({ start_datetime })),
      },
    });
    const [first, second, third] = appointments.map(({ id }) => id) as [
      AppointmentId,
      AppointmentId,
      AppointmentId,
    ];
    const given = { technician_id: OWNERS_TECHNICIAN };
    await salon.admin.call('PUT /appointments/{id}', { params: { id: second }, body: given });
    const startOf = async (id: AppointmentId) =>
      (await salon.admin.call('GET /appointments/{id}', { params: { id } })).start_datetime;
    const later = {
      start_datetime: `${DAY} 15:00:00`,
      end_datetime: `${DAY} 16:00:00`,
      following: 1,
    } as const;
    await mina.call('PUT /analytics/appointments/{id}/move', { params: { id: first }, body: later });
    expect([await startOf(second), await startOf(third)]).toEqual([starts[1], '2026-12-02 15:00:00']);
    await mina.call('POST /appointments/{id}/cancel', {
      params: { id: first },
      body: { reason: 'Bolest', following: 1 },
    });
    const upcoming = await salon.admin.call('GET /appointments/upcoming');
    expect(upcoming.map(({ id }) => id)).toContain(second);
    expect(upcoming.map(({ id }) => id)).not.toContain(third);
  });

  test('absences and templates that a technician adds are always for herself, and she sees no others', async () => {
    const absence = await mina.call('POST /annual', { body: { date_from: DAY, date_to: DAY } });
    expect(absence).toMatchObject({ technician_id: mina.technician, conflicts: [{ id: booking }] });
    expect(await mina.call('GET /annual/mine')).toHaveLength(1);
    await mina.call('DELETE /annual/{id}', { params: { id: absence.id } });
    const template = await mina.call('POST /templates', { body: { weekday: 3, time_start: '15:00:00' } });
    expect(template.technician_id).toBe(mina.technician);
    await salon.admin.call('POST /templates', { body: { weekday: 3, time_start: '15:00:00' } });
    expect(await mina.call('GET /templates')).toEqual([template]);
  });

  test('the owner sees the absences that a technician adds, and the technician sees the absences that the owner adds for her', async () => {
    await mina.call('POST /annual', { body: { date_from: DAY, date_to: DAY } });
    expect(await salon.admin.call('GET /annual/mine')).toMatchObject([
      { technician_id: mina.technician, conflicts: [{ id: booking }] },
    ]);
    const later = { date_from: '2026-12-01', date_to: '2026-12-01' } as const;
    for (const technician_id of [mina.technician, OWNERS_TECHNICIAN, null])
      await salon.admin.call('POST /annual', { body: { ...later, technician_id } });
    expect((await mina.call('GET /annual/mine')).map(({ date_from }) => date_from)).toEqual([
      later.date_from,
      DAY,
    ]);
  });

  test('a technician sees waitlist entries for herself and for any technician, without the phones of guests, who are unknown to her', async () => {
    const sara = await aTechnician(salon);
    const rows = [mina.technician, sara, null].map((technician_id, n) => ({
      day: DAY,
      guest_name: `Gošća ${n}`,
      guest_phone: `063 555 10${n}`,
      guest_number: `+3816355510${n}`,
      technician_id,
      created_at: n,
    }));
    await salon.db.insertInto('waitlist_entries').values(rows).execute();
    const list = async () => (await mina.call('GET /waitlist', day)).map(({ name, phone }) => [name, phone]);
    expect(await list()).toEqual([
      ['Gošća 0', null],
      ['Gošća 2', null],
    ]);
    expect(await salon.admin.call('GET /waitlist', day)).toHaveLength(3);
  });

  test('the calendar feed of a technician contains phones only if the owner allows it', async () => {
    const { url } = await mina.call('POST /calendar-feed');
    const feed = async () => (await salon.app.inject(new URL(url).pathname)).body;
    expect(await feed()).toContain('064 111 222');
    await hidePhones();
    expect(await feed()).toContain('Ana');
    expect(await feed()).not.toContain('064 111 222');
  });

  test('an account with the role TECHNICIAN but without a technician row has no access', async () => {
    await salon.db
      .updateTable('technicians')
      .set({ user_id: null })
      .where('id', '=', mina.technician)
      .execute();
    await expectRefused(mina.call('GET /analytics/calendar', day), 'login_required');
  });
});
