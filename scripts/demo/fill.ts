import type { ServiceId, UserId } from '../../src/domain/ids.ts';
import { addDays, type WallDate, weekdayOf } from '../../src/domain/wall-clock.ts';
import { addAccount } from '../../src/server/platform/db/people.ts';
import type { Trx } from '../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import type { Platform } from '../../src/server/platform/http/request.ts';
import { demoAppointments } from './appointments.ts';
import { addDemoNotifications } from './notifications.ts';
import { CITIES, CLIENT_NOTES, CLIENTS, SERVICES } from './people.ts';
import { type Chance, chanceFrom } from './random.ts';
import { insertAppointments, insertOpenings } from './rows.ts';
import { slotsOfWeekday } from './week.ts';

export const DEMO_CLIENT = { email: 'milica@demo.rs', password: 'demo123' };

const plainName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'dj').replaceAll('Đ', 'Dj').toLowerCase();

async function addServices(trx: Trx): Promise<ServiceId[]> {
  const ids: ServiceId[] = [];
  for (const [index, { name, price, minutes, isAddon, return_weeks = null }] of SERVICES.entries()) {
    const is_addon = isAddon ? (1 as const) : (0 as const);
    const row = { name, price, duration_minutes: minutes, position: index + 1, is_addon, return_weeks };
    ids.push((await trx.insertInto('services').values(row).returning('id').executeTakeFirstOrThrow()).id);
  }
  return ids;
}

async function addClients(trx: Trx, chance: Chance, hash: string, firstMs: number): Promise<UserId[]> {
  const ids: UserId[] = [];
  for (const [index, name] of CLIENTS.entries()) {
    const isFirst = index === 0;
    const email = isFirst ? DEMO_CLIENT.email : `${plainName(name).replaceAll(/[^a-z]+/g, '.')}@primer.rs`;
    const contact = {
      name,
      email,
      phone: `06${chance.between(0, 6)} ${chance.between(100, 999)} ${1000 + index}`,
      city: chance.of(CITIES),
    };
    const notes = !isFirst && chance.is(0.2) ? chance.of(CLIENT_NOTES) : null;
    const created_at = firstMs + index * 36 * 3_600_000;
    const account = {
      role: 'CLIENT',
      person: { ...contact, notes },
      password_hash: hash,
      created_at,
    } as const;
    const id = await addAccount(trx, account);
    if (id === undefined) throw new Error(`${email} is taken`);
    ids.push(id);
  }
  return ids;
}

async function addTemplates(trx: Trx): Promise<void> {
  for (let weekday = 1; weekday <= 6; weekday++)
    for (const [time_start, duration_minutes] of slotsOfWeekday(weekday))
      await trx
        .insertInto('templates')
        .values({ weekday, time_start, duration_minutes, active: 1 })
        .execute();
}

/**
 * Adds a past absence of one week and an upcoming absence of two days. Returns the days of both absences, which get no slots.
 */
async function addAbsences(
  trx: Trx,
  adminId: UserId,
  today: WallDate,
  nowMs: number,
): Promise<Set<WallDate>> {
  const ahead = addDays(today, 9 + ((8 - weekdayOf(addDays(today, 9))) % 7));
  const ranges = [
    { from: addDays(today, -40), to: addDays(today, -34), reason: 'Godišnji odmor' },
    { from: ahead, to: addDays(ahead, 1), reason: 'Stručno usavršavanje' },
  ];
  const days = new Set<WallDate>();
  for (const { from, to, reason } of ranges) {
    const row = {
      user_id: adminId,
      date_from: from,
      date_to: to,
      reason,
      created_at: nowMs - 50 * 86_400_000,
    };
    await trx.insertInto('absences').values(row).execute();
    for (let day = from; day <= to; day = addDays(day, 1)) days.add(day);
  }
  return days;
}

/** Marks the days with slots as generated, so that the automatic generation does not recreate deleted slots. */
async function markMadeDays(trx: Trx, today: WallDate, generated_at: number): Promise<void> {
  await trx
    .insertInto('generated_days')
    .columns(['technician_id', 'day', 'generated_at'])
    .expression(({ selectFrom, lit }) =>
      selectFrom('appointments')
        .select(['technician_id', 'day', lit(generated_at).as('generated_at')])
        .distinct()
        .where('day', '>=', today),
    )
    .execute();
}

/**
 * Fills an empty salon with 14 services, the week's templates, 40 clients, slots, bookings, cancellations,
 * notifications and absences. The random data depend only on `today`. `years` is the length of the history. Returns
 * the number of appointments.
 */
export async function fillDemo(platform: Platform, today: WallDate, years: number): Promise<number> {
  const chance = chanceFrom(today);
  const hash = await platform.passwords.hash(DEMO_CLIENT.password);
  const msOf = (wall: string) =>
    Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(platform.clock.timeZone)
      .epochMilliseconds;
  const nowMs = msOf(`${today} 07:30:00`);
  return inTransaction(platform.db, async (trx) => {
    const admin = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .executeTakeFirstOrThrow();
    const serviceIds = await addServices(trx);
    const clientIds = await addClients(trx, chance, hash, nowMs - 63 * 86_400_000 - years * 365 * 86_400_000);
    await addTemplates(trx);
    const closed = await addAbsences(trx, admin.id, today, nowMs);
    const rows = demoAppointments({ today, clientIds, serviceIds, closed, msOf }, chance, years);
    await insertAppointments(trx, rows);
    const booked = rows.filter(({ status }) => status === 'BOOKED');
    await insertOpenings(
      trx,
      booked
        .flatMap((row) => row.slots ?? [row])
        .map(({ start_datetime, end_datetime }) => ({ start_datetime, end_datetime })),
    );
    await markMadeDays(trx, today, nowMs);
    await addDemoNotifications(trx, clientIds, { today, nowMs, msOf });
    return rows.length;
  });
}
