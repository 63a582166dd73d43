import { type Engine, type Words, wordsOf } from '../0001-the-salon/words.ts';

/** The new tables. The step fills them while the old ones still stand. */
export function added(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    ...peopleAndBookings(t),
    `create table booking_lines (
    id ${t.id},
    booking_id ${t.ref} not null references bookings (id) on delete cascade,
    position integer not null check (position between 1 and 6),
    service_id ${t.ref} references services (id) on delete set null,
    name ${t.text} not null,
    price ${t.price} check (price >= 0),
    duration_minutes integer check (duration_minutes > 0),
    constraint booking_lines_one_per_position unique (booking_id, position)
  ${t.end}`,
    `create index booking_lines_by_service on booking_lines (service_id);`,
    `create table waitlist_services (
    entry_id ${t.ref} not null, -- the reference is added with the renewed table of entries
    service_id ${t.ref} not null references services (id) on delete cascade,
    position integer not null,
    primary key (entry_id, service_id)
  ${t.end}`,
    `alter table appointments add column booking_id ${t.ref};`,
    // no foreign key: a mail about a deleted booking is sent after the booking has gone
    `alter table outbox add column booking_id ${t.ref};`,
    `create index outbox_by_booking on outbox (booking_id) where booking_id is not null;`,
    // what SQL cannot compute: the normal form of each phone, and the person of each guest's appointment
    `create table upgrade_numbers (phone ${t.text} primary key not null, number ${t.text}${t.end}`,
    `create table upgrade_guests (appointment_id ${t.ref} primary key not null, person_id ${t.ref}${t.end}`,
  ];
}

const peopleAndBookings = (t: Words) => [
  // everybody who ever came or will; each account has one
  `create table people (
    id ${t.id},
    user_id ${t.ref} references users (id), -- the account; null: none
    name ${t.text} not null,
    phone ${t.text}, -- as typed
    number ${t.text}, -- in E.164, else its digits: for comparing
    email ${t.text},
    city ${t.text},
    notes ${t.text}, -- the owner's own
    staff_note ${t.text} check (length(staff_note) <= 300), -- for everybody in the salon
    is_by_hand ${t.bool} not null default 0 check (is_by_hand in (0, 1)), -- made by the owner
    search_text ${t.text}, -- folded; null: no search finds it
    created_at ${t.ms} not null
  ${t.end}`,
  `create unique index people_by_account on people (user_id) where user_id is not null;`,
  `create index people_by_number on people (number) where number is not null;`,
  `create index people_by_search_text on people (search_text, id) where search_text is not null;`,
  `create table bookings (
    id ${t.id},
    uid ${t.text}, -- of the calendar entry, without its domain; null: booking-<id>
    sequence integer not null default 1, -- of the calendar entry: it never falls
    person_id ${t.ref} references people (id), -- who comes
    is_forgotten ${t.bool} not null default 0 check (is_forgotten in (0, 1)), -- by retention
    has_person integer generated always as (case when person_id is not null or is_forgotten = 1 then 1 end) stored,
    client_id ${t.ref} references users (id), -- the account that sees and cancels it
    booked_by_role ${t.text} check (booked_by_role in ('ADMIN', 'CLIENT', 'TECHNICIAN', 'GUEST', 'LUNULA')),
    booked_by_id ${t.ref},
    guest_name ${t.text}, -- the words typed for it
    guest_phone ${t.text},
    guest_number ${t.text},
    guest_email ${t.text},
    note ${t.text},
    price ${t.price} check (price >= 0), -- of a booking without services
    booked_at ${t.ms},
    moved_at ${t.ms},
    booker_network ${t.text},
    account_network ${t.text},
    joined_slots ${t.text},
    attended ${t.bool} check (attended in (0, 1)),
    cancelled_at ${t.ms},
    cancelled_by ${t.text} check (cancelled_by in ('ADMIN', 'CLIENT')),
    cancel_reason ${t.text},
    is_late ${t.bool} not null default 0 check (is_late in (0, 1)),
    -- its time became another person's: kept for its money, in no count of cancellations
    is_given_away ${t.bool} not null default 0 check (is_given_away in (0, 1)),
    called ${t.bool} check (called in (0, 1)),
    series_id ${t.ref},
    rules_accepted_at ${t.ms},
    rules_text_at ${t.ms},
    constraint bookings_of_a_person unique (id, has_person)
  ${t.end}`,
  `create index bookings_by_client on bookings (client_id);`,
  `create index bookings_by_person on bookings (person_id, attended);`,
  `create index bookings_by_number on bookings (guest_number) where guest_number is not null;`,
  `create index bookings_by_series on bookings (series_id) where series_id is not null;`,
  `create index bookings_by_booker_network on bookings (booker_network) where booker_network is not null;`,
  `create index bookings_by_account_network on bookings (account_network) where account_network is not null;`,
  `create index bookings_missed_by_client on bookings (client_id) where attended = 0;`,
  `create index bookings_to_call on bookings (id) where called is not null;`,
  `create index bookings_with_guest on bookings (id)
     where guest_name <> 'Gost' or guest_phone is not null or guest_email is not null;`,
];

