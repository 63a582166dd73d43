import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Times } from '../../src/domain/appointments/slots.ts';
import {
  DEPOSIT_ACTIONS,
  type DepositEvent,
  type DepositState,
  nextDepositState,
} from '../../src/domain/payments/deposits.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/settings.ts';
import { clockOf, minutesBetween, type WallDate } from '../../src/domain/wall-clock.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';

/** The salon whose invariants are checked: one in this process, or the database of a running server. */
export interface CheckedSalon {
  readonly db: Db;
  readonly clock: { wall(): string };
}

/**
 * Returns the free and booked periods of a day and the sum of their minutes. Requests of clients must not change the sum.
 */
export async function liveMinutes(
  { db }: CheckedSalon,
  day: WallDate,
): Promise<{ sum: number; times: string[] }> {
  const rows = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime'])
    .where('day', '=', day)
    .where('status', 'in', ['AVAILABLE', 'BOOKED'])
    .orderBy('start_datetime')
    .execute();
  const stretches: Times[] = [];
  for (const { start_datetime, end_datetime } of rows) {
    const last = stretches.at(-1);
    if (last?.end_datetime === start_datetime) last.end_datetime = end_datetime;
    else stretches.push({ start_datetime, end_datetime });
  }
  return {
    sum: rows.reduce((sum, row) => sum + minutesBetween(row.start_datetime, row.end_datetime), 0),
    times: stretches.map((one) => `${clockOf(one.start_datetime)}-${clockOf(one.end_datetime)}`),
  };
}

/** How many requests were acknowledged. These numbers are compared with the stored notifications. */
export interface Acknowledged {
  /** The number of acknowledged bookings; each must have one notification NEW_BOOKING (I4). */
  readonly bookings?: number;
  /** The number of acknowledged cancellations by clients and guests; each must have one CANCELLED row (I4). */
  readonly cancellations?: number;
  /** The number of acknowledged moves by clients and guests; each must have one notification MOVED (I4). */
  readonly moves?: number;
}

const VIOLATIONS = {
  'I1 two appointments of one technician overlap': sql`
    select a.id from appointments a join appointments b
      on b.technician_id = a.technician_id and b.day = a.day and b.id > a.id and b.status <> 'CANCELLED'
      and b.start_datetime < a.end_datetime and a.start_datetime < b.end_datetime
    where a.status <> 'CANCELLED'`,
  'I9 a deposit whose state is not that of its ledger and its booking': sql`
    select appointment_id from (
      select d.appointment_id, d.state, a.status,
        (select count(*) from payments p where p.appointment_id = d.appointment_id and p.kind = 'DEPOSIT'
          and p.voided_at is null and p.amount = d.amount) as received,
        (select count(*) from payments p where p.appointment_id = d.appointment_id and p.kind = 'REFUND'
          and p.voided_at is null) as refunded
      from deposits d join appointments a on a.id = d.appointment_id) money
    where received <> case when state in ('RECEIVED', 'TO_REFUND', 'REFUNDED', 'KEPT') then 1 else 0 end
      or refunded <> case when state = 'REFUNDED' then 1 else 0 end
      or (state in ('WAITING', 'RECEIVED') and status <> 'BOOKED')`,
  'I2 BOOKED without a client or guest': sql`
    select id from appointments where status = 'BOOKED' and client_id is null and guest_name is null`,
  'I2 AVAILABLE or BLOCKED with data of a person': sql`
    select id from appointments where status in ('AVAILABLE', 'BLOCKED') and (
      client_id is not null or guest_name is not null or guest_phone is not null or guest_phone_digits is not null
      or guest_email is not null or service_id is not null or service_name is not null or booked_at is not null
      or cancel_reason is not null or cancelled_at is not null or joined_slots is not null or moved_at is not null)`,
  'a service without its line, or a line without a service': sql`
    select a.id from appointments a
    where (a.service_name is null) = exists (select 1 from appointment_services l where l.appointment_id = a.id)`,
  'lines that skip a position, or whose prices are not the price of their appointment': sql`
    select a.id from appointments a join (
      select appointment_id, sum(price) as price, count(*) as count, max(position) as last
      from appointment_services group by appointment_id) l on l.appointment_id = a.id
    where l.count <> l.last or abs(coalesce(a.service_price, -1) - coalesce(l.price, -1)) > 0.001`,
  'a first line of another service than its appointment': sql`
    select a.id from appointments a join appointment_services l on l.appointment_id = a.id and l.position = 1
    where coalesce(a.service_id, 0) <> coalesce(l.service_id, 0)`,
  'attendance without a booking': sql`
    select id from appointments where status <> 'BOOKED' and attended is not null`,
  'a guest to call without a cancelled booking': sql`
    select id from appointments where called is not null and (status <> 'CANCELLED' or client_id is not null)`,
  'an appointment parked by an unfinished swap': sql`select id from appointments where start_datetime < '1900-01-01 00:00:00'`,
  'I6 a live session of an inactive user': sql`
    select user_id from sessions join users on users.id = user_id where users.active = 0`,
  'I7 two reminders of one start': sql`
    select appointment_id from client_notifications where type = 'APPT_REMINDER_2H'
    group by appointment_id, appt_start, user_id having count(*) > 1`,
  'I8 two accounts with one email': sql`
    select lower(email) from users where email is not null group by lower(email) having count(*) > 1`,
};

