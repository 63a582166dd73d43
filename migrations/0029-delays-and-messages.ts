import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Delays of the day, who was reached by which message, whom to call, and SMS. docs/spec/behaviour.md §29 */
export const name = 'delays and messages';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  // a message is about a booking at one start with one technician
  const place = `booking_id ${t.ref} not null references bookings (id) on delete cascade,
    start_datetime ${t.wall('start_datetime')} not null,
    technician_id ${t.ref} not null references technicians (id)`;
  return [
    `alter table bookings add column call_what ${t.text} check (call_what in
     ('CANCELLED', 'MOVED', 'HOLD_ENDED', 'REQUEST_ACCEPTED', 'REQUEST_DECLINED', 'REQUEST_LAPSED'));`,
    // when the change was made of which the person must learn; its messages were queued in the same moment
    `alter table bookings add column call_at ${t.ms};`,
    `update bookings set call_what = case when exists (select 1 from appointments
       where appointments.booking_id = bookings.id and status = 'BOOKED') then 'REQUEST_ACCEPTED' else 'CANCELLED' end
     where called is not null;`,
    `alter table users add column sms_on ${t.bool} not null default 1 check (sms_on in (0, 1));`,
    `alter table liveness add column restored_at ${t.ms};`,
    // a backup of an older release was restored just before this migration; its 2 hours of grace began then
    `update liveness set restored_at = grace_until - 2 * 60 * 60 * 1000 where restored_from is not null;`,
    `create table delays (
    technician_id ${t.ref} primary key not null references technicians (id),
    day ${t.date('day')} not null,
    minutes integer not null check (minutes >= 0),
    at ${t.ms} not null
  ${t.end}`,
    `create table told_times (
    id ${t.id},
    ${place},
    expected ${t.wall('expected')} not null,
    at ${t.ms} not null, -- the moment of the delay; its messages were queued in the same moment
    is_quiet ${t.bool} not null check (is_quiet in (0, 1)), -- 1: nothing is sent, somebody has to call
    unique (booking_id, start_datetime, technician_id, expected)
  ${t.end}`,
    `create table reached (
    id ${t.id},
    ${place},
    what ${t.text} not null check (what in ('REMINDER', 'DELAY')),
    channel ${t.text} not null check (channel in ('PUSH', 'MAIL', 'SMS', 'VIBER', 'WHATSAPP', 'CALL')),
    expected ${t.wall('expected')}, -- of a DELAY: the time that the person was told
    at ${t.ms} not null,
    by_id ${t.ref} references users (id), -- null: Lunula
    queued_at ${t.ms}, -- of a message of Lunula: when it was queued
    is_undone ${t.bool} not null default 0 check (is_undone in (0, 1)),
    unique (booking_id, channel, queued_at)
  ${t.end}`,
    `create table reach_claims (
    booking_id ${t.ref} primary key not null references bookings (id) on delete cascade,
    claim_id ${t.text} not null,
    by_id ${t.ref} not null references users (id),
    until_at ${t.ms} not null
  ${t.end}`,
    `create table sms_outbox (
    id ${t.id},
    kind ${t.text} not null,
    content ${t.text} not null,
    created_at ${t.ms} not null,
    visible_at ${t.ms} not null,
    attempts integer not null default 0,
    next_try_at ${t.ms} not null,
    sent_at ${t.ms},
    given_up_at ${t.ms},
    handed_over_at ${t.ms},
    last_error ${t.text},
    once_key ${t.text} not null unique,
    booking_id ${t.ref} references bookings (id) on delete cascade, -- null: a test
    to_number ${t.text} not null,
    is_known ${t.bool} not null check (is_known in (0, 1)), -- 1: the number has had a visit
    parts integer not null,
    about_at ${t.ms} not null, -- the moment of the change that it tells
    until_at ${t.ms} not null
  ${t.end}`,
    `create index sms_outbox_due on sms_outbox (next_try_at) where sent_at is null and given_up_at is null;`,
    `create index sms_outbox_by_booking on sms_outbox (booking_id);`,
    // stored changes know no delay
    `delete from undo_steps;`,
  ];
}
