import type { Logger } from 'pino';
import { toId } from '#domain/ids.ts';
import { pagesAddress } from '../platform/addresses.ts';
import { readClock } from '../platform/clock.ts';
import { parseJson } from '../platform/db/json.ts';
import type { MailId } from '../platform/db/schema.ts';
import type { Platform } from '../platform/http/request.ts';
import { startWaking, type Woken } from '../platform/jobs.ts';
import type { StopSignals } from '../platform/sending.ts';
import { currentSettings } from '../settings/settings.ts';
import { reasonToHoldBack } from './address-limits.ts';
import { storedMail } from './mail.ts';
import {
  type ClaimedMail,
  claimNextMail,
  MAX_ATTEMPTS,
  markFailed,
  markHandedOver,
  markSent,
  markUnknown,
} from './outbox.ts';
import { renderEmail } from './render.ts';
import { type Delivery, deliver } from './smtp.ts';
import type { EmailMessage } from './templates.ts';

/**
 * Sends what is due, apart from every request. The poll comes a moment after the change, so that the time of a response does
 * not show whether it queued a mail.
 */
export function startMailWorker(sender: Sender): Woken {
  const { log, config } = sender;
  const { smtpUrl } = config.mail;
  if (smtpUrl && !config.publicUrl)
    log.warn(`PUBLIC_URL is not set: links in mails lead to ${pagesAddress(config)}`);
  const run = smtpUrl
    ? (signals: StopSignals) => sendOutbox(sender, smtpUrl, signals)
    : logWaitingMails(sender);
  return startWaking({ name: 'send mail', run }, log);
}

export type Sender = Pick<Platform, 'db' | 'clock' | 'config'> & { readonly log: Logger };

/** An older mail is not sent: a mail server set up today must not send last month's bookings. */
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Sends every mail that is due, one after the other, each at most once as far as SMTP allows: an attempt that certainly failed
 * is repeated, one whose outcome is unknown (the content was handed over, no reply came) is not. Safe to run by several
 * processes at once. Stops early when the mail server is unavailable: the next mail would wait for the same time-out.
 */
export async function sendOutbox(sender: Sender, smtpUrl: string, signals: StopSignals): Promise<void> {
  while (!signals.stopping.aborted) {
    const mail = await claimNextMail(sender.db, sender.clock.ms());
    if (!mail) return;
    const isUnavailable = await sendOne(sender, smtpUrl, mail, signals.abort);
    if (isUnavailable) return;
  }
}

async function currentEmail(
  { db, config, clock }: Sender,
  mail: ClaimedMail,
): Promise<EmailMessage | string> {
  const now = readClock(clock);
  if (mail.visible_at < now.ms - MAX_AGE_MS) return 'too late';
  const stored = storedMail.safeParse({ kind: mail.kind, content: parseJson(mail.content) });
  if (!stored.success) return 'unreadable: queued by another release';
  return renderEmail(stored.data, {
    db,
    config,
    settings: await currentSettings(db, config),
    now,
    userId: mail.user_id,
    toEmail: mail.to_email,
    appointmentId: toId(mail.appointment_id ?? 0),
  });
}

async function sendOne(
  sender: Sender,
  smtpUrl: string,
  mail: ClaimedMail,
  abort: AbortSignal,
): Promise<boolean> {
  const { db, clock, config } = sender;
  const email = await currentEmail(sender, mail);
  const reason =
    typeof email === 'string' ? email : await reasonToHoldBack(db, mail, email.to.address, clock.ms());
  if (typeof email === 'string' || reason !== undefined) {
    await markFailed(db, mail, { why: reason ?? '', nowMs: clock.ms(), isForEver: true });
    return false;
  }
  const { salon_name } = await currentSettings(db, config);
  const delivery = await deliver(smtpUrl, { config, salonName: salon_name }, email, {
    messageName: `mail-${mail.id}-${mail.visible_at}`,
    onContentAsked: async () => {
      if (!(await markHandedOver(db, mail, clock.ms()))) throw new Error('claimed by another process');
    },
    signal: abort,
  });
  await recordDelivery(sender, mail, delivery);
  return delivery.outcome === 'unavailable';
}

async function recordDelivery(
  { db, clock, log }: Sender,
  mail: ClaimedMail,
  delivery: Delivery,
): Promise<void> {
  const nowMs = clock.ms();
  const line = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
  if (delivery.outcome === 'delivered') {
    await markSent(db, mail, nowMs);
    log.info(line, 'mail sent');
    return;
  }
  const { why } = delivery;
  if (delivery.outcome === 'unknown') {
    await markUnknown(db, mail, why);
    log.warn({ ...line, why }, 'mail handed over, but the server did not answer: maybe sent, not sent again');
    return;
  }
  const isForEver = delivery.isForEver || mail.attempts >= MAX_ATTEMPTS;
  await markFailed(db, mail, { why, nowMs, isForEver });
  log.warn({ ...line, why }, isForEver ? 'mail given up' : 'mail not sent, tried again later');
}

const BATCH_COUNT = 100;

/**
 * Without SMTP_URL mails stay in the outbox, and each gets one line in the log: kind and id, never recipient or content. Mails
 * queued before this start of the server were logged then.
 */
function logWaitingMails({ db, clock, log }: Sender): () => Promise<void> {
  const startedMs = clock.ms();
  let lastNamed = toId<MailId>(0);
  return async () => {
    const waiting = await db
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('id', '>', lastNamed)
      .where('created_at', '>=', startedMs)
      .where('sent_at', 'is', null)
      .orderBy('id')
      .limit(BATCH_COUNT)
      .execute();
    for (const { id, kind } of waiting) {
      log.info({ mail: id, kind }, 'mail waits in the outbox: SMTP_URL is not set');
      lastNamed = id;
    }
  };
}
