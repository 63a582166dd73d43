import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Technicians: each appointment, template, generated day, absence and waitlist entry may belong to one of several. Everything that
 * exists belongs to technician 1, the owner. docs/spec/behaviour.md §16
 */
export const name = 'technicians';

/**
 * The constraints that it drops are added again in a wider form in the same transaction, so code that knows no technicians continues
 * to run: it works for technician 1. docs/decisions/0016-expand-then-contract.md
 */
export const worksFrom = 8;

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const reference = `${t.ref} references technicians (id)`;
  const owned = `technician_id ${t.ref} not null default 1 references technicians (id)`;
  return [
    ...(engine === 'postgres' ? ROLES_POSTGRES : rolesSqlite()),
    `create table technicians (
    id ${t.id},
    name ${t.text} not null check (length(name) between 1 and 60),
    position integer not null default 0,
    is_active ${t.bool} not null default 1 check (is_active in (0, 1)),
    user_id ${t.ref} unique references users (id), -- her account; null: the owner's own, or none
    hue integer not null default 0 check (hue between 0 and 5)
  ${t.end}`,
    `insert into technicians (name) select coalesce(nullif(substr(min(name), 1, 60), ''), 'Admin')
     from users where role = 'ADMIN'`,
    // no rows: she does every service
    `create table technician_services (
    technician_id ${reference} not null,
    service_id ${t.ref} not null references services (id) on delete cascade,
    primary key (technician_id, service_id)
  ${t.end}`,
    `create index technician_services_by_service on technician_services (service_id);`,
    // of technicians other than 1, whose days are in generated_days: an older release writes those too
    `create table technician_days (
    technician_id ${reference} not null,
    day ${t.date('day')} not null,
    generated_at ${t.ms} not null,
    primary key (technician_id, day)
  ${t.end}`,
    `create table technician_feeds (
    technician_id ${reference} primary key not null,
    token_hash ${t.text} not null unique,
    created_at ${t.ms} not null
  ${t.end}`,
    `alter table appointments add column ${owned};`,
    ...NO_OVERLAP[engine],
    ...(engine === 'postgres'
      ? [
          `alter table templates add column ${owned};`,
          `alter table templates drop constraint templates_one_per_time;`,
          `alter table templates add constraint templates_one_per_time unique (technician_id, weekday, time_start);`,
        ]
      : templatesSqlite(owned)),
    // null: the whole salon
    `alter table absences add column technician_id ${reference};`,
    // null: any technician
    `alter table waitlist_entries add column technician_id ${reference};`,
    // the technician whose notification it is; null: the owner's
    `alter table admin_notifications add column recipient_id ${t.ref} references users (id);`,
    `create index admin_notifications_by_recipient on admin_notifications (recipient_id, created_at)
     where recipient_id is not null;`,
  ];
}

const ROLES = `check (role in ('ADMIN', 'CLIENT', 'TECHNICIAN'))`;
const AUTHORS = `check (by_role in ('ADMIN', 'CLIENT', 'TECHNICIAN', 'GUEST', 'LUNULA'))`;

const ROLES_POSTGRES = [
  `alter table users drop constraint users_role_check, add constraint users_role_check ${ROLES};`,
  `alter table history drop constraint history_by_role_check, add constraint history_by_role_check ${AUTHORS};`,
];

const overlapSqlite = (event: string) => `
  create trigger appointments_no_overlap_${event.split(' ')[0]} after ${event} on appointments
  when new.status <> 'CANCELLED' and exists (
    select 1 from appointments a
    where a.day = new.day and a.status <> 'CANCELLED' and a.id <> new.id
      and a.start_datetime < new.end_datetime and a.end_datetime > new.start_datetime
      and a.technician_id = new.technician_id)
  begin select raise(abort, 'appointments_no_overlap'); end;`;

