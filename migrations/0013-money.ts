import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * The ledger of payments, the close of a day, and deposits. Amounts are integer para.
 * docs/spec/behaviour.md §19
 */
export const name = 'money';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // append-only: a mistake is voided and recorded again
    `create table payments (
    id ${t.id},
    appointment_id ${t.ref} references appointments (id),
    kind ${t.text} not null check (kind in ('VISIT', 'TIP', 'DEPOSIT', 'REFUND', 'EXPENSE', 'CASH_IN', 'CASH_OUT')),
    method ${t.text} not null check (method in ('CASH', 'CARD', 'IPS', 'OTHER')),
    amount ${t.ms} not null check (amount > 0),
    note ${t.text},
    at ${t.ms} not null,
    day ${t.date('day')} not null, -- the day of the till that it counts for
    by_user ${t.ref} references users (id),
    voided_at ${t.ms},
    void_reason ${t.text},
    key_hash ${t.text} unique, -- of the Idempotency-Key, with the hash of its request
    request_hash ${t.text}
  ${t.end}`,
    `create index payments_by_day on payments (day, id);`,
    `create index payments_by_appointment on payments (appointment_id) where appointment_id is not null;`,
    `create table cash_days (
    day ${t.date('day')} not null primary key,
    opening ${t.ms} not null default 0 check (opening >= 0),
    counted ${t.ms} check (counted >= 0), -- null: the day is open
    closed_at ${t.ms},
    check ((counted is null) = (closed_at is null))
  ${t.end}`,
    `create table deposits (
    appointment_id ${t.ref} not null primary key references appointments (id),
    amount ${t.ms} not null check (amount > 0),
    until_at ${t.ms} not null,
    state ${t.text} not null
      check (state in ('WAITING', 'RECEIVED', 'WAIVED', 'EXPIRED', 'TO_REFUND', 'REFUNDED', 'KEPT')),
    reference ${t.text} not null unique,
    qr ${t.text} not null,
    made_at ${t.ms} not null
  ${t.end}`,
    `create index deposits_waiting on deposits (until_at) where state = 'WAITING';`,
  ];
}
