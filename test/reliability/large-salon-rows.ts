// Inserts the rows of a busy salon after fourteen years. A fifth of all rows belongs to one client.

import { insertAppointments } from '../../scripts/demo/rows.ts';
import type { AppointmentId, UserId } from '../../src/domain/ids.ts';
import { addDays, addMinutes, type WallDate } from '../../src/domain/wall-clock.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import { insertClients } from '../support/rows/many-clients.ts';

export interface Size {
  readonly appointments: number;
  readonly clients: number;
  /** How many notifications the owner has. All clients together have as many. */
  readonly notifications: number;
  readonly mails: number;
}

const ROWS_AT_ONCE = 1000;
const SLOTS_A_DAY = 20;
const CLIENT_SHARE = 5; // every fifth row belongs to the same client
const DAY_MS = 86_400_000;

async function inChunks(count: number, insert: (rows: readonly number[]) => Promise<unknown>) {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await insert(Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, n) => from + n));
}

/** Adds clients and appointments up to `today`; a fifth of all rows belongs to `clientId`. Returns the first day. */
export async function fillLargeSalon(
  db: Db,
  { size, clientId, today, nowMs }: { size: Size; clientId: UserId; today: WallDate; nowMs: number },
): Promise<WallDate> {
  const first = addDays(today, -Math.ceil(size.appointments / SLOTS_A_DAY));
  await inChunks(size.clients, (rows) =>
    inTransaction(db, (trx) =>
      insertClients(
        trx,
        rows.map((n) => ({
          name: `Živadinka Đorđević ${n}`,
          email: `klijentkinja.${n}@primer.rs`,
          phone: `+381 64 ${1_000_000 + n}`,
          city: 'Novi Sad',
          notes: 'Voli tamne boje.',
          created_at: n,
        })),
      ),
    ),
  );
  const clients = await db.selectFrom('users').select('id').where('role', '=', 'CLIENT').execute();
  const clientAt = (n: number) =>
    n % CLIENT_SHARE === 0 ? clientId : (clients[n % clients.length]?.id ?? clientId);
  await inChunks(size.appointments, (rows) =>
    inTransaction(db, (trx) =>
      insertAppointments(
        trx,
        rows.map((n) => {
          const day = addDays(first, Math.floor(n / SLOTS_A_DAY));
          const start_datetime = addMinutes(`${day} 07:00:00`, (n % SLOTS_A_DAY) * 40);
          return {
            start_datetime,
            end_datetime: addMinutes(start_datetime, 40),
            status: 'BOOKED',
            client_id: clientAt(n),
            service_name: `Usluga ${n % 30}`,
            service_price: 1500 + (n % 7) * 100,
            notes: 'Želela bih boju višnje, kao prošli put.',
            booked_at: n,
            created_at: n,
          };
        }),
      ),
    ),
  );
  const times = (n: number) => {
    const at = nowMs - Math.floor((n / size.notifications) * 300 * DAY_MS);
    return { created_at: at, visible_at: at };
  };
  const appointmentAt = (n: number) => ((n % size.appointments) + 1) as AppointmentId;
  await inChunks(size.notifications, (rows) =>
    db
      .insertInto('admin_notifications')
      .values(
        rows.map((n) => ({
          type: n % 3 ? 'NEW_BOOKING' : 'CANCELLED',
          client_id: clientAt(n),
          appointment_id: appointmentAt(n),
          ...times(n),
        })),
      )
      .execute(),
  );
  await inChunks(size.notifications, (rows) =>
    db
      .insertInto('client_notifications')
      .values(
        rows.map((n) => ({
          user_id: clientAt(n),
          type: 'APPT_REMINDER_2H',
          message: 'Podsetnik: vaš termin je 12. marta u 10:00.',
          appointment_id: appointmentAt(n),
          ...times(n),
        })),
      )
      .execute(),
  );
  await inChunks(size.mails, (rows) =>
    db
      .insertInto('outbox')
      .values(
        rows.map((n) => ({
          kind: 'X',
          once_key: `old ${n}`,
          user_id: clientAt(n),
          appointment_id: appointmentAt(n),
          content: '{}',
          created_at: nowMs - 31 * DAY_MS,
          visible_at: 0,
          next_try_at: 0,
          sent_at: 1,
        })),
      )
      .execute(),
  );
  return first;
}
