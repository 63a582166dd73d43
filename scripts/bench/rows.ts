// Inserts many rows for requests that use up a row, such as the booking of a slot.
import type { AppointmentId, UserId } from '../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  isSunday,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../src/domain/wall-clock.ts';
import { personColumns } from '../../src/server/clients/clients.ts';
import { makePasswords } from '../../src/server/platform/auth/passwords.ts';
import { hashToken, makeToken } from '../../src/server/platform/auth/secrets.ts';
import { startSession } from '../../src/server/platform/auth/sessions.ts';
import type { Db, NewAppointmentRow } from '../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';

export const PASSWORD = 'lozinka-za-merenje';
const CHUNK_ROWS = 500;
const FIRST_DAY = 25; // days from today to the first day with rows of the benchmark; the demo's slots are all earlier
const OPENS = '07:00:00';
const PLACES_A_DAY = 14;
const PLACE_MINUTES = 60;
export const SLOT_MINUTES = 30; // half of PLACE_MINUTES: leaves room to move a booking within the same hour
const CROWD_DAY = 200;
const CROWD_MINUTES = 5;
const CROWD_A_DAY = 168;

export interface Slot {
  readonly id: AppointmentId;
  readonly start: WallTime;
  readonly end: WallTime;
}

export interface Rows {
  readonly db: Db;
  readonly today: WallDate;
  readonly admin: { readonly id: UserId; readonly token: string };
  /** The client of the demo who has bookings. */
  readonly client: { readonly id: UserId; readonly token: string };
  /** Returns start times at which no appointment exists. */
  places(count: number): WallTime[];
  slots(count: number): Promise<Slot[]>;
  /** Short slots for the benchmark of concurrent bookings. */
  crowdSlots(count: number): Promise<Slot[]>;
  bookings(count: number, of: Partial<NewAppointmentRow>): Promise<Slot[]>;
  clients(count: number): Promise<{ id: UserId; email: string; token: string }[]>;
  guestLinks(count: number): Promise<{ token: string }[]>;
}

const chunked = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK_ROWS) }, (_, n) =>
    list.slice(n * CHUNK_ROWS, (n + 1) * CHUNK_ROWS),
  );

/** Yields start times, `minutes` apart, `perDay` on each day except Sundays. */
function* placesFrom(day: WallDate, perDay: number, minutes: number): Generator<WallTime, never> {
  for (let on = day; ; on = addDays(on, 1)) {
    if (isSunday(on)) continue;
    for (let n = 0; n < perDay; n++) yield addMinutes(wallTimeOn(on, OPENS), n * minutes);
  }
}

let serial = 0;

export async function openRows(db: Db, today: WallDate): Promise<Rows> {
  const free = placesFrom(addDays(today, FIRST_DAY), PLACES_A_DAY, PLACE_MINUTES);
  const crowd = placesFrom(addDays(today, CROWD_DAY), CROWD_A_DAY, CROWD_MINUTES);
  const now = Date.now();
  const hash = await makePasswords().hash(PASSWORD);
  const idOf = async (column: 'role' | 'email_key', value: string) =>
    (
      await db
        .selectFrom('users')
        .select('id')
        .where(column, '=', value as 'ADMIN')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
  const loggedIn = async (id: UserId) => ({ id, token: await startSession(db, id, now) });
  const take = (places: Generator<WallTime>, count: number) =>
    Array.from({ length: count }, () => places.next().value as WallTime);
  const insertAppointments = (
    starts: readonly WallTime[],
    minutes: number,
    row: Partial<NewAppointmentRow>,
  ) =>
    inTransaction(db, async (trx) => {
      const made: Slot[] = [];
      for (const some of chunked(starts)) {
        const rows = some.map((start) => ({
          start_datetime: start,
          end_datetime: addMinutes(start, minutes),
          status: 'AVAILABLE' as const,
          created_at: now,
          is_late: 0 as const,
          version: 1,
          ...row,
        }));
        const ids = await trx
          .insertInto('appointments')
          .values(rows)
          .returning(['id', 'start_datetime'])
          .execute();
        made.push(
          ...ids.map(({ id, start_datetime: start }) => ({ id, start, end: addMinutes(start, minutes) })),
        );
      }
      return made;
    });
  const bookings: Rows['bookings'] = (count, of) =>
    insertAppointments(take(free, count), SLOT_MINUTES, { status: 'BOOKED', booked_at: now, ...of });
  return {
    db,
    today,
    admin: await loggedIn(await idOf('role', 'ADMIN')),
    client: await loggedIn(await idOf('email_key', 'milica@demo.rs')),
    places: (count) => take(free, count),
    slots: (count) => insertAppointments(take(free, count), SLOT_MINUTES, {}),
    crowdSlots: (count) => insertAppointments(take(crowd, count), CROWD_MINUTES, {}),
    bookings,
    clients: (count) =>
      inTransaction(db, async (trx) => {
        const made: { id: UserId; email: string; token: string }[] = [];
        for (let n = 0; n < count; n++) {
          const email = `merena${++serial}@primer.rs`;
          const person = personColumns({ name: `Merena ${serial}`, email, phone: null, city: null });
          const { id } = await trx
            .insertInto('users')
            .values({ role: 'CLIENT', ...person, password_hash: hash, created_at: now })
            .returning('id')
            .executeTakeFirstOrThrow();
          made.push({ id, email, token: await startSession(trx, id, now) });
        }
        return made;
      }),
    async guestLinks(count) {
      const guest = { guest_name: 'Gošća', guest_phone: '065 111 222', guest_phone_digits: '065111222' };
      const links = (await bookings(count, guest)).map(({ id }) => ({ id, token: makeToken() }));
      const rows = links.map(({ id, token }) => ({
        token_hash: hashToken(token),
        appointment_id: id,
        booked_at: now,
      }));
      await db.insertInto('guest_links').values(rows).execute();
      return links.map(({ token }) => ({ token }));
    },
  };
}
