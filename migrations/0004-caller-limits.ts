import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Limits per caller, counted in the database for all processes. Networks and addresses are stored as keyed hashes; the key is a row
 * of `secrets`, which no response contains. docs/spec/behaviour.md §4.4 and §9.3
 */
export const name = 'caller limits';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table secrets (
    name ${t.text} primary key,
    value ${t.text} not null,
    created_at ${t.ms} not null
  ${t.end}`,
    `create table counted_acts (
    id ${t.id},
    subject ${t.text} not null, -- a network's keyed hash, or a client's id
    act ${t.text} not null,
    at ${t.ms} not null
  ${t.end}`,
    `create index counted_acts_by_subject on counted_acts (subject, act, at);`,
    `create index counted_acts_by_age on counted_acts (at);`,
    `alter table appointments add column booker_network ${t.text};`,
    `create index appointments_by_booker_network on appointments (booker_network)
     where booker_network is not null;`,
    `alter table waitlist_entries add column joiner_network ${t.text};`,
    `create index waitlist_entries_by_joiner_network on waitlist_entries (joiner_network)
     where joiner_network is not null;`,
    `alter table outbox add column is_limited ${t.bool} not null default 0;`,
    `alter table outbox add column free_day ${t.text};`,
    // both set when the limit lets the mail through
    `alter table outbox add column address_hash ${t.text};`,
    `alter table outbox add column let_through_at ${t.ms};`,
    `create index outbox_by_address_hash on outbox (address_hash) where address_hash is not null;`,
  ];
}
