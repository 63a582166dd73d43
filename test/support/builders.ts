import type { Insertable } from 'kysely';
import { insertAppointments, type NewRow } from '../../scripts/demo/rows.ts';
import {
  type AppointmentId,
  type ServiceId,
  type TechnicianId,
  toId,
  type UserId,
  type WaitId,
} from '../../src/domain/ids.ts';
import { addMinutes, type WallTime } from '../../src/domain/wall-clock.ts';
import { addAccount } from '../../src/server/platform/db/people.ts';
import type { Db, Schema } from '../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import { countOf } from './counters/counters.ts';
import { changeRow } from './rows/rows.ts';
import type { Person, Salon } from './salon.ts';

// Builders insert rows for tests directly into the tables. All values have valid defaults.

const serial = () => 1 + countOf('rows');

export interface ClientGiven {
  name?: string;
  email?: string | null;
  phone?: string | null;
  city?: string;
  notes?: string;
  active?: 0 | 1;
  password?: string;
}

/** Adds an account with its person. */
async function anAccount(
  { db }: Pick<Salon, 'db'>,
  account: Parameters<typeof addAccount>[1],
): Promise<UserId> {
  const id = await inTransaction(db, (trx) => addAccount(trx, account));
  if (id === undefined) throw new Error(`${account.person.email} is taken`);
  return id;
}

/** Adds a technician with an account and logs in. */
export async function aTechnicianPerson(
  salon: Salon,
  given: { name?: string } = {},
): Promise<Person & { technician: TechnicianId }> {
  const n = serial();
  const name = given.name ?? `Radnica ${n}`;
  const id = await anAccount(salon, {
    role: 'TECHNICIAN',
    person: { name, email: `radnica${n}@primer.rs`, phone: null, city: null },
    created_at: salon.clock.ms(),
  });
  const technician = await aTechnician(salon, { name });
  await salon.db.updateTable('technicians').set({ user_id: id }).where('id', '=', technician).execute();
  return { ...(await salon.loggedIn(id)), technician };
}

/** Adds a client and logs in. */
export async function aClient(
  salon: Salon,
  given: ClientGiven = {},
): Promise<Person & { email: string | null; name: string }> {
  const n = serial();
  const name = given.name ?? `Klijentkinja ${n}`;
  const email = given.email === undefined ? `klijentkinja${n}@primer.rs` : given.email;
  const phone = given.phone === undefined ? `06400${String(n).padStart(5, '0')}` : given.phone;
  const id = await anAccount(salon, {
    role: 'CLIENT',
    person: { name, email, phone, city: given.city ?? null, notes: given.notes ?? null },
    active: given.active ?? 1,
    password_hash: given.password === undefined ? null : await salon.passwords.hash(given.password),
    created_at: salon.clock.ms(),
  });
  return { ...(await salon.loggedIn(id)), email, name };
}

