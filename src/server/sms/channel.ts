// Sends queued SMS, each at most once. docs/spec/behaviour.md §29.8, docs/decisions/0007-outbox.md
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { wallTime } from '#contract/schemas.ts';
import { CALL_REASONS } from '#domain/told/calls.ts';
import { type SmsKind, smsAt, smsParts, smsText, smsTtlSeconds } from '#domain/told/short-messages.ts';
import { dateOf, startOfDay, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { linkPath, makeGuestLink } from '../guest-links/guest-links.ts';
import { instantMs, type Now, readClock } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import { serviceName } from '../platform/db/appointments.ts';
import { readJson } from '../platform/db/json.ts';
import type { Schema, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockCaller } from '../platform/db/transaction.ts';
import { startWaking, type Woken } from '../platform/jobs/jobs.ts';
import {
  type Channel,
  type Claimed,
  deliveryLoop,
  dropped,
  type Outcome,
  type Sender,
} from '../platform/jobs/outbox.ts';
import { inLanguage } from '../platform/language.ts';
import { expectedTime, reachOf, recordSent } from '../reached/reached.ts';
import { currentSettings } from '../settings/settings.ts';
import { languageOf } from '../told/told.ts';
import { type Gateway, type GatewayMessage, handOver, stateOf } from './gateway.ts';
import { queueNeededSms } from './queue.ts';

const COLUMNS = [
  'booking_id',
  'content',
  'created_at',
  'about_at',
  'to_number',
  'is_known',
  'until_at',
] as const;
type ClaimedSms = Claimed & Pick<Selectable<Schema['sms_outbox']>, (typeof COLUMNS)[number]>;

const smsContent = z.object({ start: wallTime });

export const TEST = 'TEST';
const TEST_TEXT = 'Probna poruka iz programa Lunula. SMS radi.';
const TEST_TTL_SECONDS = 300;
const EXPIRES_AFTER_TTL_MS = 60_000;
const DAY_OF_STRANGER = 2;
const DAY_OF_STRANGERS = 20;

const gatewayId = ({ id, created_at }: Pick<ClaimedSms, 'id' | 'created_at'>): string =>
  `lunula-${created_at.toString(36)}-${id}`;

/** What an SMS says now; undefined if it is no longer true. */
async function textOf(
  trx: Trx,
  { config }: Sender,
  sms: ClaimedSms,
  start: WallTime,
): Promise<string | undefined> {
  if (sms.kind === TEST) return TEST_TEXT;
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select(['bookings.id', 'client_id', 'status', 'start_datetime', 'called', 'call_what', 'call_at'])
    .select([serviceName(trx).as('service'), expectedTime().as('expected')])
    .where('bookings.id', '=', sms.booking_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const kind = sms.kind as SmsKind;
  const isCall = (CALL_REASONS as readonly string[]).includes(kind);
  const isTrue = isCall
    ? row.called === 0 && row.call_what === kind && row.call_at === sms.about_at
    : row.status === 'BOOKED' && (kind === 'DELAY' ? row.expected : row.start_datetime) === start;
  const reach = (await reachOf(trx, config, [row.id])).get(row.id);
  if (!isTrue || reach?.number !== sms.to_number) return undefined; // she may want no SMS meanwhile
  const settings = await currentSettings(trx, config);
  const token = row.status === 'BOOKED' ? await makeGuestLink(trx, row.id) : undefined;
  const person = { userId: row.client_id, bookingId: row.id };
  const language = await languageOf(trx, person, settings);
  const path = token === undefined ? '/booking' : inLanguage(language, () => linkPath(token));
  const facts = { ...row, salon: settings.salon_name, link: `${pagesAddress(config)}${path}` };
  return inLanguage(language === 'ru' ? 'en' : language, () => smsText(kind, facts)); // the alphabet of SMS is Latin
}

/** Why no more SMS go out today, to this number or at all. */
async function capReached(trx: Trx, sender: Sender, sms: ClaimedSms, now: Now, parts: number) {
  const { clock, config } = sender;
  const since = instantMs(startOfDay(dateOf(now.wall)), clock.timeZone);
  const rows = await trx
    .selectFrom('sms_outbox')
    .select(['to_number', 'is_known', 'parts'])
    .where('handed_over_at', '>=', since)
    .execute();
  const { sms_per_day } = await currentSettings(trx, config);
  if (rows.reduce((sum, one) => sum + one.parts, parts) > sms_per_day) return 'sms_per_day is reached';
  if (sms.is_known === 1) return undefined;
  const strangers = rows.filter(({ is_known }) => is_known === 0);
  if (strangers.length >= DAY_OF_STRANGERS) return 'too many to unknown numbers today';
  return strangers.filter(({ to_number }) => to_number === sms.to_number).length >= DAY_OF_STRANGER
    ? 'too many to this number today'
    : undefined;
}

type Prepared = Outcome | { readonly message: GatewayMessage };

/** Why the SMS does not go out now, or what it says. */
async function decided(trx: Trx, sender: Sender, sms: ClaimedSms, now: Now): Promise<Decided | Outcome> {
  const { clock, config } = sender;
  const start = readJson(smsContent, sms.content)?.start;
  if (start === undefined) return dropped('unreadable: queued by another release');
  const isTest = sms.kind === TEST;
  const queuedAt = wallTimeAt(sms.created_at, clock.timeZone);
  const at = isTest ? now.wall : smsAt(now.wall, start, queuedAt);
  if (at === undefined || start <= now.wall) return dropped('too late');
  if (at > now.wall)
    return { outcome: 'failed', why: 'quiet hours', retryAfterMs: instantMs(at, clock.timeZone) - now.ms };
  if (!isTest && (await currentSettings(trx, config)).sms === 0) return dropped('switched off');
  const text = await textOf(trx, sender, sms, start);
  if (text === undefined) return dropped('no longer true');
  return { text, ttl: isTest ? TEST_TTL_SECONDS : smsTtlSeconds(now.wall, start, queuedAt) };
}

interface Decided {
  readonly text: string;
  readonly ttl: number;
}

/** Decides whether the SMS may go out, and marks it as handed over: from here on it is never sent again. */
const prepare = (sender: Sender, sms: ClaimedSms): Promise<Prepared> =>
  inTransaction(sender.db, async (trx) => {
    const now = readClock(sender.clock);
    const decision = await decided(trx, sender, sms, now);
    if ('outcome' in decision) return decision;
    const { text, ttl } = decision;
    await lockCaller(trx, 'sms');
    const parts = smsParts(text);
    const cap = await capReached(trx, sender, sms, now, parts);
    if (cap !== undefined) return { outcome: 'refused', why: cap };
    const marked = await trx
      .updateTable('sms_outbox')
      .set({ handed_over_at: now.ms, parts, until_at: now.ms + ttl * 1000 })
      .where('id', '=', sms.id)
      .where('attempts', '=', sms.attempts)
      .where('handed_over_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return dropped('claimed by another process');
    return { message: { id: gatewayId(sms), to: sms.to_number, text, ttl } };
  });

const sentSms = (trx: Trx, { kind, booking_id, content, about_at: queuedMs }: ClaimedSms, nowMs: number) =>
  recordSent(trx, {
    channel: 'SMS',
    booking_id,
    user_id: null,
    queuedMs,
    nowMs,
    reminded: kind === 'REMINDER' ? (readJson(smsContent, content)?.start ?? null) : null,
  });

/** Asks the phone what became of accepted messages, and ends those that have expired without an answer. */
async function settle({ db, clock }: Sender, gateway: Gateway): Promise<void> {
  const rows = await db
    .selectFrom('sms_outbox')
    .select([...COLUMNS, 'id', 'kind', 'attempts', 'visible_at', 'next_try_at'])
    .where('handed_over_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute();
  for (const row of rows) {
    const state = gateway.kind === 'android' ? await stateOf(gateway, gatewayId(row)) : undefined;
    const nowMs = clock.ms();
    const isExpired = nowMs > row.until_at + EXPIRES_AFTER_TTL_MS;
    if (state === undefined && !isExpired) continue;
    const ended =
      state === 'sent'
        ? { sent_at: nowMs }
        : {
            given_up_at: nowMs,
            ...(state === 'failed' ? { handed_over_at: null, last_error: 'Failed' } : {}),
          };
    await inTransaction(db, async (trx) => {
      const update = trx.updateTable('sms_outbox').set(ended).where('id', '=', row.id);
      const { numUpdatedRows } = await update
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .executeTakeFirst();
      if (state === 'sent' && numUpdatedRows > 0n) await sentSms(trx, row, nowMs);
    });
  }
}

const MAX_AGE_MS = 24 * 60 * 60 * 1000;

export const smsChannel = (sender: Sender, gateway: Gateway): Channel<ClaimedSms> => ({
  name: 'sms',
  table: 'sms_outbox',
  columns: COLUMNS,
  endedBy: ['sent_at', 'given_up_at', 'handed_over_at'],
  order: sql`is_known desc`, // what strangers can cause comes last
  inOrderBy: ['to_number'],
  waitsForInvisible: false,
  retryMinutes: [1, 2, 5, 15, 30],
  maxAgeMs: MAX_AGE_MS,
  concurrency: 1,
  resendsUnknown: false,
  cleared: (_, state) => (state === 'failed' || state === 'given up' ? { handed_over_at: null } : {}),
  prepare: async () => {
    await settle(sender, gateway);
    const now = readClock(sender.clock);
    if ((await currentSettings(sender.db, sender.config)).sms === 1) await queueNeededSms(sender, now);
  },
  sent: sentSms,
  async send(sms, abort) {
    const prepared = await prepare(sender, sms);
    return 'message' in prepared ? handOver(gateway, prepared.message, abort) : prepared;
  },
});

/** Sends SMS through the owner's gateway; undefined without one. */
export function startSmsWorker(sender: Sender): Woken | undefined {
  const { smsGateway } = sender.config;
  return smsGateway && startWaking(deliveryLoop(smsChannel(sender, smsGateway), sender), sender.log);
}