/** Replaces tables and columns once the step has read them. */
export const renewed = (engine: Engine): string[] => [
  ...moneyAndLinks(engine),
  ...ofPeople(engine),
  ...(engine === 'sqlite' ? appointmentsSqlite() : APPOINTMENTS_POSTGRES),
  `create index appointments_in_order on appointments (start_datetime, id);`,
  ...(engine === 'sqlite' ? APPOINTMENT_INDEXES : []),
  `drop index users_by_search_text;`,
  ...['name', 'email', 'phone', 'phone_digits', 'city', 'notes', 'search_text'].map(
    (column) => `alter table users drop column ${column};`,
  ),
  `drop table appointment_services;`,
  `drop table upgrade_numbers;`,
  `drop table upgrade_guests;`,
  `delete from undo_steps;`,
];

interface Renewed {
  /** The body of the table, without its name. */
  readonly body: string;
  readonly columns: string;
  /** The values of the columns, read from the old table. */
  readonly from: string;
  readonly indexes?: readonly string[];
  readonly hasIds?: boolean;
}

/** Both engines copy the rows to a new table. The counter of ids is kept: an id is never used again. */
function replaced(engine: Engine, table: string, { body, columns, from, indexes = [], hasIds }: Renewed) {
  const next = `${table}_new`;
  const counter =
    engine === 'sqlite'
      ? [
          `delete from sqlite_sequence where name = '${next}';`,
          `insert into sqlite_sequence (name, seq) select '${next}', seq from sqlite_sequence where name = '${table}';`,
        ]
      : [`select setval('${next}_id_seq', last_value, is_called) from ${table}_id_seq;`];
  const names = [
    ...(hasIds ? [`alter sequence ${next}_id_seq rename to ${table}_id_seq;`] : []),
    `alter index ${next}_pkey rename to ${table}_pkey;`,
  ];
  return [
    `create table ${next} (${body}`,
    `insert into ${next} (${columns}) ${from};`,
    ...(hasIds ? counter : []),
    `drop table ${table};`,
    `alter table ${next} rename to ${table};`,
    ...(engine === 'sqlite' ? [] : names),
    ...indexes,
  ];
}

function moneyAndLinks(engine: Engine): string[] {
  const t = wordsOf(engine);
  const onBooking = `${t.ref} references bookings (id)`;
  return [
    ...replaced(engine, 'payments', {
      body: `
    id ${t.id},
    booking_id ${onBooking},
    kind ${t.text} not null check (kind in ('VISIT', 'TIP', 'DEPOSIT', 'REFUND', 'EXPENSE', 'CASH_IN', 'CASH_OUT')),
    method ${t.text} not null check (method in ('CASH', 'CARD', 'IPS', 'OTHER')),
    amount ${t.ms} not null check (amount > 0),
    note ${t.text},
    at ${t.ms} not null,
    day ${t.date('day')} not null, -- the day of the till that it counts for
    by_user ${t.ref} references users (id),
    voided_at ${t.ms},
    void_reason ${t.text},
    key_hash ${t.text} unique, -- of the Idempotency-Key, with the hash of its request
    request_hash ${t.text}
  ${t.end}`,
      columns:
        'id, booking_id, kind, method, amount, note, at, day, by_user, voided_at, void_reason, key_hash, request_hash',
      from: `select id, appointment_id, kind, method, amount, note, at, day, by_user, voided_at, void_reason, key_hash,
    request_hash from payments`,
      indexes: [
        `create index payments_by_day on payments (day, id);`,
        `create index payments_by_booking on payments (booking_id) where booking_id is not null;`,
      ],
      hasIds: true,
    }),
    ...replaced(engine, 'deposits', {
      body: `
    booking_id ${t.ref} not null primary key references bookings (id) on delete cascade,
    amount ${t.ms} not null check (amount > 0),
    until_at ${t.ms} not null,
    state ${t.text} not null
      check (state in ('WAITING', 'RECEIVED', 'WAIVED', 'EXPIRED', 'TO_REFUND', 'REFUNDED', 'KEPT')),
    reference ${t.text} not null unique,
    qr ${t.text} not null,
    made_at ${t.ms} not null
  ${t.end}`,
      columns: 'booking_id, amount, until_at, state, reference, qr, made_at',
      from: `select appointment_id, amount, until_at, state, reference, qr, made_at from deposits`,
      indexes: [`create index deposits_waiting on deposits (until_at) where state = 'WAITING';`],
    }),
    ...replaced(engine, 'guest_links', {
      body: `
    token_hash ${t.text} primary key not null,
    booking_id ${onBooking} on delete cascade not null
  ${t.end}`,
      columns: 'token_hash, booking_id',
      // the step has given each link that is alive the id of its booking
      from: `select token_hash, appointment_id from guest_links
    where exists (select 1 from bookings where bookings.id = guest_links.appointment_id)`,
      indexes: [`create index guest_links_by_booking on guest_links (booking_id);`],
    }),
    ...replaced(engine, 'reminders', {
      body: `
    booking_id ${onBooking} on delete cascade not null,
    kind ${t.text} not null check (kind in ('NOTICE_2H', 'MAIL_24H')),
    start_datetime ${t.wall('start_datetime')} not null,
    client_id ${t.ref} not null references users (id) on delete cascade,
    made_at ${t.ms} not null,
    primary key (booking_id, kind, start_datetime)
  ${t.end}`,
      columns: 'booking_id, kind, start_datetime, client_id, made_at',
      from: `select r.appointment_id, r.kind, r.start_datetime, r.client_id, min(r.made_at) from reminders r
    join bookings b on b.id = r.appointment_id and b.client_id = r.client_id
    group by r.appointment_id, r.kind, r.start_datetime, r.client_id`,
      indexes: [
        `create index reminders_by_time on reminders (made_at);`,
        `create index reminders_by_client on reminders (client_id);`,
      ],
    }),
  ];
}

