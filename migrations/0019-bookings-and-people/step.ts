import type { StepContext } from '../migration.ts';
import { numberOf, searchTextOf } from './numbers.ts';
import { type Entry, type Span, type State, spansOf } from './spans.ts';

/** Fills people, bookings and what hangs on them from the old tables. A booking gets the id of its appointment. */
export async function fill(step: StepContext): Promise<void> {
  await fillNumbers(step);
  await fillPeople(step);
  for (const statement of BOOKINGS) await step.run(statement);
  await fillWaitlistServices(step);
  await separateEarlierBookings(step);
  await rewriteQueued(step);
}

const ROWS_AT_ONCE = 500;

/** Inserts rows, several per statement. */
async function insert({ run }: StepContext, table: string, rows: readonly Record<string, unknown>[]) {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) {
    const part = rows.slice(done, done + ROWS_AT_ONCE);
    const marks = part.map(() => `(${names.map(() => '?').join(', ')})`).join(', ');
    await run(
      `insert into ${table} (${names.join(', ')}) values ${marks}`,
      part.flatMap((row) => names.map((name) => row[name])),
    );
  }
}

async function fillNumbers(step: StepContext): Promise<void> {
  const phones = await step.read<{ phone: string }>(`
    select phone from users where phone is not null
    union select guest_phone from appointments where guest_phone is not null
    union select guest_phone from waitlist_entries where guest_phone is not null
    union select phone_digits from due_marks where phone_digits is not null`);
  const rows = phones.map(({ phone }) => ({ phone, number: numberOf(phone) }));
  await insert(step, 'upgrade_numbers', rows);
}

interface Guest {
  readonly id: number;
  readonly guest_name: string | null;
  readonly guest_phone: string | null;
  readonly number: string | null;
  readonly made_at: number;
}

const NAMELESS = 'Gost';

/** Each account becomes a person with the id of its user, then each guest's number one; a guest without a number is one for each booking. */
async function fillPeople(step: StepContext): Promise<void> {
  await step.run(`insert into people (id, user_id, name, phone, number, email, city, notes, search_text, created_at)
    select id, id, name, phone, case when role = 'CLIENT' then (select number from upgrade_numbers n where n.phone = users.phone) end,
      email, city, notes, case when role = 'CLIENT' and deleted_at is null then search_text end, created_at
    from users`);
  const [{ last } = { last: 0 }] = await step.read<{ last: number }>(
    'select coalesce(max(id), 0) as last from users',
  );
  const guests = await step.read<Guest>(`
    select a.id, a.guest_name, a.guest_phone, n.number, coalesce(a.booked_at, a.created_at) as made_at
    from appointments a left join upgrade_numbers n on n.phone = a.guest_phone
    where a.status in ('BOOKED', 'CANCELLED') and (a.guest_name is not null or a.guest_phone is not null)
      and not (coalesce(a.guest_name, '${NAMELESS}') = '${NAMELESS}' and a.guest_phone is null and exists (
        select 1 from history h where h.subject = 'appointment' and h.subject_id = a.id and h.action = 'erased'))
    order by coalesce(a.booked_at, a.created_at), a.id`);
  const byNumber = new Map<string, number>();
  const people: Record<string, unknown>[] = [];
  const persons: Record<string, unknown>[] = [];
  for (const { id, guest_name, guest_phone, number, made_at } of guests) {
    const known = number === null ? undefined : byNumber.get(number);
    const person_id = known ?? last + people.length + 1;
    persons.push({ appointment_id: id, person_id });
    if (known !== undefined) continue;
    if (number !== null) byNumber.set(number, person_id);
    const name = guest_name || NAMELESS;
    const search_text = searchTextOf(name, guest_phone);
    people.push({ id: person_id, name, phone: guest_phone, number, search_text, created_at: made_at });
  }
  await insert(step, 'people', people);
  await insert(step, 'upgrade_guests', persons);
  await step.continueIds('people');
}

const OF_GUEST = `a.guest_name is not null or a.guest_phone is not null`;

