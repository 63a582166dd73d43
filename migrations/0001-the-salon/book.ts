import type { Words } from './words.ts';

/** The appointment book: services, appointments, templates, absences, waitlist. */
export const book = (t: Words) => [
  `create table services (
    id ${t.id},
    name ${t.text} not null,
    duration_minutes integer check (duration_minutes > 0),
    price ${t.price} not null default 0 check (price >= 0),
    position integer not null default 0
  ${t.end}`,
  `create table appointments (
    id ${t.id},
    start_datetime ${t.wall('start_datetime')} not null,
    end_datetime ${t.wall('end_datetime')} not null,
    ${t.day},
    status ${t.text} not null check (status in ('AVAILABLE', 'BOOKED', 'BLOCKED', 'CANCELLED')),
    service_id ${t.ref} references services (id) on delete set null,
    service_name ${t.text},
    service_price ${t.price} check (service_price >= 0),
    client_id ${t.ref} references users (id),
    guest_name ${t.text},
    guest_phone ${t.text},
    guest_phone_digits ${t.text},
    guest_email ${t.text},
    notes ${t.text},
    cancel_reason ${t.text},
    cancelled_at ${t.ms},
    cancelled_by ${t.text} check (cancelled_by in ('ADMIN', 'CLIENT')),
    is_late ${t.bool} not null default 0 check (is_late in (0, 1)),
    booked_at ${t.ms},
    created_at ${t.ms} not null,
    version integer not null default 1,
    constraint appointments_times check (end_datetime > start_datetime),
    constraint appointments_one_day check (${t.endsOnDay}),
    constraint appointments_booked_by_somebody
      check (status <> 'BOOKED' or client_id is not null or guest_name is not null),
    constraint appointments_free_carry_nobody
      check (status not in ('AVAILABLE', 'BLOCKED') or
        (client_id is null and guest_name is null and guest_phone is null and service_name is null))
  ${t.end}`,
  `create index appointments_by_day on appointments (day, start_datetime, end_datetime, status);`,
  `create index appointments_by_start on appointments (start_datetime, status);`,
  `create index appointments_by_status on appointments (status, start_datetime);`,
  `create index appointments_by_client on appointments (client_id, status, start_datetime);`,
  `create index appointments_by_guest_phone on appointments (guest_phone_digits, status, start_datetime);`,
  `create index appointments_by_service on appointments (service_id);`,
  // the screen and the mail have separate links; a link belongs to one booking of the row, hence booked_at
  `create table guest_links (
    token_hash ${t.text} primary key,
    appointment_id ${t.ref} not null,
    booked_at ${t.ms} not null
  ${t.end}`,
  `create index guest_links_by_appointment on guest_links (appointment_id);`,
  `create table templates (
    id ${t.id},
    weekday integer not null check (weekday between 1 and 6),
    time_start ${t.clock('time_start')} not null,
    duration_minutes integer not null check (duration_minutes >= 5),
    active ${t.bool} not null default 1 check (active in (0, 1)),
    constraint templates_one_per_time unique (weekday, time_start)
  ${t.end}`,
  `create table absences (
    id ${t.id},
    user_id ${t.ref} not null references users (id),
    date_from ${t.date('date_from')} not null,
    date_to ${t.date('date_to')} not null,
    reason ${t.text},
    created_at ${t.ms} not null,
    constraint absences_range check (date_to >= date_from)
  ${t.end}`,
  `create index absences_by_end on absences (date_to, date_from);`,
  `create table waitlist_entries (
    id ${t.id},
    day ${t.date('day')} not null,
    client_id ${t.ref} references users (id) on delete cascade,
    guest_name ${t.text},
    guest_phone ${t.text},
    guest_phone_digits ${t.text},
    created_at ${t.ms} not null,
    constraint waitlist_entries_somebody check (client_id is not null or guest_phone_digits is not null)
  ${t.end}`,
  `create unique index waitlist_entries_one_per_client on waitlist_entries (day, client_id);`,
  `create unique index waitlist_entries_one_per_guest on waitlist_entries (day, guest_phone_digits);`,
];
