import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * The history of changes, the clock of retention, and indexes for retention and long lists.
 * docs/spec/behaviour.md §12 and §10
 */
export const name = 'history';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table history (
    id ${t.id},
    at ${t.ms} not null,
    subject ${t.text} not null,
    subject_id ${t.ref}, -- null: the settings
    action ${t.text} not null,
    by_role ${t.text} not null check (by_role in ('ADMIN', 'CLIENT', 'GUEST', 'LUNULA')),
    by_id ${t.ref},
    by_name ${t.text} not null,
    from_client_id ${t.ref}, -- whose texts are in "from", and whose in "to": they go with that client
    to_client_id ${t.ref},
    guest_visit ${t.wall('guest_visit')}, -- a guest's data are in the row: they go some time after this visit
    changes ${t.text} not null -- JSON: [{ field, from, to }]
  ${t.end}`,
    `create index history_by_subject on history (subject, subject_id, id);`,
    `create index history_by_time on history (at);`,
    `create index history_by_author on history (by_id);`,
    `create index history_by_former_client on history (from_client_id);`,
    `create index history_by_client on history (to_client_id);`,
    `create index history_by_guest_visit on history (guest_visit) where guest_visit is not null;`,
    `create table clearing (
    id integer primary key check (id = 1), -- one row
    seen_at ${t.ms} not null,
    doubted_at ${t.ms}
  ${t.end}`,
    // what is cleared by its age
    `create index client_notifications_by_time on client_notifications (created_at);`,
    `create index client_notifications_unread on client_notifications (user_id, created_at) where read_at is null;`,
    `create index reminders_by_time on reminders (made_at);`,
    `create index reset_links_by_expiry on reset_links (expires_at);`,
    `create index appointments_with_guest on appointments (start_datetime)
     where guest_name <> 'Gost' or guest_phone is not null or guest_email is not null;`,
    `create index admin_notifications_with_guest on admin_notifications (appt_start)
     where guest_name <> 'Gost' or guest_phone is not null;`,
    // what erasing a client, a tab of the notices and the list of clients are found by
    `create index admin_notifications_by_appointment on admin_notifications (appointment_id);`,
    `create index admin_notifications_by_type on admin_notifications (type, created_at, visible_at);`,
    `create index admin_notifications_by_moments on admin_notifications (created_at, visible_at);`,
    // the owner's list by pages: the order is the index's own, so that an offset sorts nothing
    `create index appointments_in_order on appointments (start_datetime, id);`,
    `create index users_by_search_text on users (search_text, id);`,
  ];
}
