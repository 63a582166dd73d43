import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Times } from '../../src/domain/appointments/slots.ts';
import {
  DEPOSIT_ACTIONS,
  type DepositEvent,
  type DepositState,
  nextDepositState,
  stepBack,
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
  'I2 a BOOKED or CANCELLED row without a booking, or another row with one': sql`
    select id from appointments where (status in ('BOOKED', 'CANCELLED')) = (booking_id is null)`,
  'I2 two rows with one booking': sql`
    select booking_id from appointments where booking_id is not null group by booking_id having count(*) > 1`,
  'I2 BOOKED without a client or guest': sql`
    select a.id from appointments a left join bookings b on b.id = a.booking_id
    where a.status = 'BOOKED' and (
      (b.client_id is null and b.guest_name is null) or (b.person_id is null and b.is_forgotten = 0))`,
  'a forgotten booking with data of its guest': sql`
    select id from bookings where is_forgotten = 1 and (
      person_id is not null or guest_phone is not null or guest_number is not null or guest_email is not null)`,
  'a note of a booking in its row': sql`
    select id from appointments where booking_id is not null and notes is not null`,
  'a booking that was given away, but not as a CANCELLED row': sql`
    select a.id from appointments a join bookings b on b.id = a.booking_id
    where b.is_given_away = 1 and a.status <> 'CANCELLED'`,
  'I9 a deposit whose state is not that of its ledger and its booking': sql`
    select booking_id from (
      select d.booking_id, d.state, a.status,
        (select count(*) from payments p where p.booking_id = d.booking_id and p.kind = 'DEPOSIT'
          and p.voided_at is null and p.amount = d.amount) as received,
        (select count(*) from payments p where p.booking_id = d.booking_id and p.kind = 'REFUND'
          and p.voided_at is null) as refunded
      from deposits d join appointments a on a.booking_id = d.booking_id) money
    where received <> case when state in ('RECEIVED', 'TO_REFUND', 'REFUNDED', 'KEPT') then 1 else 0 end
      or refunded <> case when state = 'REFUNDED' then 1 else 0 end
      or (state in ('WAITING', 'RECEIVED') and status <> 'BOOKED')`,
  'I9 money of a booking without a row': sql`
    select booking_id from payments where booking_id is not null
      and not exists (select 1 from appointments a where a.booking_id = payments.booking_id)
    union all
    select booking_id from deposits where state in ('RECEIVED', 'TO_REFUND', 'REFUNDED', 'KEPT')
      and not exists (select 1 from appointments a where a.booking_id = deposits.booking_id)`,
  ...Object.fromEntries(
    [
      'booking_lines',
      'work_values',
      'pictures',
      'guest_links',
      'deposits',
      'payments',
      'holding_uses',
      'reminders',
      'told_times',
      'reached',
      'reach_claims',
      'sms_outbox',
      'appointments',
    ].map((table) => [
      `a row of ${table} that hangs on a booking that does not exist`,
      sql`select booking_id from ${sql.table(table)} as hanging where booking_id is not null
        and not exists (select 1 from bookings b where b.id = hanging.booking_id)`,
    ]),
  ),
  'lines that skip a position': sql`
    select booking_id from booking_lines group by booking_id having count(*) <> max(position)`,
  'a price beside the prices of services': sql`
    select id from bookings where price is not null
      and exists (select 1 from booking_lines l where l.booking_id = bookings.id)`,
  'attendance without a booking': sql`
    select a.id from appointments a join bookings b on b.id = a.booking_id
    where a.status <> 'BOOKED' and b.attended is not null`,
  'a person to call without a reason': sql`select id from bookings where called is not null and call_what is null`,
  'an account without its person': sql`
    select id from users where not exists (select 1 from people p where p.user_id = users.id)`,
  'a number or a search text of the owner or a technician': sql`
    select u.id from users u join people p on p.user_id = u.id
    where u.role <> 'CLIENT' and (p.number is not null or p.search_text is not null)`,
  'an appointment parked by an unfinished swap': sql`select id from appointments where start_datetime < '1900-01-01 00:00:00'`,
  'I6 a live session of an inactive user': sql`
    select user_id from sessions join users on users.id = user_id where users.active = 0`,
  'I7 two reminders of one start': sql`
    select appointment_id from client_notifications where type = 'APPT_REMINDER_2H'
    group by appointment_id, appt_start, user_id having count(*) > 1`,
  'I8 two accounts with one email': sql`
    select lower(email) from people where email is not null and user_id is not null
    group by lower(email) having count(*) > 1`,
  'I8 an email that is not the login, or a login without the email': sql`
    select u.id from users u join people p on p.user_id = u.id where (u.email_key is null) <> (p.email is null)`,
};

const notificationCount = async (
  { db }: CheckedSalon,
  type: 'NEW_BOOKING' | 'CANCELLED' | 'MOVED',
): Promise<number> =>
  (await db.selectFrom('admin_notifications').select('id').where('type', '=', type).execute()).length;

const DEPOSIT_EVENTS: readonly DepositEvent[] = [
  ...DEPOSIT_ACTIONS.filter((action) => action !== 'TAKEN_BACK'),
  'HOLD_ENDED',
  'CANCELLED',
  'CANCELLED_LATE',
  'REOPENED',
  'ATTENDED',
  'GIVEN_AWAY',
];

/** The events whose effect on a deposit can be undone. */
const CANCELLATIONS: readonly DepositEvent[] = ['CANCELLED', 'CANCELLED_LATE'];

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
    const isStepBack = [true, false].some((isBooked) => stepBack(from, isBooked)?.to === to);
    const isUndone = CANCELLATIONS.some((event) => nextDepositState(to, event) === from);
    const isPossible =
      isStepBack || isUndone || DEPOSIT_EVENTS.some((event) => nextDepositState(from, event) === to);
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
      select client_id, count(*) from appointments join bookings on bookings.id = booking_id
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
