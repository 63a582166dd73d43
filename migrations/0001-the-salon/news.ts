import type { Words } from './words.ts';

/** Notifications, reminders and mails. */
export const news = (t: Words) => [
  // appointment_id has no foreign key: a notification outlives its appointment, and an undone deletion restores the link
  `create table admin_notifications (
    id ${t.id},
    type ${t.text} not null,
    created_at ${t.ms} not null,
    visible_at ${t.ms} not null,
    read_at ${t.ms},
    appointment_id ${t.ref},
    client_id ${t.ref} references users (id),
    guest_name ${t.text},
    guest_phone ${t.text},
    service_name ${t.text},
    appt_start ${t.wall('appt_start')},
    appt_end ${t.wall('appt_end')},
    appt_created ${t.ms},
    cancelled_reason ${t.text},
    cancelled_at ${t.ms},
    is_late ${t.bool} not null default 0 check (is_late in (0, 1)),
    undo_id ${t.ref}
  ${t.end}`,
  `create index admin_notifications_by_time on admin_notifications (created_at);`,
  `create index admin_notifications_unread on admin_notifications (type, visible_at) where read_at is null;`,
  `create index admin_notifications_by_client on admin_notifications (client_id);`,
  `create index admin_notifications_by_undo on admin_notifications (undo_id) where undo_id is not null;`,
  `create table client_notifications (
    id ${t.id},
    user_id ${t.ref} not null references users (id) on delete cascade,
    type ${t.text} not null,
    message ${t.text} not null,
    created_at ${t.ms} not null,
    visible_at ${t.ms} not null,
    read_at ${t.ms},
    appointment_id ${t.ref},
    appt_start ${t.wall('appt_start')},
    undo_id ${t.ref}
  ${t.end}`,
  `create index client_notifications_by_user on client_notifications (user_id, created_at);`,
  `create index client_notifications_by_undo on client_notifications (undo_id) where undo_id is not null;`,
  // once per booking and start time, even if the client deletes the notification
  `create table reminders (
    kind ${t.text} not null check (kind in ('NOTICE_2H', 'MAIL_24H')),
    appointment_id ${t.ref} not null,
    client_id ${t.ref} not null references users (id) on delete cascade,
    start_datetime ${t.wall('start_datetime')} not null,
    booked_at ${t.ms} not null,
    made_at ${t.ms} not null,
    primary key (kind, appointment_id, client_id, start_datetime, booked_at)
  ${t.end}`,
  `create table outbox (
    id ${t.id},
    kind ${t.text} not null,
    once_key ${t.text} not null unique, -- at most one mail per event
    user_id ${t.ref} references users (id) on delete cascade,
    to_email ${t.text}, -- only a guest's; a user's is read when the mail is sent
    appointment_id ${t.ref},
    content ${t.text} not null, -- JSON; never a token, never a password
    created_at ${t.ms} not null,
    visible_at ${t.ms} not null,
    attempts integer not null default 0,
    next_try_at ${t.ms} not null,
    handed_over_at ${t.ms}, -- the mail server asked for the content: from here on it is not tried again
    sent_at ${t.ms},
    given_up_at ${t.ms},
    last_error ${t.text},
    undo_id ${t.ref}
  ${t.end}`,
  `create index outbox_due on outbox (next_try_at)
     where sent_at is null and given_up_at is null and handed_over_at is null;`,
  `create index outbox_by_age on outbox (created_at);`,
  `create index outbox_by_appointment on outbox (appointment_id);`,
  `create index outbox_by_user on outbox (user_id);`,
  `create index outbox_by_undo on outbox (undo_id) where undo_id is not null;`,
];
