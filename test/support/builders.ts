import type { AppointmentId, ServiceId, TechnicianId, UserId } from '../../src/domain/ids.ts';
import { addMinutes, type WallTime } from '../../src/domain/wall-clock.ts';
import { personColumns } from '../../src/server/clients/clients.ts';
import type { NewAppointmentRow } from '../../src/server/platform/db/schema.ts';
import { countOf } from './counters/counters.ts';
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

/** Adds a technician with an account and logs in. */
export async function aTechnicianPerson(
  salon: Salon,
  given: { name?: string } = {},
): Promise<Person & { technician: TechnicianId }> {
  const n = serial();
  const name = given.name ?? `Radnica ${n}`;
  const { id } = await salon.db
    .insertInto('users')
    .values({
      role: 'TECHNICIAN',
      ...personColumns({ name, email: `radnica${n}@primer.rs`, phone: null, city: null }),
      password_hash: null,
      created_at: salon.clock.ms(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  const { id } = await salon.db
    .insertInto('users')
    .values({
      role: 'CLIENT',
      ...personColumns({ name, email, phone, city: given.city ?? null }),
      notes: given.notes ?? null,
      active: given.active ?? 1,
      password_hash: given.password === undefined ? null : await salon.passwords.hash(given.password),
      created_at: salon.clock.ms(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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

/** Inserts an appointment, by default AVAILABLE and 60 minutes long. */
export async function anAppointment(
  salon: Salon,
  start: WallTime,
  { minutes = 60, ...fields }: Partial<NewAppointmentRow> & { minutes?: number } = {},
): Promise<AppointmentId> {
  const { id } = await salon.db
    .insertInto('appointments')
    .values({
      start_datetime: start,
      end_datetime: addMinutes(start, minutes),
      status: 'AVAILABLE',
      created_at: salon.clock.ms(),
      ...(fields.service_id && { service_name: 'Usluga' }),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets `service_id` and `service_name` of an appointment. */
export async function giveService(
  salon: Salon,
  id: AppointmentId,
  service_id: ServiceId | null,
): Promise<void> {
  const names = salon.db.selectFrom('services').select('name').where('id', '=', service_id);
  await salon.db
    .updateTable('appointments')
    .set({ service_id, service_name: names })
    .where('id', '=', id)
    .execute();
}

export const aSlot = (salon: Salon, start: WallTime, minutes = 60): Promise<AppointmentId> =>
  anAppointment(salon, start, { minutes });

/** Inserts a client's booking. Its `booked_at` is now. */
export const aBooking = (
  salon: Salon,
  start: WallTime,
  clientId: UserId,
  fields: Partial<NewAppointmentRow> & { minutes?: number } = {},
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
    guest_phone_digits: guest.phone ?? '0641234567',
    booked_at: salon.clock.ms(),
  });

/** Returns the fields of a booking request that hold the slot's times as the client saw them. */
export const seen = (start: WallTime, minutes = 60) => ({
  seen_start: start,
  seen_end: addMinutes(start, minutes),
});