function ofPeople(engine: Engine): string[] {
  const t = wordsOf(engine);
  const numberOf = `(select number from upgrade_numbers where phone = w.guest_phone)`;
  return [
    ...replaced(engine, 'due_marks', {
      body: `
    id ${t.id},
    person_id ${t.ref} not null references people (id) on delete cascade,
    kind ${t.text} not null check (kind in ('CONTACTED', 'STOP', 'SENT')),
    appointment_id ${t.ref} references appointments (id) on delete set null, -- the last one when it was made
    at ${t.ms} not null
  ${t.end}`,
      columns: 'id, person_id, kind, appointment_id, at',
      from: `select d.id, p.id, d.kind, d.appointment_id, d.at from due_marks d
    join people p on p.id = coalesce(
      (select id from people where user_id = d.client_id),
      (select max(one.id) from people one join upgrade_numbers n on n.number = one.number
       where n.phone = d.phone_digits))`, // the ids of people without an account are the higher ones
      indexes: [
        `create index due_marks_by_person on due_marks (person_id);`,
        `create index due_marks_by_appointment on due_marks (appointment_id);`,
        // one automatic message per person and last appointment, whatever processes do at the same time
        `create unique index due_marks_once on due_marks (person_id, appointment_id) where kind = 'SENT';`,
      ],
      hasIds: true,
    }),
    ...replaced(engine, 'waitlist_entries', {
      body: `
    id ${t.id},
    day ${t.date('day')} not null,
    client_id ${t.ref} references users (id) on delete cascade,
    guest_name ${t.text},
    guest_phone ${t.text},
    guest_number ${t.text},
    created_at ${t.ms} not null,
    joiner_network ${t.text},
    technician_id ${t.ref} references technicians (id), -- null: any technician
    constraint waitlist_entries_somebody check (client_id is not null or guest_number is not null)
  ${t.end}`,
      columns:
        'id, day, client_id, guest_name, guest_phone, guest_number, created_at, joiner_network, technician_id',
      // two spellings of one number on one day become one entry: the first
      from: `select id, day, client_id, guest_name, guest_phone,
      case when client_id is null then ${numberOf} end, created_at, joiner_network, technician_id
    from waitlist_entries w
    where client_id is not null or not exists (
      select 1 from waitlist_entries earlier join upgrade_numbers n on n.phone = earlier.guest_phone
      where earlier.client_id is null and earlier.day = w.day and earlier.id < w.id and n.number = ${numberOf})`,
      indexes: [
        `create unique index waitlist_entries_one_per_client on waitlist_entries (day, client_id);`,
        `create unique index waitlist_entries_one_per_guest on waitlist_entries (day, guest_number);`,
        `create index waitlist_entries_by_joiner_network on waitlist_entries (joiner_network)
     where joiner_network is not null;`,
      ],
      hasIds: true,
    }),
    ...replaced(engine, 'waitlist_services', {
      body: `
    entry_id ${t.ref} not null references waitlist_entries (id) on delete cascade,
    service_id ${t.ref} not null references services (id) on delete cascade,
    position integer not null,
    primary key (entry_id, service_id)
  ${t.end}`,
      columns: 'entry_id, service_id, position',
      from: `select entry_id, service_id, position from waitlist_services
    where entry_id in (select id from waitlist_entries)`,
      indexes: [`create index waitlist_services_by_service on waitlist_services (service_id);`],
    }),
  ];
}

