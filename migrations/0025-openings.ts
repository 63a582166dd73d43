import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Openings are the times that technicians offer; free slots are what bookings and blocks leave of them. Also the clean-up after
 * services, a technician's own minutes and prices, and whether clients may choose her. docs/spec/behaviour.md §26
 */
export const name = 'openings';

/** Older code adds free slots without openings. */
export const worksFrom = 25;

const overlapSqlite = (event: string) => `
  create trigger openings_no_overlap_${event.split(' ')[0]} after ${event} on openings
  when exists (
    select 1 from openings o
    where o.day = new.day and o.id <> new.id and o.technician_id = new.technician_id
      and o.start_datetime < new.end_datetime and o.end_datetime > new.start_datetime)
  begin select raise(abort, 'openings_no_overlap'); end;`;

const NO_OVERLAP: Record<Engine, string[]> = {
  sqlite: [overlapSqlite('insert'), overlapSqlite('update of start_datetime, end_datetime, technician_id')],
  postgres: [
    `alter table openings add constraint openings_no_overlap
     exclude using gist (
       tsrange(start_datetime, end_datetime) with &&, int4range(technician_id, technician_id, '[]') with &&);`,
  ],
};

/** Bookings that came from a slot: somebody booked it, or a client or guest moved the booking there. */
const FROM_SLOT = `status = 'BOOKED' and exists (
    select 1 from history h where h.subject = 'appointment' and h.subject_id = a.id
      and (h.action = 'booked' or h.by_role in ('CLIENT', 'GUEST') and h.changes like '%"start_datetime"%'))`;

const STORED = `case when b.joined_slots like '[%' then b.joined_slots else '[]' end`;

/** The slots that a booking joins. */
const PARTS: Record<Engine, { readonly all: string; readonly start: string; readonly end: string }> = {
  sqlite: {
    all: `json_each(${STORED}) part`,
    start: `json_extract(part.value, '$.start_datetime')`,
    end: `json_extract(part.value, '$.end_datetime')`,
  },
  postgres: {
    all: `jsonb_array_elements((${STORED})::jsonb) part`,
    start: `(part ->> 'start_datetime')::timestamp(0)`,
    end: `(part ->> 'end_datetime')::timestamp(0)`,
  },
};

function openingsOf(engine: Engine): string[] {
  const { all, start, end } = PARTS[engine];
  const columns = 'openings (technician_id, start_datetime, end_datetime, notes)';
  // a booking that was moved or resized since no longer fills its slots
  const isJoined = `exists (select count(*) from ${all} having min(${start}) = a.start_datetime and max(${end}) = a.end_datetime)`;
  return [
    `insert into ${columns} select technician_id, start_datetime, end_datetime, notes
     from appointments where status = 'AVAILABLE';`,
    `insert into ${columns} select a.technician_id, a.start_datetime, a.end_datetime, null
     from appointments a join bookings b on b.id = a.booking_id where ${FROM_SLOT} and not ${isJoined};`,
    `insert into ${columns} select a.technician_id, ${start}, ${end}, null
     from appointments a join bookings b on b.id = a.booking_id cross join ${all} where ${FROM_SLOT} and ${isJoined};`,
  ];
}

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table openings (
    id ${t.id},
    technician_id ${t.ref} not null references technicians (id),
    start_datetime ${t.wall('start_datetime')} not null,
    end_datetime ${t.wall('end_datetime')} not null,
    ${t.day},
    notes ${t.text},
    constraint openings_times check (end_datetime > start_datetime),
    constraint openings_one_day check (${t.endsOnDay})
  ${t.end}`,
    `create index openings_by_day on openings (technician_id, day);`,
    ...NO_OVERLAP[engine],
    `alter table services add column cleanup_minutes integer not null default 0;`,
    `alter table booking_lines add column cleanup_minutes integer not null default 0;`,
    `alter table technicians add column bookable ${t.bool} not null default 1 check (bookable in (0, 1));`,
    `create table technician_terms (
    technician_id ${t.ref} not null references technicians (id),
    service_id ${t.ref} not null references services (id) on delete cascade,
    duration_minutes integer, -- null: the service's
    price ${t.price}, -- null: the service's
    primary key (technician_id, service_id)
  ${t.end}`,
    ...openingsOf(engine),
    `alter table bookings drop column joined_slots;`,
    `update undo_steps set expires_at = 0;`, // they know no openings
  ];
}
