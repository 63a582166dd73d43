import { type Selectable, sql } from 'kysely';
import { emailKey, mailboxOf } from '#domain/accounts/accounts.ts';
import { toId } from '#domain/ids.ts';
import { languageToSend } from '#domain/language/languages.ts';
import { MAX_LIMITED_MAILS_PER_DAY } from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { readClock } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import { parseJson, readJson } from '../platform/db/json.ts';
import type { Db, MailId, Schema, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockCaller } from '../platform/db/transaction.ts';
import { startWaking, type Woken } from '../platform/jobs/jobs.ts';
import {
  type Channel,
  type Claimed,
  claimNext,
  deliveryLoop,
  dropped,
  type Queue,
  type Sender,
} from '../platform/jobs/outbox.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';
import { inLanguage } from '../platform/language.ts';
import { recordSent } from '../reached/reached.ts';
import { currentSettings } from '../settings/settings.ts';
import { languageOf } from '../told/told.ts';
import {
  bookingContent,
  isReminder,
  type MailKind,
  mailboxHash,
  type StoredMail,
  storedMail,
} from './mail.ts';
import { renderEmail } from './render.ts';
import { sendMail } from './smtp.ts';

type LimitedMail = Pick<Selectable<Schema['outbox']>, 'id' | 'kind' | 'user_id' | 'is_limited' | 'free_day'>;

const isResetLink = ({ kind }: Pick<LimitedMail, 'kind'>): boolean => kind === 'RESET_LINK';

/** Returns why a mail must not be sent; otherwise counts the mail toward the limits of its address and returns undefined. docs/spec/behaviour.md §9.3 */
export async function reasonToHoldBack(db: Db, mail: LimitedMail, address: string, nowMs: number) {
  const isLimited = mail.is_limited === 1 || isResetLink(mail);
  if (!isLimited && mail.free_day === null) return undefined;
  return inTransaction(db, async (trx) => {
    const hash = await mailboxHash(trx, address, nowMs);
    await lockCaller(trx, hash);
    if (await isNotifiedOfDay(trx, mail, hash)) return 'duplicate: recipient already notified for this day';
    const count = isLimited ? await countToday(trx, mail, hash, nowMs) : 0;
    if (
      count >= MAX_LIMITED_MAILS_PER_DAY &&
      !(isResetLink(mail) && (await isMainAccount(trx, mail, address)))
    )
      return 'too many to this address today';
    await trx
      .updateTable('outbox')
      .set({ address_hash: hash, let_through_at: nowMs })
      .where('id', '=', mail.id)
      .execute();
    return undefined;
  });
}

const othersTo = (trx: Trx, { id }: LimitedMail, hash: string) =>
  trx.selectFrom('outbox').where('address_hash', '=', hash).where('id', '<>', id);

async function isNotifiedOfDay(trx: Trx, mail: LimitedMail, hash: string): Promise<boolean> {
  if (mail.free_day === null) return false;
  const earlier = await othersTo(trx, mail, hash)
    .select('id')
    .where('free_day', '=', mail.free_day)
    .executeTakeFirst();
  return earlier !== undefined;
}

async function countToday(trx: Trx, mail: LimitedMail, hash: string, nowMs: number): Promise<number> {
  const { count } = await othersTo(trx, mail, hash)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => (isResetLink(mail) ? eb('kind', '=', mail.kind) : eb('is_limited', '=', 1)))
    .where('let_through_at', '>', nowMs - DAY_MS)
    .executeTakeFirstOrThrow();
  return count;
}

/** True for a mailbox's oldest account and its account without `+tag` in the address: both get reset links even above the daily limit. */
async function isMainAccount(trx: Trx, { user_id }: LimitedMail, address: string): Promise<boolean> {
  const mailbox = mailboxOf(address);
  if (emailKey(address) === mailbox) return true;
  const earlier = await trx
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'like', `${mailbox.charAt(0)}%`) // reads fewer rows: all spellings of a mailbox begin with the same letter
    .where('id', '<', user_id)
    .execute();
  return !earlier.some(({ email_key }) => mailboxOf(email_key ?? '') === mailbox);
}

const COLUMNS = [
  'user_id',
  'to_email',
  'appointment_id',
  'booking_id',
  'content',
  'created_at',
  'is_limited',
  'free_day',
] as const;
type ClaimedMail = Claimed & { id: MailId } & Pick<Selectable<Schema['outbox']>, (typeof COLUMNS)[number]>;

/** The order of sending, lowest first: reset links come first, mails that strangers can cause come last. docs/spec/behaviour.md §9.3 */
const PRIORITY: Record<MailKind, number> = {
  RESET_LINK: 0,
  ACCOUNT_CHANGED: 1,
  CANCELLED_CLIENT: 1,
  MOVED_CLIENT: 1,
  DEPOSIT_CLIENT: 1,
  ACCEPTED_CLIENT: 1,
  DELAYED_CLIENT: 1,
  DELAYED_GUEST: 1,
  REMINDER_24H: 2,
  REMINDER_GUEST: 2,
  FREE_SLOT_CLIENT: 3,
  BOOKED_OWN: 4,
  BOOKED_GUEST: 4,
  MOVED_GUEST: 4,
  MOVED_OWN: 4,
  BOOKED_ADMIN: 4,
  CANCELLED_ADMIN: 4,
  MOVED_ADMIN: 4,
  MORE_ADMIN: 4,
  RETURN_CLIENT: 4,
};
export const MAIL_KINDS = Object.keys(PRIORITY) as MailKind[];
const LAST = 5; // the priority of a queued mail whose kind this release does not know, because another release queued it

const cases = Object.entries(PRIORITY).map(
  ([kind, priority]) => sql`when ${sql.lit(kind)} then ${sql.lit(priority)}`,
);

