import type { BookingId, PersonId, ServiceId, TechnicianId, UserId } from '../../../src/domain/ids.ts';
import { aBooking } from '../builders.ts';
import type { Salon } from '../salon.ts';
import { bookingOf, changeRow } from './rows.ts';

interface Of {
  readonly owner: UserId;
  readonly service: ServiceId;
  readonly technician: TechnicianId;
}

/** A plan, a voucher, a missed booking, and a technician who has earned something. */
export async function moneyRows(salon: Salon, { owner, service, technician }: Of) {
  const { db, clock } = salon;
  const at = clock.ms();
  const { plan } = await db
    .insertInto('plans')
    .values({ name: '5 korekcija', service_ids: String(service), visits: 5, price: 900_000, months: 12 })
    .returning('id as plan')
    .executeTakeFirstOrThrow();
  const { holding } = await db
    .insertInto('holdings')
    .values({
      ...{ kind: 'VOUCHER', name: 'Poklon-vaučer', service_ids: '', amount: 500_000 },
      ...{ code: 'K7M2RXD94H', expires_on: '2027-11-17', made_at: at },
    })
    .returning('id as holding')
    .executeTakeFirstOrThrow();
  await db.updateTable('technicians').set({ percent: 40 }).where('id', '=', technician).execute();
  const earned = await aBooking(salon, '2026-11-02 08:00:00', owner);
  await changeRow(salon, earned, { technician_id: technician });
  const missed = await aBooking(salon, '2026-11-03 08:00:00', owner);
  await changeRow(salon, missed, { attended: 0 });
  const booking_id = await bookingOf(salon, earned);
  const paid = { amount: 180_000, at, day: '2026-11-02' } as const;
  await db
    .insertInto('payments')
    .values({ ...paid, kind: 'VISIT', method: 'CASH', booking_id })
    .execute();
  return { plan, holding, missed };
}

interface Used {
  readonly booking_id: BookingId;
  readonly person_id: PersonId;
  readonly service_id: ServiceId;
  readonly technician_id: TechnicianId;
}

/** A package that was used for a booking, and a payout. */
export async function addHoldings({ db }: Pick<Salon, 'db'>, used: Used): Promise<void> {
  const { booking_id, person_id, service_id, technician_id } = used;
  const plan = { name: '10 + 1', service_ids: String(service_id), visits: 11 };
  const { plan_id } = await db
    .insertInto('plans')
    .values({ ...plan, price: 1_800_000, months: 12 })
    .returning('id as plan_id')
    .executeTakeFirstOrThrow();
  const { holding_id } = await db
    .insertInto('holdings')
    .values({
      ...plan,
      plan_id,
      kind: 'PACKAGE',
      person_id,
      amount: 1_800_000,
      expires_on: '2027-11-17',
      made_at: 1,
    })
    .returning('id as holding_id')
    .executeTakeFirstOrThrow();
  const paid = { at: 1, day: '2026-11-17' } as const;
  const { payment_id } = await db
    .insertInto('payments')
    .values({ ...paid, booking_id, holding_id, kind: 'VISIT', method: 'PACKAGE', amount: 0 })
    .returning('id as payment_id')
    .executeTakeFirstOrThrow();
  const { use_id } = await db
    .insertInto('holding_uses')
    .values({ holding_id, booking_id, payment_id, visits: 1, amount: 163_636 })
    .returning('id as use_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('covered_lines').values({ use_id, service_id, name: 'Gel lak' }).execute();
  const { id } = await db
    .insertInto('payouts')
    .values({ technician_id, date_from: '2026-10-01', date_to: '2026-10-31', payment_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const share = { name: 'Gel lak', base: 163_636, percent: 50, share: 81_818 };
  await db
    .insertInto('payout_rows')
    .values({ ...share, payout_id: id, payment_id, service_id })
    .execute();
}
