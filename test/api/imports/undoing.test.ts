import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AppointmentToImport } from '../../../src/contract/booking/imports.ts';
import type { ResponseBody } from '../../../src/contract/index.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aSlot, aWait } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { bookingOf } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

type Row = AppointmentToImport;
type Imported = ResponseBody<'POST /appointments/import'>;
const FRIDAY = '2026-11-20';
const at = (clock: string, day = FRIDAY) => `${day} ${clock}:00` as WallTime;
const ana: Row = { index: 0, name: 'Ana Anić', phone: '064 111 2222', start_datetime: at('10:00') };

const send = (rows: readonly unknown[], more: { dry_run?: 0 | 1 | boolean; import_id?: string } = {}) =>
  salon.admin.call('POST /appointments/import', { body: { rows: rows as Row[], ...more } });
const undo = (import_id: string) =>
  salon.admin.call('DELETE /appointments/import/{import_id}', { params: { import_id } });
const statesOf = ({ rows }: Imported) => rows.map(({ state }) => state);
const first = ({ rows }: Imported) => rows[0] as Imported['rows'][number];
const people = (q: string) => salon.admin.call('GET /people', { query: { q } });

onBothEngines('undoing imports', { emptyBeforeEach: true }, () => {
  test('a free slot gives way, and comes back whole with the undo, which tells nobody and serves no waiting list', async () => {
    await aSlot(salon, at('09:00'), 240);
    const client = await aClient(salon, { phone: '064 5' });
    const done = await send([{ ...ana, duration_minutes: 60 }]);
    await aWait(salon, { day: FRIDAY, client_id: client.id, created_at: salon.clock.ms() } as never);
    const free = () =>
      salon.db
        .selectFrom('appointments')
        .select(['start_datetime', 'end_datetime'])
        .where('status', '=', 'AVAILABLE')
        .orderBy('start_datetime')
        .execute();
    expect(await free()).toHaveLength(2);
    expect(await people('ana anic')).toHaveLength(1);
    expect(await undo(done.import_id)).toEqual({ removed: 1, kept: 0 });
    expect(await free()).toEqual([{ start_datetime: at('09:00'), end_datetime: at('13:00') }]);
    expect(await people('ana anic')).toEqual([]);
    for (const table of ['outbox', 'client_notifications', 'bookings', 'import_rows'] as const)
      expect(await salon.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await undo(done.import_id)).toEqual({ removed: 0, kept: 0 });
    expect(statesOf(await send([ana]))).toEqual(['CREATED']);
  });

  test('the undo keeps what was changed, marked, charged or got a link since, and people with other bookings', async () => {
    const hours = ['06:00', '08:00', '10:00', '12:00', '14:00'];
    const rows = hours.map((clock, n) => ({
      name: `Ana ${'abcde'[n]}`,
      phone: `064 111 222${n}`,
      start_datetime: at(clock, '2026-11-16'),
      duration_minutes: 60,
    }));
    const done = await send([...rows, { ...ana, start_datetime: at('19:00') }]);
    const params = (n: number) => ({ params: { id: done.rows[n]?.appointment_id as never } });
    await salon.admin.call('PUT /appointments/{id}', { ...params(0), body: { notes: 'x' } });
    await salon.admin.call('POST /appointments/{id}/attendance', { ...params(1), body: { attended: 0 } });
    await salon.db
      .insertInto('guest_links')
      .values({
        token_hash: 'h',
        booking_id: (await bookingOf(salon, done.rows[2]?.appointment_id as never)) as never,
        made_by: salon.admin.id,
      })
      .execute();
    await salon.admin.call('POST /appointments', {
      body: { start_datetime: at('15:00'), guest_name: 'Ana d', guest_phone: '064 111 2223' },
    });
    expect(await undo(done.import_id)).toEqual({ removed: 3, kept: 3 });
    expect(await people('ana d')).toHaveLength(1);
    expect(await people('ana e')).toHaveLength(0);
    expect(statesOf(await send([rows[0], rows[3]]))).toEqual(['EXISTS', 'CREATED']);
  });

  test('the undo keeps a visit after which the owner wrote to the person, and a new person whose card was changed', async () => {
    const rows = ['a', 'b', 'c'].map((name, n) => ({
      name: `Ana ${name}`,
      phone: `064 111 222${n}`,
      start_datetime: at(`1${n}:00`, '2026-10-16'),
      duration_minutes: 60,
    }));
    const done = await send(rows);
    const key = `g${first(done).appointment_id}`;
    await salon.admin.call('POST /clients/due/{key}', { params: { key }, body: { action: 'CONTACTED' } });
    const [changed] = await people('ana b');
    await salon.admin.call('PUT /people/{id}', {
      params: { id: changed?.id as never },
      body: { city: 'Bor' },
    });
    expect(await undo(done.import_id)).toEqual({ removed: 2, kept: 1 });
    expect((await people('ana')).map(({ name }) => name)).toEqual(['Ana a', 'Ana b']);
  });

  test('an import is undone until 24 hours after its last part', async () => {
    const { import_id } = await send([ana]);
    salon.clock.set('2026-11-18 11:00:00');
    await send([{ ...ana, start_datetime: at('15:00') }], { import_id });
    salon.clock.set('2026-11-19 11:00:01');
    await expectRefused(undo(import_id), 'import_closed');
    salon.clock.set('2026-11-19 11:00:00');
    expect(await undo(import_id)).toEqual({ removed: 2, kept: 0 });
    await expectRefused(undo(randomUUID()), 'not_found');
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('an undo concurrent with a change of a booking keeps or removes it as a whole', async () => {
    for (let round = 0; round < bySize(4, 30); round++) {
      const done = await send([{ ...ana, uid: `undo ${round}` }]);
      const id = first(done).appointment_id as never;
      const [undone] = await Promise.all([
        undo(done.import_id),
        salon.admin
          .call('PUT /appointments/{id}', { params: { id }, body: { notes: 'x' } })
          .catch(() => undefined),
      ]);
      const left = await salon.db.selectFrom('appointments').select('id').where('id', '=', id).execute();
      expect(undone).toEqual(left.length === 1 ? { removed: 0, kept: 1 } : { removed: 1, kept: 0 });
      await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
    }
  });

  describe('of clients', () => {
    const importClients = (rows: object[], import_id?: string) =>
      salon.admin.call('POST /users/clients/import', {
        body: { rows: rows as never, ...(import_id && { import_id }) },
      });
    const undoClients = (import_id: string) =>
      salon.admin.call('DELETE /users/clients/import/{import_id}', { params: { import_id } });

    test('the undo removes new clients who have nothing else', async () => {
      const known = await aClient(salon, { name: 'Poznata', phone: '064 999 000' });
      const import_id = randomUUID();
      const done = await importClients(
        [
          { name: 'Nova', phone: '064 100 100' },
          { name: 'Menjana', phone: '064 100 200' },
          { name: 'Zakazana', phone: '064 100 300' },
          { name: 'Poznata', phone: '064 999 000' },
        ],
        import_id,
      );
      expect(done.import_id).toBe(import_id);
      const [, changed, booked] = done.rows.map(({ id }) => id as NonNullable<typeof id>);
      await salon.admin.call('PUT /users/{id}', { params: { id: changed as never }, body: { city: 'Bor' } });
      await aBooking(salon, at('10:00'), booked as never);
      expect(await undoClients(import_id)).toEqual({ removed: 1, kept: 2 });
      const names = (await salon.admin.call('GET /users/clients', {})).map(({ name }) => name);
      expect(names).toEqual(['Menjana', 'Poznata', 'Zakazana']);
      expect(known.id).toBeGreaterThan(0);
      await expectRefused(undo(import_id), 'not_found');
      salon.clock.set('2026-11-18 11:20:01');
      await expectRefused(undoClients(import_id), 'import_closed');
      salon.clock.set('2026-11-17 11:20:00');
    });

    test('the undo keeps a client who bought a voucher, and one into whom somebody was joined', async () => {
      await salon.admin.call('PUT /settings', { body: { payments: 1 } });
      const import_id = randomUUID();
      const names = ['Kupila', 'Spojena'];
      await importClients(
        names.map((name, n) => ({ name, phone: `064 100 10${n}` })),
        import_id,
      );
      const [buyer, joined] = (await people('064 100 10')).map(({ id }) => id as never);
      const voucher = { kind: 'VOUCHER', amount: 1000, person_id: buyer, method: 'CASH' } as never;
      await salon.admin.call('POST /holdings', { body: voucher });
      const guest = await salon.admin.call('POST /people', { body: { name: 'Gošća', notes: 'Alergija' } });
      const body = { from_person_id: guest.id };
      await salon.admin.call('POST /people/{id}/merge', { params: { id: joined as never }, body });
      expect(await undoClients(import_id)).toEqual({ removed: 0, kept: 2 });
      expect((await people('064 100 10')).map(({ name }) => name)).toEqual(names);
    });
  });
});
