import { fillDemo } from '../../scripts/demo/fill.ts';
import { type AppointmentId, toId, type UserId } from '../../src/domain/ids.ts';
import { dateOf } from '../../src/domain/wall-clock.ts';
import type { Salon } from './salon.ts';

const CHUNK_ROWS = 1000;
const NOTIFICATIONS = 20_000;
const SESSIONS = 5000;
const MAILS = 5000;
const DEVICES = 40;
const PUSHES = 4000;
const MINUTE_MS = 60_000;

/** Fills the salon with ten years of demo data, and with old notifications, sessions, sent mails and pushes. */
export async function fillTenYears(salon: Salon, today = dateOf(salon.clock.wall())): Promise<number> {
  const made = await fillDemo(salon.platform, today, 10);
  const { db } = salon;
  const clients = await db.selectFrom('users').select('id').where('role', '=', 'CLIENT').execute();
  const clientAt = (n: number) => clients[n % clients.length]?.id ?? toId<UserId>(0);
  const now = salon.clock.ms();
  for (let from = 0; from < NOTIFICATIONS; from += CHUNK_ROWS) {
    const at = (n: number) => now - (n + 1) * MINUTE_MS;
    const rows = Array.from({ length: CHUNK_ROWS }, (_, more) => from + more);
    const times = (n: number) => ({ created_at: at(n), visible_at: at(n), read_at: n % 500 ? at(n) : null });
    await db
      .insertInto('admin_notifications')
      .values(
        rows.map((n) => ({
          type: n % 3 ? 'NEW_BOOKING' : 'CANCELLED',
          client_id: clientAt(n),
          appointment_id: toId<AppointmentId>(n),
          ...times(n),
        })),
      )
      .execute();
    await db
      .insertInto('client_notifications')
      .values(
        rows.map((n) => ({ user_id: clientAt(n), type: 'APPT_REMINDER_2H', message: 'x', ...times(n) })),
      )
      .execute();
    await db
      .insertInto('history')
      .values(
        rows.map((n) => ({
          at: at(n),
          subject: 'appointment',
          subject_id: n,
          action: 'booked',
          by_role: 'CLIENT',
          by_id: clientAt(n),
          by_name: 'Klijentkinja',
          to_client_id: clientAt(n),
          changes: '[{"field":"status","from":"AVAILABLE","to":"BOOKED"}]',
        })),
      )
      .execute();
  }
  for (let from = 0; from < MAILS; from += CHUNK_ROWS)
    await db
      .insertInto('outbox')
      .values(
        Array.from({ length: CHUNK_ROWS }, (_, n) => ({
          kind: 'NOTICE',
          once_key: `old ${from + n}`,
          user_id: clientAt(n),
          appointment_id: toId<AppointmentId>(from + n + 1),
          content: '{}',
          created_at: now - (from + n) * MINUTE_MS,
          visible_at: now,
          next_try_at: now,
          sent_at: now,
        })),
      )
      .execute();
  for (let from = 0; from < SESSIONS; from += CHUNK_ROWS)
    await db
      .insertInto('sessions')
      .values(
        Array.from({ length: CHUNK_ROWS }, (_, n) => ({
          token_hash: `old ${from + n}`,
          user_id: clientAt(n),
          created_at: now,
          last_used_at: now,
          expires_at: now + (from + n) * MINUTE_MS,
        })),
      )
      .execute();
  await fillPushes(salon, clientAt, now);
  return made;
}

/** Adds devices for the first sessions, and push messages that were already sent to these devices. */
async function fillPushes({ db }: Salon, clientAt: (n: number) => UserId, now: number): Promise<void> {
  const devices = await db
    .insertInto('push_subscriptions')
    .values(
      Array.from({ length: DEVICES }, (_, n) => ({
        user_id: clientAt(n),
        session_hash: `old ${n}`,
        endpoint: `https://push.example.net/${n}`,
        p256dh: 'x',
        auth: 'x',
        created_at: now,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const [place, { id, user_id }] of devices.entries())
    await db
      .insertInto('push_outbox')
      .values(
        Array.from({ length: PUSHES / DEVICES }, (_, n) => ({
          subscription_id: id,
          user_id,
          kind: 'CLIENT_NOTICE',
          subject_id: place * DEVICES + n,
          content: '{}',
          created_at: now - n * MINUTE_MS,
          visible_at: now,
          next_try_at: now,
          sent_at: now,
        })),
      )
      .execute();
}
