import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * The services of an appointment as lines, add-ons, and waitlist entries for several services. A trigger writes line 1 from the
 * `service_*` columns of an appointment, so that rows of the older release have their line. A release that knows lines writes these
 * columns first (id of line 1, joined names, sum of prices) and then, if there are several, the lines.
 * docs/spec/behaviour.md §5.23, docs/decisions/0016-expand-then-contract.md
 */
export const name = 'services of appointments';

const LINES = 'appointment_services';
const COLUMNS = 'appointment_id, position, service_id, name, price, duration_minutes';

/** A deleted service empties `service_id` of the appointment and of its line: that is no other choice. */
const IS_CHANGED = (differs: string) => `new.service_name ${differs} old.service_name
  or new.service_price ${differs} old.service_price
  or (new.service_id is not null and new.service_id ${differs} old.service_id)`;

/** The duration of the only line: of the price list, or the sum of the lines if only the price has changed. */
const DURATION = `(select duration_minutes from services where id = new.service_id)`;
const KEPT_DURATION = `(select case when count(*) = count(duration_minutes) then sum(duration_minutes) end
  from ${LINES} where appointment_id = new.id)`;

const insertLine = (duration: string) => `insert into ${LINES} (${COLUMNS})
    values (new.id, 1, new.service_id, new.service_name, new.service_price, ${duration})`;

/** Replaces the lines by one with the values of the appointment's columns. */
const replaceLines = (isSameName: string) => `${insertLine(
  `case when ${isSameName} then ${KEPT_DURATION} else ${DURATION} end`,
)}
    on conflict (appointment_id, position) do update set service_id = excluded.service_id, name = excluded.name,
      price = excluded.price, duration_minutes = excluded.duration_minutes;
    delete from ${LINES} where appointment_id = new.id and position > 1;`;
const removeLines = `delete from ${LINES} where appointment_id = new.id;`;

const onSqlite = [
  `create trigger appointments_insert_line after insert on appointments when new.service_name is not null begin
    ${insertLine(DURATION)};
  end;`,
  `create trigger appointments_replace_lines after update of service_id, service_name, service_price on appointments
  when new.service_name is not null and (${IS_CHANGED('is not')}) begin
    ${replaceLines('new.service_name is old.service_name')}
  end;`,
  `create trigger appointments_remove_lines after update of service_name on appointments
  when new.service_name is null and old.service_name is not null begin
    ${removeLines}
  end;`,
];

const onPostgres = [
  `create or replace function appointments_write_line() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      ${insertLine(DURATION)};
    elsif new.service_name is null then
      ${removeLines}
    else
      ${replaceLines('new.service_name is not distinct from old.service_name')}
    end if;
    return null;
  end $$;`,
  `create trigger appointments_insert_line after insert on appointments for each row
  when (new.service_name is not null) execute function appointments_write_line();`,
  `create trigger appointments_replace_lines after update of service_id, service_name, service_price on appointments
  for each row when (${IS_CHANGED('is distinct from')}) execute function appointments_write_line();`,
];

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `alter table services add column is_addon ${t.bool} not null default 0 check (is_addon in (0, 1));`,
    // JSON: the ids of the services that an entry waits for, if there are several; the first one is service_id
    `alter table waitlist_entries add column service_ids ${t.text};`,
    `create table ${LINES} (
    id ${t.id},
    appointment_id ${t.ref} not null references appointments (id) on delete cascade,
    position integer not null check (position between 1 and 6),
    service_id ${t.ref} references services (id) on delete set null,
    name ${t.text} not null,
    price ${t.price} check (price >= 0),
    duration_minutes integer check (duration_minutes > 0),
    constraint ${LINES}_one_per_position unique (appointment_id, position)
  ${t.end}`,
    `create index ${LINES}_by_service on ${LINES} (service_id);`,
    // before the rows are copied: from here on PostgreSQL lets no other process write appointments
    ...(engine === 'sqlite' ? onSqlite : onPostgres),
    `insert into ${LINES} (${COLUMNS})
    select a.id, 1, a.service_id, a.service_name, a.service_price, s.duration_minutes
    from appointments a left join services s on s.id = a.service_id
    where a.service_name is not null order by a.id;`,
  ];
}