const NEEDS_PERSON = `case status when 'BOOKED' then 1 end`;
const SAYS = {
  times: `constraint appointments_times check (end_datetime > start_datetime)`,
  booking: `constraint appointments_booking
      check ((status in ('AVAILABLE', 'BLOCKED')) = (booking_id is null))`,
  notes: `constraint appointments_notes check (booking_id is null or notes is null)`,
  person: `constraint appointments_booked_by_somebody
      foreign key (booking_id, needs_person) references bookings (id, has_person)`,
};

const overlapSqlite = (event: string) => `
  create trigger appointments_no_overlap_${event.split(' ')[0]} after ${event} on appointments
  when new.status <> 'CANCELLED' and exists (
    select 1 from appointments a
    where a.day = new.day and a.status <> 'CANCELLED' and a.id <> new.id
      and a.start_datetime < new.end_datetime and a.end_datetime > new.start_datetime
      and a.technician_id = new.technician_id)
  begin select raise(abort, 'appointments_no_overlap'); end;`;

function appointmentsSqlite(): string[] {
  const t = wordsOf('sqlite');
  return [
    ...replaced('sqlite', 'appointments', {
      body: `
    id ${t.id},
    start_datetime ${t.wall('start_datetime')} not null,
    end_datetime ${t.wall('end_datetime')} not null,
    ${t.day},
    status ${t.text} not null check (status in ('AVAILABLE', 'BOOKED', 'BLOCKED', 'CANCELLED')),
    notes ${t.text}, -- of AVAILABLE and BLOCKED
    created_at ${t.ms} not null,
    version integer not null default 1,
    technician_id ${t.ref} not null default 1 references technicians (id),
    booking_id ${t.ref} unique references bookings (id),
    needs_person integer generated always as (${NEEDS_PERSON}) stored,
    ${SAYS.times},
    constraint appointments_one_day check (${t.endsOnDay}),
    ${SAYS.booking},
    ${SAYS.notes},
    ${SAYS.person}
  ${t.end}`,
      columns:
        'id, start_datetime, end_datetime, status, notes, created_at, version, technician_id, booking_id',
      from: `select id, start_datetime, end_datetime, status, case when status in ('AVAILABLE', 'BLOCKED') then notes end,
    created_at, version, technician_id, case when status in ('BOOKED', 'CANCELLED') then booking_id end from appointments`,
      hasIds: true,
    }),
    overlapSqlite('insert'),
    overlapSqlite('update of start_datetime, end_datetime, status, technician_id'),
  ];
}

const APPOINTMENT_INDEXES = [
  `create index appointments_by_day on appointments (day, start_datetime, end_datetime, status);`,
  `create index appointments_by_start on appointments (start_datetime, status);`,
  `create index appointments_by_status on appointments (status, start_datetime);`,
];

const GONE = [
  ...['service_id', 'service_name', 'service_price', 'client_id', 'guest_name', 'guest_phone'],
  ...[
    'guest_phone_digits',
    'guest_email',
    'cancel_reason',
    'cancelled_at',
    'cancelled_by',
    'is_late',
    'booked_at',
  ],
  ...['booker_network', 'account_network', 'joined_slots', 'moved_at', 'attended', 'called', 'series_id'],
  ...['rules_accepted_at', 'rules_text_at'],
];

const APPOINTMENTS_POSTGRES = [
  `drop trigger appointments_insert_line on appointments;`,
  // the function of these triggers stays: a backup of an older release does not contain it, but its triggers call it
  `drop trigger appointments_replace_lines on appointments;`,
  `alter table appointments drop constraint appointments_booked_by_somebody,
    drop constraint appointments_free_carry_nobody;`,
  `drop index appointments_in_order;`,
  `update appointments set notes = null where status in ('BOOKED', 'CANCELLED') and notes is not null;`,
  `update appointments set booking_id = null where status in ('AVAILABLE', 'BLOCKED') and booking_id is not null;`,
  `alter table appointments ${GONE.map((column) => `drop column ${column}`).join(', ')};`,
  `alter table appointments add column needs_person integer generated always as (${NEEDS_PERSON}) stored,
    add constraint appointments_booking_id_key unique (booking_id),
    add constraint appointments_booking_id_fkey foreign key (booking_id) references bookings (id);`,
  `alter table appointments add ${SAYS.booking}, add ${SAYS.notes}, add ${SAYS.person};`,
];
