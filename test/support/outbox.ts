import { pino } from 'pino';
import { addMinutes, type WallTime } from '../../src/domain/wall-clock.ts';
import { mailChannel } from '../../src/server/mail/channel.ts';
import { type QueuedMail, queueMail } from '../../src/server/mail/mail.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import { deliveryLoop } from '../../src/server/platform/jobs/outbox.ts';
import { aBooking, aClient } from './builders.ts';
import { countOf } from './counters/counters.ts';
import { rowById } from './notifications.ts';
import type { Salon } from './salon.ts';

/** Runs the mail worker once. Returns its log. */
export async function sendMails(salon: Salon, smtpUrl: string): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const never = new AbortController().signal;
  const sender = { ...salon.platform, log };
  const { run, ended } = deliveryLoop(mailChannel(sender, smtpUrl), sender);
  await run({ stopping: never, abort: never });
  await ended();
  return lines.join('');
}

export const outboxOf = (salon: Salon) => salon.db.selectFrom('outbox').selectAll().orderBy('id').execute();

type OwnWay = 'nowMs' | 'visibleAtMs' | 'onceKey' | 'bookingId';
type Loosely<M> = M extends QueuedMail ? Omit<M, OwnWay> & Partial<Pick<M, OwnWay>> : never;

/** Queues a mail as a command does. By default, the mail is due now, and about the present booking of its appointment. */
export async function aMail(salon: Salon, mail: Loosely<QueuedMail>): Promise<void> {
  const nowMs = salon.clock.ms();
  const row = await rowById(salon, mail.appointmentId);
  const about = { bookingId: mail.kind === 'FREE_SLOT_CLIENT' ? null : (row?.booking_id ?? null) };
  const onceKey = mail.onceKey ?? `test:${countOf('mails')}`;
  const given = { nowMs, visibleAtMs: nowMs, ...about, ...mail, onceKey };
  await inTransaction(salon.db, (trx) => queueMail(trx, given as QueuedMail));
}

/** Adds a client with a booking of 45 minutes and the reminder mail. Booking number `n` starts when number `n - 1` ends. */
export async function aReminderMail(
  salon: Salon,
  n = 0,
  { start = '2026-11-18 07:00:00', visibleInMs = 0 }: { start?: WallTime; visibleInMs?: number } = {},
) {
  const client = await aClient(salon);
  const start_datetime = addMinutes(start, n * 45);
  const end_datetime = addMinutes(start_datetime, 45);
  const appointmentId = await aBooking(salon, start_datetime, client.id, { minutes: 45 });
  await aMail(salon, {
    kind: 'REMINDER_24H',
    userId: client.id,
    appointmentId,
    content: {
      visit: { start_datetime, end_datetime, service_name: 'Gel lak', sequence: 1, uid: `appointment-${n}` },
    },
    visibleAtMs: salon.clock.ms() + visibleInMs,
  });
  return { ...client, appointmentId };
}