const BOOKINGS = [
  `insert into bookings (id, uid, sequence, person_id, is_forgotten, client_id, booked_by_role, booked_by_id,
    guest_name, guest_phone, guest_number, guest_email, note, price, booked_at, moved_at, booker_network, account_network,
    joined_slots, attended, cancelled_at, cancelled_by, cancel_reason, is_late, called, series_id, rules_accepted_at,
    rules_text_at)
  select a.id, ('appointment-' || a.id), a.version, case when ${OF_GUEST} then g.person_id else a.client_id end,
    case when (${OF_GUEST}) and g.person_id is null then 1 else 0 end, a.client_id, h.by_role, h.by_id,
    a.guest_name, a.guest_phone, n.number, a.guest_email, a.notes,
    case when a.service_name is null then a.service_price end, a.booked_at, a.moved_at, a.booker_network,
    a.account_network, a.joined_slots, a.attended, a.cancelled_at, a.cancelled_by, a.cancel_reason, a.is_late, a.called,
    a.series_id, a.rules_accepted_at, a.rules_text_at
  from appointments a
    left join upgrade_guests g on g.appointment_id = a.id
    left join upgrade_numbers n on n.phone = a.guest_phone
    left join (
      select subject_id, max(id) as id from history
      where subject = 'appointment' and (action = 'booked'
        or (action in ('created', 'changed') and changes like '%"field":"status"%"to":"BOOKED"%'))
      group by subject_id) made on made.subject_id = a.id
    left join history h on h.id = made.id
  where a.status in ('BOOKED', 'CANCELLED')`,
  `update appointments set booking_id = id where status in ('BOOKED', 'CANCELLED')`,
  `insert into booking_lines (booking_id, position, service_id, name, price, duration_minutes)
  select l.appointment_id, l.position, l.service_id, l.name, l.price, l.duration_minutes
  from appointment_services l join bookings b on b.id = l.appointment_id order by l.id`,
];

async function fillWaitlistServices(step: StepContext): Promise<void> {
  const entries = await step.read<{ id: number; service_id: number | null; service_ids: string | null }>(
    'select id, service_id, service_ids from waitlist_entries where service_id is not null or service_ids is not null',
  );
  const known = new Set((await step.read<{ id: number }>('select id from services')).map(({ id }) => id));
  const rows = entries.flatMap(({ id, service_id, service_ids }) => {
    const several: unknown = service_ids === null ? [] : JSON.parse(service_ids);
    // an older release changed only service_id; a deleted service emptied it
    const isCurrent = Array.isArray(several) && (service_id === null || several[0] === service_id);
    const ids = isCurrent && several.length > 0 ? several : [service_id];
    return ids
      .filter((one) => known.has(one))
      .map((one, n) => ({ entry_id: id, service_id: one, position: n + 1 }));
  });
  await insert(step, 'waitlist_services', rows);
}

type Row = State & {
  readonly id: number;
  readonly end_datetime: string;
  readonly technician_id: number;
  readonly created_at: number;
};

/** The money and links of rows that may have held another booking before the present one. */
const ROWS_WITH_MORE = `select id, start_datetime, end_datetime, technician_id, created_at, status, client_id, guest_name,
    guest_phone, service_name, service_price
  from appointments
  where id in (select appointment_id from payments where appointment_id is not null
    union select appointment_id from deposits
    union select l.appointment_id from guest_links l join appointments a on a.id = l.appointment_id
      where a.booked_at is null or a.booked_at <> l.booked_at
    union select appointment_id from outbox where sent_at is null and given_up_at is null and appointment_id is not null)
  order by id`;

