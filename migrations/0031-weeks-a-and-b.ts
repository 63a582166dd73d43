import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Templates of every week, or of weeks A or B, for shifts. docs/spec/behaviour.md §26.6 */
export const name = 'weeks A and B';

const ONE_PER_TIME = 'constraint templates_one_per_time unique (technician_id, weekday, time_start, every)';

function postgres(): string[] {
  return [
    `alter table templates add column every smallint not null default 0 check (every in (0, 1, 2));`,
    `alter table templates drop constraint templates_one_per_time;`,
    `alter table templates add ${ONE_PER_TIME};`,
  ];
}

/** SQLite cannot change a constraint: the rows are copied to a new table. The counter of ids is kept. */
function sqlite(): string[] {
  const t = wordsOf('sqlite');
  const columns = 'id, weekday, time_start, duration_minutes, active, technician_id';
  return [
    `create table templates_new (
      id ${t.id},
      weekday integer not null check (weekday between 1 and 6),
      time_start ${t.clock('time_start')} not null,
      duration_minutes integer not null check (duration_minutes >= 5),
      active ${t.bool} not null default 1 check (active in (0, 1)),
      technician_id integer not null default 1 references technicians (id),
      every integer not null default 0 check (every in (0, 1, 2)),
      ${ONE_PER_TIME}
    ${t.end}`,
    `insert into templates_new (${columns}) select ${columns} from templates;`,
    `delete from sqlite_sequence where name = 'templates_new';`,
    `insert into sqlite_sequence (name, seq) select 'templates_new', seq from sqlite_sequence where name = 'templates';`,
    `drop table templates;`,
    `alter table templates_new rename to templates;`,
  ];
}

/** Only a constraint is replaced, by a wider one: code that knows the openings runs on. */
export const worksFrom = 25;

export const statements = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());
