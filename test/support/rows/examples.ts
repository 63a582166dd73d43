import { addPerson } from '../../../src/server/platform/db/people.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { aBooking, aService, aSlot, aTechnician } from '../builders.ts';
import type { Person, Salon } from '../salon.ts';
import { moneyRows } from './money.ts';
import { bookingOf, changeRow } from './rows.ts';

export const EXAMPLE_DAY = '2026-11-19';
export const EXAMPLE_SLOT = `${EXAMPLE_DAY} 10:00:00`;

/** The rows that the example requests name. */
export async function exampleRows(salon: Salon, owner: Person) {
  const appointment = await aBooking(salon, `${EXAMPLE_DAY} 08:00:00`, owner.id);
  const waiting = await aBooking(salon, `${EXAMPLE_DAY} 18:00:00`, owner.id);
  await changeRow(salon, waiting, { request_state: 'WAITING', request_until: `${EXAMPLE_DAY} 16:00:00` });
  const slot = await aSlot(salon, EXAMPLE_SLOT);
  const service = await aService(salon);
  const technician = await aTechnician(salon);
  const insert = { db: salon.db, at: salon.clock.ms() };
  const one = async (made: Promise<{ id: number }>) => (await made).id;
  const template = await one(
    insert.db
      .insertInto('templates')
      .values({ weekday: 1, time_start: '09:00:00', duration_minutes: 60 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const absence = await one(
    insert.db
      .insertInto('absences')
      .values({
        user_id: salon.admin.id,
        date_from: '2027-01-04',
        date_to: '2027-01-05',
        reason: null,
        created_at: insert.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const notification = await one(
    insert.db
      .insertInto('admin_notifications')
      .values({ type: 'NEW_CLIENT', created_at: insert.at, visible_at: insert.at, client_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const clientNotification = await one(
    insert.db
      .insertInto('client_notifications')
      .values({
        user_id: owner.id,
        type: 'FREE_SLOT_AVAILABLE',
        message: 'Oslobodio se termin.',
        created_at: insert.at,
        visible_at: insert.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await insert.db
    .insertInto('waitlist_entries')
    .values({ day: '2026-11-20', client_id: owner.id, created_at: insert.at })
    .execute();
  await insert.db
    .insertInto('settings')
    .values({ name: 'payments', value: '1', changed_at: insert.at })
    .execute();
  const today = '2026-11-17';
  const payment = await one(
    insert.db
      .insertInto('payments')
      .values({ kind: 'EXPENSE', method: 'CASH', amount: 35_000, at: insert.at, day: today })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const money = await moneyRows(salon, { owner: owner.id, service, technician });
  const deposit = {
    amount: 70_000,
    until_at: insert.at,
    state: 'WAITING',
    reference: '9712',
    qr: 'K:PR',
  } as const;
  await insert.db
    .insertInto('deposits')
    .values({ ...deposit, booking_id: await bookingOf(salon, appointment), made_at: insert.at })
    .execute();
  await insert.db
    .insertInto('cash_days')
    .values({ day: '2026-11-16', counted: 0, closed_at: insert.at })
    .execute();
  const person = (name: string) =>
    inTransaction(insert.db, (trx) =>
      addPerson(trx, { name, phone: null, email: null, city: null, created_at: insert.at }),
    );
  const technicians = (await insert.db.selectFrom('technicians').select('id').execute()).map(({ id }) => id);
  const workFields = await insert.db.selectFrom('work_fields').select(['id', 'name', 'is_active']).execute();
  return {
    workFields,
    payment,
    ...money,
    appointment,
    waiting,
    slot,
    service,
    technician,
    technicians,
    template,
    absence,
    notification,
    clientNotification,
    person: await person('Ručno Dodata'),
    otherPerson: await person('Ručno Dodata Druga'),
  };
}