export async function aService(
  salon: Salon,
  given: { name?: string; price?: number; duration_minutes?: number | null } = {},
): Promise<ServiceId> {
  const n = serial();
  const { id } = await salon.db
    .insertInto('services')
    .values({
      name: given.name ?? `Usluga ${n}`,
      price: given.price ?? 1500,
      duration_minutes: given.duration_minutes ?? 60,
      position: n,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a technician at the end of the list of technicians. */
export async function aTechnician(
  salon: Pick<Salon, 'db'>,
  given: { name?: string; services?: readonly ServiceId[]; hue?: number } = {},
): Promise<TechnicianId> {
  const n = serial();
  const { id } = await salon.db
    .insertInto('technicians')
    .values({ name: given.name ?? `Radnica ${n}`, position: n, hue: given.hue ?? n % 6 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = (given.services ?? []).map((service_id) => ({ technician_id: id, service_id }));
  if (rows.length > 0) await salon.db.insertInto('technician_services').values(rows).execute();
  return id;
}

interface InSalon {
  readonly db: Db;
  readonly clock: { ms(): number };
}

type Given = Partial<NewRow> & { minutes?: number };

/** Inserts an appointment with its booking, by default AVAILABLE and 60 minutes long. */
export async function anAppointment(
  { db, clock }: InSalon,
  start: WallTime,
  { minutes = 60, ...fields }: Given = {},
): Promise<AppointmentId> {
  const row = {
    start_datetime: start,
    end_datetime: addMinutes(start, minutes),
    status: 'AVAILABLE' as const,
    created_at: clock.ms(),
    ...(fields.service_id && { service_name: 'Usluga' }),
    ...fields,
  };
  const [id] = await inTransaction(db, (trx) => insertAppointments(trx, [row]));
  return id ?? toId<AppointmentId>(0);
}

/** Gives the booking of an appointment this service, or none. */
export async function giveService(
  salon: Salon,
  id: AppointmentId,
  service_id: ServiceId | null,
): Promise<void> {
  const named = salon.db.selectFrom('services').select('name').where('id', '=', service_id);
  const service_name = (await named.executeTakeFirst())?.name ?? null;
  await changeRow(salon, id, { service_id, service_name });
}

export const aSlot = (salon: Salon, start: WallTime, minutes = 60): Promise<AppointmentId> =>
  anAppointment(salon, start, { minutes });

/** Inserts a client's booking. Its `booked_at` is now. */
export const aBooking = (
  salon: InSalon,
  start: WallTime,
  clientId: UserId,
  fields: Given = {},
): Promise<AppointmentId> =>
  anAppointment(salon, start, {
    status: 'BOOKED',
    client_id: clientId,
    booked_at: salon.clock.ms(),
    ...fields,
  });

export const aGuestBooking = (
  salon: Salon,
  start: WallTime,
  guest: { name?: string; phone?: string } = {},
): Promise<AppointmentId> =>
  anAppointment(salon, start, {
    status: 'BOOKED',
    guest_name: guest.name ?? 'Gošća',
    guest_phone: guest.phone ?? '0641234567',
    booked_at: salon.clock.ms(),
  });

/** Adds a client or a guest to the waitlist of a day. `services` are those that the slot must be long enough for. */
export async function aWait(
  { db }: Pick<Salon, 'db'>,
  { services = [], ...entry }: Insertable<Schema['waitlist_entries']> & { services?: readonly ServiceId[] },
): Promise<WaitId> {
  const inserted = db.insertInto('waitlist_entries').values(entry).returning('id');
  const { id } = await inserted.executeTakeFirstOrThrow();
  const rows = services.map((service_id, n) => ({ entry_id: id, service_id, position: n + 1 }));
  if (rows.length > 0) await db.insertInto('waitlist_services').values(rows).execute();
  return id;
}

/** Returns the fields of a booking request that hold the slot's times as the client saw them. */
export const seen = (start: WallTime, minutes = 60) => ({
  seen_start: start,
  seen_end: addMinutes(start, minutes),
});

/** Adds an import of each kind with one row, as if it had just run. */
export async function someImports(salon: Salon, import_id: string, start: WallTime): Promise<void> {
  const { db } = salon;
  const at = salon.clock.ms();
  const booking = await aGuestBooking(salon, start);
  const person = { name: 'Uvezena', phone: null, email: null, city: null };
  await inTransaction(db, (trx) => addAccount(trx, { role: 'CLIENT', person, created_at: at }));
  const client = await db
    .selectFrom('people')
    .select('id')
    .where('name', '=', 'Uvezena')
    .executeTakeFirstOrThrow();
  for (const subject of ['APPOINTMENTS', 'CLIENTS'] as const)
    await db.insertInto('imports').values({ id: import_id, subject, last_at: at }).execute();
  const row = { import_id: import_id, at };
  await db
    .insertInto('import_rows')
    .values([
      { ...row, key_hash: 'key', appointment_id: booking, person_id: null },
      { ...row, key_hash: null, appointment_id: null, person_id: client.id },
    ])
    .execute();
}
