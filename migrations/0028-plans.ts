import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Packages and vouchers, their uses, and what was paid out to technicians. Amounts are integer para. docs/spec/behaviour.md §32 */
export const name = 'plans';

/** Older code knows neither the new kinds of payments nor that a use stands outside the till. */
export const worksFrom = 28;

const COLUMNS =
  'id, booking_id, kind, method, amount, note, at, day, by_user, voided_at, void_reason, key_hash, request_hash';

/** The ledger with sales, and with packages and vouchers as methods. */
function ledger(engine: Engine): string[] {
  const t = wordsOf(engine);
  const isSqlite = engine === 'sqlite';
  return [
    `create table payments_new (
    id ${t.id},
    booking_id ${t.ref} references bookings (id),
    holding_id ${t.ref} references holdings (id), -- what is sold, refunded or used
    kind ${t.text} not null check (kind in ('VISIT', 'TIP', 'DEPOSIT', 'REFUND', 'EXPENSE', 'CASH_IN', 'CASH_OUT', 'SALE')),
    method ${t.text} not null check (method in ('CASH', 'CARD', 'IPS', 'OTHER', 'PACKAGE', 'VOUCHER')),
    amount ${t.ms} not null check (amount > 0 or (amount = 0 and method = 'PACKAGE')),
    note ${t.text},
    at ${t.ms} not null,
    day ${t.date('day')} not null, -- the day of the till that it counts for
    by_user ${t.ref} references users (id),
    voided_at ${t.ms},
    void_reason ${t.text},
    key_hash ${t.text} unique, -- of the Idempotency-Key, with the hash of its request
    request_hash ${t.text},
    check (method not in ('PACKAGE', 'VOUCHER') or (kind = 'VISIT' and holding_id is not null)),
    check (kind <> 'SALE' or holding_id is not null)
  ${t.end}`,
    `insert into payments_new (${COLUMNS}) select ${COLUMNS} from payments;`,
    ...(isSqlite
      ? [
          `delete from sqlite_sequence where name = 'payments_new';`,
          `insert into sqlite_sequence (name, seq) select 'payments_new', seq from sqlite_sequence where name = 'payments';`,
        ]
      : [`select setval('payments_new_id_seq', last_value, is_called) from payments_id_seq;`]),
    `drop table payments;`,
    `alter table payments_new rename to payments;`,
    ...(isSqlite
      ? []
      : [
          `alter sequence payments_new_id_seq rename to payments_id_seq;`,
          `alter index payments_new_pkey rename to payments_pkey;`,
        ]),
    `create index payments_by_day on payments (day, id);`,
    `create index payments_by_booking on payments (booking_id) where booking_id is not null;`,
    `create index payments_by_holding on payments (holding_id) where holding_id is not null;`,
  ];
}

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table plans (
    id ${t.id},
    name ${t.text} not null,
    service_ids ${t.text} not null, -- joined by commas
    visits integer not null check (visits > 0),
    price ${t.ms} not null check (price > 0),
    months integer not null check (months between 1 and 60),
    is_active ${t.bool} not null default 1 check (is_active in (0, 1))
  ${t.end}`,
    // a package is a copy of its plan: a later change of the plan does not touch it
    `create table holdings (
    id ${t.id},
    kind ${t.text} not null check (kind in ('PACKAGE', 'VOUCHER')),
    person_id ${t.ref} references people (id) on delete set null,
    plan_id ${t.ref} references plans (id),
    name ${t.text} not null,
    service_ids ${t.text} not null,
    visits integer check (visits > 0), -- null: a voucher
    used_before integer not null default 0 check (used_before >= 0), -- visits taken before Lunula knew it
    amount ${t.ms} not null check (amount > 0), -- the price, or the amount of a voucher
    code ${t.text} unique,
    for_name ${t.text},
    from_name ${t.text},
    receipt_number ${t.text},
    expires_on ${t.date('expires_on')} not null, -- inclusive
    made_at ${t.ms} not null,
    by_user ${t.ref} references users (id),
    closed_at ${t.ms}, -- its person was erased
    link_hash ${t.text} unique, -- of the token of its printed page
    key_hash ${t.text} unique,
    request_hash ${t.text},
    check ((kind = 'PACKAGE') = (visits is not null)),
    check ((kind = 'VOUCHER') = (code is not null)),
    check (used_before <= coalesce(visits, 0))
  ${t.end}`,
    `create index holdings_by_person on holdings (person_id) where person_id is not null;`,
    ...ledger(engine),
    `create table holding_uses (
    id ${t.id},
    holding_id ${t.ref} references holdings (id), -- null: the salon decided that the booking costs no visit
    booking_id ${t.ref} not null references bookings (id) on delete cascade,
    payment_id ${t.ref} unique references payments (id), -- a voided payment voids the use
    visits integer not null check (visits in (0, 1)),
    amount ${t.ms} not null check (amount >= 0), -- the value
    check ((holding_id is null) = (payment_id is null))
  ${t.end}`,
    `create index holding_uses_by_holding on holding_uses (holding_id) where holding_id is not null;`,
    `create index holding_uses_by_booking on holding_uses (booking_id);`,
    // no reference to services: a line of a deleted service stays covered
    `create table covered_lines (
    use_id ${t.ref} not null references holding_uses (id) on delete cascade,
    service_id ${t.ref} not null,
    name ${t.text} not null,
    primary key (use_id, service_id)
  ${t.end}`,
    `alter table technicians add column percent integer check (percent between 0 and 100);`,
    `alter table technician_terms add column percent integer check (percent between 0 and 100);`,
    `create table payouts (
    id ${t.id},
    technician_id ${t.ref} not null references technicians (id),
    date_from ${t.date('date_from')} not null,
    date_to ${t.date('date_to')} not null,
    payment_id ${t.ref} not null unique references payments (id), -- voiding it reopens the days
    check (date_from <= date_to)
  ${t.end}`,
    `create index payouts_by_technician on payouts (technician_id, date_from);`,
    // what was paid for, as it was: later percents, prices and lines don't touch it
    `create table payout_rows (
    id ${t.id},
    payout_id ${t.ref} not null references payouts (id) on delete cascade,
    payment_id ${t.ref} not null references payments (id),
    service_id ${t.ref},
    name ${t.text} not null,
    base ${t.ms} not null,
    percent integer,
    share ${t.ms} not null
  ${t.end}`,
    `create index payout_rows_by_payout on payout_rows (payout_id);`,
    `create index payout_rows_by_payment on payout_rows (payment_id);`,
  ];
}