const QUEUE: Queue = {
  table: 'outbox',
  columns: COLUMNS,
  endedBy: ['sent_at', 'given_up_at', 'handed_over_at'],
  order: sql`case kind ${sql.join(cases, sql` `)} else ${sql.lit(LAST)} end`,
  inOrderBy: ['booking_id', 'user_id'], // a client must not get an earlier 'moved to 12' after a later 'moved to 14'
  waitsForInvisible: true,
  retryMinutes: [1, 5, 30, 120, 720], // the first retry follows after a minute, because a mail server with greylisting accepts only the second attempt
};

export const claimNextMail = (db: Db, nowMs: number) => claimNext<ClaimedMail>(db, QUEUE, nowMs);

/** Records just before sending that a mail is sent, so that it is never sent twice. False if another process has claimed the mail. */
export async function markHandedOver(db: Db, { id, attempts }: ClaimedMail, nowMs: number): Promise<boolean> {
  const marked = await db
    .updateTable('outbox')
    .set({ handed_over_at: nowMs })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('handed_over_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Sends one mail at a time, each at most once. Discards mails older than `maxAgeMs`, which may have accumulated while SMTP_URL was not set. */
export const mailChannel = (sender: Sender, smtpUrl: string): Channel<ClaimedMail> => ({
  ...QUEUE,
  name: 'mail',
  maxAgeMs: 2 * DAY_MS,
  concurrency: 1,
  resendsUnknown: false,
  cleared: ({ kind }, state) => ({
    ...((state === 'failed' || state === 'given up') && { handed_over_at: null }),
    ...(state === 'given up' && { address_hash: null }), // a mail that was not sent does not count for the limit of its address
    // the mail will not be tried again, so the account's former address is no longer needed
    ...(state !== 'failed' && kind === 'ACCOUNT_CHANGED' && { to_email: null }),
  }),
  sent: (trx, { kind, booking_id, user_id, content, created_at }, nowMs) =>
    recordSent(trx, {
      channel: 'MAIL',
      booking_id,
      user_id,
      queuedMs: created_at,
      nowMs,
      reminded: isReminder(kind) ? (readJson(bookingContent, content)?.visit.start_datetime ?? null) : null,
    }),
  send: (mail, abort) => sendClaimed(sender, smtpUrl, mail, abort),
});

/** Sends queued mails; without SMTP_URL it only logs them. */
export function startMailWorker(sender: Sender): Woken {
  const { log, config } = sender;
  const { smtpUrl } = config.mail;
  if (!smtpUrl) return startWaking({ name: 'log waiting mail', run: logWaitingMails(sender) }, log);
  if (!config.publicUrl) log.warn(`PUBLIC_URL is not set: links in mails lead to ${pagesAddress(config)}`);
  return startWaking(deliveryLoop(mailChannel(sender, smtpUrl), sender), log);
}

/** The language of a mail: its recipient's, of a report about an account that is gone the one that it had. */
function languageOfMail({ db }: Sender, mail: ClaimedMail, settings: Settings, stored: StoredMail) {
  return stored.kind === 'ACCOUNT_CHANGED' && stored.content.language
    ? languageToSend(stored.content.language, settings.languages)
    : languageOf(db, { userId: mail.user_id, bookingId: mail.booking_id }, settings);
}

async function sendClaimed(sender: Sender, smtpUrl: string, mail: ClaimedMail, signal: AbortSignal) {
  const { db, config } = sender;
  const stored = storedMail.safeParse({ kind: mail.kind, content: parseJson(mail.content) });
  if (!stored.success) return dropped('unreadable: queued by another release');
  const settings = await currentSettings(db, config);
  const language = await languageOfMail(sender, mail, settings, stored.data);
  return inLanguage(language, () =>
    sendStored(sender, smtpUrl, { mail, stored: stored.data, settings }, signal),
  );
}

interface Sending {
  readonly mail: ClaimedMail;
  readonly stored: StoredMail;
  readonly settings: Settings;
}

/** Renders and sends a mail in the present language. */
async function sendStored(
  { db, config, clock }: Sender,
  smtpUrl: string,
  { mail, stored, settings }: Sending,
  signal: AbortSignal,
) {
  const email = await renderEmail(stored, {
    db,
    config,
    clock,
    settings,
    now: readClock(clock),
    userId: mail.user_id,
    toEmail: mail.to_email,
    queuedMs: mail.created_at,
    appointmentId: mail.appointment_id,
    bookingId: mail.booking_id,
  });
  if (typeof email === 'string') return dropped(email);
  const why = await reasonToHoldBack(db, mail, email.to.address, clock.ms());
  if (why !== undefined) return dropped(why);
  return sendMail(smtpUrl, { config, salonName: settings.salon_name }, email, {
    messageName: `mail-${mail.id}-${mail.visible_at}`,
    onContentAsked: async () => {
      if (!(await markHandedOver(db, mail, clock.ms()))) throw new Error('claimed by another process');
    },
    signal,
  });
}

const BATCH_COUNT = 100;

/** Logs a line per mail queued since the start: kind and id, never recipient or content. */
function logWaitingMails({ db, clock, log }: Sender): () => Promise<void> {
  const startedMs = clock.ms();
  let lastLogged = toId<MailId>(0);
  return async () => {
    const waiting = await db
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('id', '>', lastLogged)
      .where('created_at', '>=', startedMs)
      .where('sent_at', 'is', null)
      .orderBy('id')
      .limit(BATCH_COUNT)
      .execute();
    for (const { id, kind } of waiting) {
      log.info({ mail: id, kind }, 'mail waits in the outbox: SMTP_URL is not set');
      lastLogged = id;
    }
  };
}
