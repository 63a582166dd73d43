import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Pictures of wishes and results, and the works that the salon shows to everybody. docs/spec/behaviour.md §30.2 */
export const name = 'pictures';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table pictures (
    id ${t.id},
    kind ${t.text} not null check (kind in ('WISH', 'RESULT', 'WORK')),
    booking_id ${t.ref} references bookings (id) on delete cascade,
    file ${t.text} not null, -- the hash of its content
    thumb ${t.text} not null,
    width integer not null,
    height integer not null,
    color ${t.text} not null,
    bytes integer not null,
    made_at ${t.ms} not null,
    work_id ${t.ref}, -- of a wish that is like a work; no foreign key, because works refer to pictures
    by_user ${t.ref} references users (id),
    key_hash ${t.text} unique, -- of the Idempotency-Key and its caller, with the hash of its request
    request_hash ${t.text},
    check (kind <> 'WISH' or booking_id is not null)
  ${t.end}`,
    `create index pictures_by_booking on pictures (booking_id) where booking_id is not null;`,
    `create index pictures_by_work on pictures (work_id) where work_id is not null;`,
    `create index pictures_by_file on pictures (file);`,
    `create index pictures_by_thumb on pictures (thumb);`,
    `create table works (
    id ${t.id},
    picture_id ${t.ref} not null unique references pictures (id) on delete cascade,
    service_id ${t.ref} references services (id) on delete set null,
    position integer not null,
    is_hidden ${t.bool} not null default 0 check (is_hidden in (0, 1)), -- until the owner confirms it after a restore
    consent_text ${t.text} not null,
    consent_at ${t.ms} not null,
    consent_by ${t.text} -- the name of the user; null once the booking is forgotten
  ${t.end}`,
    `create index works_by_service on works (service_id);`,
  ];
}