/** Gives each earlier booking of a row what is its own. Only money makes a CANCELLED row of it. */
async function separateEarlierBookings(step: StepContext): Promise<void> {
  const rows = await step.read<Row>(ROWS_WITH_MORE);
  const clients = await step.read<{ user_id: number; number: string | null }>(
    'select user_id, number from people where user_id is not null',
  );
  const numbers = new Map(clients.map(({ user_id, number }) => [user_id, number]));
  const reading = { wallTimeAt: step.wallTimeAt, numberOfClient: (id: number) => numbers.get(id) ?? null };
  for (const row of rows) {
    const entries = await step.read<{ at: number; changes: string; action: string }>(
      "select at, changes, action from history where subject = 'appointment' and subject_id = ? order by id",
      [row.id],
    );
    const parsed = entries.map((entry): Entry & { action: string } => ({
      ...entry,
      changes: JSON.parse(entry.changes),
    }));
    await separate(step, row, spansOf(row, parsed, reading), parsed);
  }
  await step.continueIds('bookings');
  // the money of a reopened or corrected booking is still here
  await step.run(`update deposits set state = 'RECEIVED' where state = 'TO_REFUND' and exists (
    select 1 from appointments a where a.id = deposits.appointment_id and a.status = 'BOOKED')`);
}

interface Money {
  readonly id: number;
  readonly kind: string;
  readonly at: number;
}

async function separate(step: StepContext, row: Row, spans: readonly Span[], entries: readonly Entry[]) {
  const present = spans.at(-1)?.until === null ? spans.at(-1) : undefined;
  const earlier = spans.filter((span) => span !== present);
  const spanAt = (at: number) =>
    spans.find(({ from, until }) => from <= at && (until === null || at < until)) ??
    earlier.findLast(({ from }) => from <= at);
  const [deposit] = await step.read<{ made_at: number; state: string }>(
    'select made_at, state from deposits where appointment_id = ?',
    [row.id],
  );
  const payments = await step.read<Money>(
    'select id, kind, at from payments where appointment_id = ? order by id',
    [row.id],
  );
  const ofDeposit = deposit && spanAt(deposit.made_at);
  const refunds = entries.flatMap(({ at, changes }) =>
    changes.some(({ field, to }) => field === 'deposit' && to === 'REFUNDED') ? [at] : [],
  );
  const spanOf = ({ kind, at }: Money) =>
    kind === 'DEPOSIT' || (kind === 'REFUND' && refunds.includes(at)) ? ofDeposit : spanAt(at);
  for (const span of earlier) {
    const own = payments.filter((payment) => spanOf(payment) === span);
    const hasDeposit = ofDeposit === span;
    if (own.length === 0) {
      if (hasDeposit) await step.run('delete from deposits where appointment_id = ?', [row.id]);
      continue;
    }
    const booking = await keepEarlier(step, row, span);
    if (hasDeposit)
      await step.run('update deposits set appointment_id = ? where appointment_id = ?', [booking, row.id]);
    for (const { id } of own)
      await step.run('update payments set appointment_id = ? where id = ?', [booking, id]);
  }
  await step.run(`delete from guest_links where appointment_id = ? and booked_at < ?`, [
    row.id,
    present ? Math.max(present.from, 0) : Number.MAX_SAFE_INTEGER,
  ]);
}

/** Keeps an earlier booking as a CANCELLED row of the same times. Returns the id of both. */
async function keepEarlier(step: StepContext, row: Row, { from, until, last }: Span): Promise<number> {
  const { client_id, guest_phone } = last;
  const guest_name = client_id === null ? (last.guest_name ?? NAMELESS) : last.guest_name;
  const isGuest = guest_name !== null || guest_phone !== null;
  const number = numberOf(guest_phone);
  const person_id = isGuest
    ? await personOfGuest(step, { name: guest_name ?? NAMELESS, phone: guest_phone, number }, until ?? from)
    : client_id;
  const made_at = Number.isFinite(from) ? from : null;
  // the constraints of the table, which still has its old columns, want a person in it
  const [{ id } = { id: 0 }] = await step.read<{ id: number }>(
    `insert into appointments (start_datetime, end_datetime, technician_id, status, client_id, guest_name, created_at)
      values (?, ?, ?, 'CANCELLED', ?, ?, ?) returning id`,
    [row.start_datetime, row.end_datetime, row.technician_id, client_id, guest_name, row.created_at],
  );
  await step.run('update appointments set booking_id = id where id = ?', [id]);
  await insert(step, 'bookings', [
    {
      ...{ id, person_id, client_id, guest_name, guest_phone, guest_number: number, booked_at: made_at },
      ...{ cancelled_at: until, cancelled_by: 'ADMIN', is_given_away: 1 },
      price: last.service_name === null ? last.service_price : null,
    },
  ]);
  if (last.service_name !== null)
    await insert(step, 'booking_lines', [
      { booking_id: id, position: 1, name: last.service_name, price: last.service_price },
    ]);
  await step.run(
    `update client_notifications set appointment_id = ? where appointment_id = ? and user_id = ? and created_at >= ?
      and type not in ('FREE_SLOT_AVAILABLE', 'TIME_TO_RETURN')`,
    [id, row.id, client_id, made_at ?? 0],
  );
  return id;
}

