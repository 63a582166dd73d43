import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** What was done at a visit, in fields that the owner names. docs/spec/behaviour.md §30.1 */
export const name = 'work';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table work_fields (
    id ${t.id},
    name ${t.text} not null,
    position integer not null,
    is_active ${t.bool} not null default 1 check (is_active in (0, 1))
  ${t.end}`,
    `insert into work_fields (name, position) values ('Boja', 1), ('Oblik', 2), ('Dužina', 3), ('Baza', 4);`,
    `create table work_values (
    booking_id ${t.ref} not null references bookings (id) on delete cascade,
    field_id ${t.ref} not null references work_fields (id),
    value ${t.text} not null check (length(value) between 1 and 100),
    at ${t.ms} not null,
    primary key (booking_id, field_id)
  ${t.end}`,
    `create index work_values_of_late on work_values (field_id, at);`, // for suggestions
  ];
}
