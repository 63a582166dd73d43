import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Clients who are due: what was done about them, and their consent to automatic messages. docs/spec/behaviour.md §20.3 */
export const name = 'who is due';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `alter table users add column marketing_on ${t.bool} not null default 0 check (marketing_on in (0, 1));`,
    `create index users_with_marketing on users (id) where marketing_on = 1;`,
    `create table due_marks (
    id ${t.id},
    client_id ${t.ref} references users (id),
    phone_digits ${t.text}, -- of a guest
    kind ${t.text} not null check (kind in ('CONTACTED', 'STOP', 'SENT')),
    appointment_id ${t.ref} references appointments (id) on delete set null, -- the last one when it was made
    at ${t.ms} not null,
    check ((client_id is null) <> (phone_digits is null))
  ${t.end}`,
    `create index due_marks_by_client on due_marks (client_id);`,
    `create index due_marks_by_phone on due_marks (phone_digits);`,
    `create index due_marks_by_appointment on due_marks (appointment_id);`,
    // one automatic message per client and last appointment, whatever processes do at the same time
    `create unique index due_marks_once on due_marks (client_id, appointment_id) where kind = 'SENT';`,
  ];
}
