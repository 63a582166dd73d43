import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Who may book: people who must call, bookings that wait for the salon, and when the server was last alive. docs/spec/behaviour.md §28 */
export const name = 'who books';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const mark = (column: string) =>
    `alter table people add column ${column} ${t.bool} not null default 0 check (${column} in (0, 1));`;
  return [
    mark('call_only'),
    mark('no_sms'),
    `alter table bookings add column request_state ${t.text}
     check (request_state in ('WAITING', 'ACCEPTED', 'DECLINED', 'LAPSED'));`,
    `alter table bookings add column request_until ${t.wall('request_until')};`,
    // when the salon accepted: from then on reminders count
    `alter table bookings add column accepted_at ${t.ms};`,
    `create index bookings_waiting on bookings (request_until) where request_state = 'WAITING';`,
    `create table liveness (
    id integer primary key not null check (id = 1),
    alive_at ${t.ms} not null, -- a process marks it every 30 seconds
    grace_until ${t.ms} not null, -- until then no deadline ends
    restored_from ${t.ms} -- the moment of the backup that was restored
  ${t.end}`,
    // stored changes have no request yet
    `delete from undo_steps;`,
  ];
}