/** Live appointments of one technician never overlap. docs/spec/behaviour.md §5.1 */
const NO_OVERLAP: Record<Engine, string[]> = {
  sqlite: [
    `drop trigger appointments_no_overlap_insert;`,
    `drop trigger appointments_no_overlap_update;`,
    overlapSqlite('insert'),
    overlapSqlite('update of start_datetime, end_datetime, status, technician_id'),
  ],
  // a range of one number instead of btree_gist, which only a superuser or the owner of the database may install; the times come
  // first, because a GiST index with few values in its first column finds little
  postgres: [
    `alter table appointments drop constraint appointments_no_overlap;`,
    `alter table appointments add constraint appointments_no_overlap
     exclude using gist (
       tsrange(start_datetime, end_datetime) with &&, int4range(technician_id, technician_id, '[]') with &&)
     where (status <> 'CANCELLED');`,
  ],
};

/**
 * SQLite cannot change a constraint: the rows are copied to a new table. The migration runs without foreign keys, so that dropping the
 * old one deletes no rows that refer to it. The counter of ids is kept: an id is never used again.
 */
const rebuilt = (table: string, create: string, columns: string): string[] => [
  create,
  `insert into ${table}_new (${columns}) select ${columns} from ${table};`,
  `delete from sqlite_sequence where name = '${table}_new';`,
  `insert into sqlite_sequence (name, seq) select '${table}_new', seq from sqlite_sequence where name = '${table}';`,
  `drop table ${table};`,
  `alter table ${table}_new rename to ${table};`,
];

function rolesSqlite(): string[] {
  const t = wordsOf('sqlite');
  return [
    ...rebuilt(
      'users',
      `create table users_new (
    id ${t.id},
    role ${t.text} not null ${ROLES},
    name ${t.text} not null,
    email ${t.text},
    email_key ${t.text} unique, -- folded: one account per address, whatever its case
    phone ${t.text},
    phone_digits ${t.text},
    city ${t.text},
    notes ${t.text},
    active ${t.bool} not null default 1 check (active in (0, 1)),
    mail_on ${t.bool} not null default 1 check (mail_on in (0, 1)),
    password_hash ${t.text},
    search_text ${t.text} not null, -- name, email, phone and city folded for the search
    created_at ${t.ms} not null,
    deleted_at ${t.ms},
    push_on ${t.bool} not null default 1 check (push_on in (0, 1)),
    registered_network ${t.text} -- for 30 days
  ${t.end}`,
      `id, role, name, email, email_key, phone, phone_digits, city, notes, active, mail_on, password_hash, search_text,
    created_at, deleted_at, push_on, registered_network`,
    ),
    `create unique index users_one_admin on users (role) where role = 'ADMIN';`,
    `create index users_by_search_text on users (search_text, id);`,
    `create index users_by_registered_network on users (created_at) where registered_network is not null;`,
    ...rebuilt(
      'history',
      `create table history_new (
    id ${t.id},
    at ${t.ms} not null,
    subject ${t.text} not null,
    subject_id ${t.ref}, -- null: the settings
    action ${t.text} not null,
    by_role ${t.text} not null ${AUTHORS},
    by_id ${t.ref},
    by_name ${t.text} not null,
    from_client_id ${t.ref}, -- whose texts are in "from", and whose in "to": they go with that client
    to_client_id ${t.ref},
    guest_visit ${t.wall('guest_visit')}, -- a guest's data are in the row: they go some time after this visit
    changes ${t.text} not null -- JSON: [{ field, from, to }]
  ${t.end}`,
      'id, at, subject, subject_id, action, by_role, by_id, by_name, from_client_id, to_client_id, guest_visit, changes',
    ),
    `create index history_by_subject on history (subject, subject_id, id);`,
    `create index history_by_time on history (at);`,
    `create index history_by_author on history (by_id);`,
    `create index history_by_former_client on history (from_client_id);`,
    `create index history_by_client on history (to_client_id);`,
    `create index history_by_guest_visit on history (guest_visit) where guest_visit is not null;`,
  ];
}

function templatesSqlite(owned: string): string[] {
  const t = wordsOf('sqlite');
  return rebuilt(
    'templates',
    `create table templates_new (
    id ${t.id},
    weekday integer not null check (weekday between 1 and 6),
    time_start ${t.clock('time_start')} not null,
    duration_minutes integer not null check (duration_minutes >= 5),
    active ${t.bool} not null default 1 check (active in (0, 1)),
    ${owned},
    constraint templates_one_per_time unique (technician_id, weekday, time_start)
  ${t.end}`,
    'id, weekday, time_start, duration_minutes, active',
  );
}