const notificationCount = async (
  { db }: CheckedSalon,
  type: 'NEW_BOOKING' | 'CANCELLED' | 'MOVED',
): Promise<number> =>
  (await db.selectFrom('admin_notifications').select('id').where('type', '=', type).execute()).length;

const DEPOSIT_EVENTS: readonly DepositEvent[] = [
  ...DEPOSIT_ACTIONS,
  'HOLD_ENDED',
  'CANCELLED',
  'CANCELLED_LATE',
  'ATTENDED',
  'GIVEN_AWAY',
];

/** Returns the deposit changes in the history that are not allowed or do not start from the previous change's result (I9). */
async function impossibleDepositChanges({ db }: CheckedSalon): Promise<string[]> {
  const entries = await db
    .selectFrom('history')
    .select(['subject_id', 'changes'])
    .where('subject', '=', 'appointment')
    .where('changes', 'like', '%"field":"deposit"%')
    .orderBy('id')
    .execute();
  const states = new Map<number, string>();
  return entries.flatMap(({ subject_id, changes }) => {
    const { from, to } = JSON.parse(changes)[0] as Record<'from' | 'to', DepositState>;
    const before = states.get(Number(subject_id)) ?? 'WAITING';
    states.set(Number(subject_id), to);
    const isPossible = DEPOSIT_EVENTS.some((event) => nextDepositState(from, event) === to);
    return isPossible && from === before
      ? []
      : `I9 appointment ${subject_id}: ${from} to ${to} after ${before}`;
  });
}

/**
 * Asserts the invariants that hold after every race, crash and fuzz run. Set `hasOnlyOwn` to false if the owner
 * has booked for clients: then a client may have more bookings than I3 allows.
 */
export async function expectInvariants(
  salon: CheckedSalon,
  { bookings, cancellations, moves }: Acknowledged = {},
  hasOnlyOwn = true,
): Promise<void> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(VIOLATIONS)) {
    const { rows } = await query.execute(salon.db);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
  }
  if (hasOnlyOwn) {
    const { rows } = await sql`
      select client_id, count(*) from appointments
      where status = 'BOOKED' and client_id is not null and end_datetime > ${salon.clock.wall()}
      group by client_id having count(*) > ${DEFAULT_SETTINGS.max_active_bookings}`.execute(salon.db);
    if (rows.length > 0) broken.push(`I3 more than two active bookings: ${JSON.stringify(rows)}`);
  }
  broken.push(...(await impossibleDepositChanges(salon)));
  expect(broken).toEqual([]);
  if (bookings !== undefined) expect(await notificationCount(salon, 'NEW_BOOKING')).toBe(bookings);
  if (cancellations !== undefined) expect(await notificationCount(salon, 'CANCELLED')).toBe(cancellations);
  if (moves !== undefined) expect(await notificationCount(salon, 'MOVED')).toBe(moves);
}