async function personOfGuest(
  step: StepContext,
  { name, phone, number }: { name: string; phone: string | null; number: string | null },
  created_at: number,
): Promise<number> {
  const [known] = await step.read<{ id: number }>(
    'select id from people where number = ? and user_id is null order by id limit 1',
    [number],
  );
  if (known) return known.id;
  const [made] = await step.read<{ id: number }>(
    'insert into people (name, phone, number, search_text, created_at) values (?, ?, ?, ?, ?) returning id',
    [name, phone, number, searchTextOf(name, phone), Number.isFinite(created_at) ? created_at : 0],
  );
  return made?.id ?? 0;
}

interface Queued {
  readonly id: number;
  readonly kind: string;
  readonly content: string;
  readonly user_id: number | null;
  readonly appointment_id: number;
  readonly booking_id: number | null;
  readonly client_id: number | null;
  readonly first_at: number | null;
}

const OF_SLOT = ['FREE_SLOT_CLIENT', 'RETURN_CLIENT'];

/** Tells each waiting mail and push its booking. A mail keeps the UID and the sequence that its calendar file would have had. */
async function rewriteQueued(step: StepContext): Promise<void> {
  const mails = await step.read<Queued>(`
    select o.id, o.kind, o.content, o.user_id, o.appointment_id, a.booking_id, b.client_id, b.booked_at as first_at
    from outbox o left join appointments a on a.id = o.appointment_id left join bookings b on b.id = a.booking_id
    where o.appointment_id is not null and o.sent_at is null and o.given_up_at is null`);
  for (const mail of mails) {
    const content = JSON.parse(mail.content);
    const { version, ...visit } = content.visit ?? {};
    if (version !== undefined)
      content.visit = { ...visit, sequence: version, uid: `appointment-${mail.appointment_id}` };
    const booking = OF_SLOT.includes(mail.kind) ? null : await bookingOf(step, mail, content);
    await step.run('update outbox set booking_id = ?, content = ? where id = ?', [
      ...[booking, JSON.stringify(content), mail.id],
    ]);
  }
  await step.run(`update push_outbox set subject_id = (select booking_id from appointments where id = push_outbox.subject_id)
    where kind = 'REMINDER_24H' and exists (select 1 from appointments where id = push_outbox.subject_id and booking_id is not null)`);
}

/** The booking that a mail is about: the row's, or the cancelled one that its client or guest had at the same moment. */
async function bookingOf(
  step: StepContext,
  { booking_id, client_id, user_id, first_at, kind }: Queued,
  { booked_at }: { booked_at?: number },
): Promise<number | null> {
  const isOwners = kind.endsWith('_ADMIN');
  const isTheirs = booked_at === undefined ? client_id === user_id : booked_at === first_at;
  const isPresent = isTheirs && (isOwners || user_id === null || client_id === user_id);
  if (isPresent && booking_id !== null) return booking_id;
  if (booked_at === undefined) return null;
  const [copy] = await step.read<{ id: number }>(
    `select id from bookings where booked_at = ? and cancelled_at is not null
      ${isOwners || user_id === null ? '' : `and client_id = ${user_id}`} order by id limit 1`,
    [booked_at],
  );
  return copy?.id ?? null;
}
