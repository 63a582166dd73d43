import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Attendance, and the owner's calendar feed.
 * docs/spec/behaviour.md §5.22 and §7.8
 */
export const name = 'the owner alone';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // 1 came, 0 did not, null unknown
    `alter table appointments add column attended ${t.bool};`,
    `create index appointments_not_attended_by_client on appointments (client_id, start_datetime)
     where attended = 0;`,
    `create index appointments_not_attended_by_phone on appointments (guest_phone_digits, start_datetime)
     where attended = 0;`,
    // at most one row: the current link
    `create table calendar_feeds (
    id ${t.ref} primary key check (id = 1),
    token_hash ${t.text} not null,
    created_at ${t.ms} not null
  ${t.end}`,
  ];
}
