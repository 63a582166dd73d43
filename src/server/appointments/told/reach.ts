// Writing to a person of the round: a page claims her, then records what it did. docs/spec/behaviour.md §29.5
import { sql } from 'kysely';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { AppointmentId, BookingId } from '#domain/ids.ts';
import { REACH_CLAIM_SECONDS } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { type MessageFacts, messageFacts, messageText } from '#domain/wording/messages.ts';
import { linkPath, makeGuestLink } from '../../guest-links/guest-links.ts';
import { REMINDER_MAILS } from '../../mail/mail.ts';
import { assertMay, type SessionUser } from '../../platform/auth/sessions.ts';
import { momentText } from '../../platform/clock.ts';
import { pagesAddress } from '../../platform/config.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { refuse } from '../../platform/errors.ts';
import { publishOnCommit, technicianUser } from '../../platform/events/publish.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { inLanguage } from '../../platform/language.ts';
import { currentSettings } from '../../settings/settings.ts';
import { languageOf } from '../../told/told.ts';
import { recordUndoChanges, startUndo } from '../../undo/undo.ts';
import { savedForSalon } from '../appointments.ts';
import { lockRowOnly } from '../locks.ts';
import { expectedToTell, nameOf, reachedAt } from './round.ts';

type Body = ParsedBody<'POST /appointments/{id}/reached'>;
type Claim = Extract<Body, { claim: 1 }>;
type Recorded = Exclude<Body, Claim>;
type Booked = AppointmentRow & { readonly booking_id: BookingId };
type Context = RequestContext<SessionUser>;

export function recordReached(
  context: Context,
  id: AppointmentId,
  body: Body,
): Promise<ResponseBody<'POST /appointments/{id}/reached'>> {
  return inTransaction(context.db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeAppointments', [row]);
    const { status, booking_id, request_state } = row;
    if (status !== 'BOOKED' || booking_id === null || request_state === 'WAITING')
      refuse('appointment_not_booked');
    const isOver = row.end_datetime <= context.now.wall;
    if (isOver && (await expectedToTell(trx, context, row)) === null) refuse('appointment_over');
    const booked = { ...row, booking_id };
    return 'claim' in body ? claim(trx, context, booked, body) : record(trx, context, booked, body);
  });
}

/** Refuses a page while another one writes to the person. A page that names no claim may record what its user has claimed. */
async function assertUnclaimed(
  trx: Trx,
  { now, clock, user }: Context,
  { booking_id }: Booked,
  claim_id: string | undefined,
): Promise<void> {
  const other = await trx
    .selectFrom('reach_claims')
    .select(['claim_id', 'by_id', 'until_at'])
    .where('booking_id', '=', booking_id)
    .where('until_at', '>', now.ms)
    .executeTakeFirst();
  if (!other || other.claim_id === claim_id || (claim_id === undefined && other.by_id === user.id)) return;
  const by = await nameOf(trx, other.by_id);
  refuse('reached_meanwhile', { claimed: { by, until: momentText(other.until_at, clock) } });
}

/** Keeps the person to this page for 2 minutes: other pages and automatic reminders wait. Returns the text to send. */
async function claim(trx: Trx, context: Context, row: Booked, { claim_id }: Claim) {
  const { now, user, clock, config } = context;
  await assertUnclaimed(trx, context, row, claim_id);
  const until_at = now.ms + REACH_CLAIM_SECONDS * 1000;
  const columns = { claim_id, by_id: user.id, until_at };
  await trx
    .insertInto('reach_claims')
    .values({ booking_id: row.booking_id, ...columns })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(columns))
    .execute();
  for (const pending of pendingReminders(row.booking_id))
    await sql`update ${pending.table} set next_try_at = ${until_at}
      where next_try_at < ${until_at} and ${pending.where}`.execute(trx);
  const token = await makeGuestLink(trx, row.booking_id, { made_by: user.id });
  const settings = await currentSettings(trx, config);
  const expected = await expectedToTell(trx, context, row);
  const facts = { ...messageFacts(await savedForSalon(trx, row.id, context)), expected };
  const { text, link } = inLanguage(await languageOf(trx, personOf(row, facts), settings), () => {
    const url = `${pagesAddress(config)}${linkPath(token)}`;
    const sender = {
      salon: settings.salon_name,
      address: pagesAddress(config),
      today: dateOf(now.wall),
      link: url,
    };
    const template = settings[expected === null ? 'message_reminder' : 'message_delay'];
    return { text: messageText(template, facts, sender), link: url };
  });
  const by = await nameOf(trx, user.id);
  return { text, link, claimed: { by, until: momentText(until_at, clock) } };
}

/** Whom a message addresses: the client, or the guest of the booking. */
const personOf = ({ client_id, booking_id }: Booked, { isClient }: MessageFacts) => ({
  userId: isClient ? client_id : null,
  bookingId: booking_id,
});

/** The tables with reminders of a booking that are queued and have not gone out. */
const pendingReminders = (booking: BookingId) => {
  const unsent = sql`sent_at is null and given_up_at is null`;
  return [
    {
      table: sql.table('outbox'),
      where: sql`booking_id = ${booking} and kind in (${sql.join(REMINDER_MAILS)}) and ${unsent} and handed_over_at is null`,
    },
    {
      table: sql.table('push_outbox'),
      where: sql`subject_id = ${booking} and kind = 'REMINDER_24H' and ${unsent}`,
    },
    {
      table: sql.table('sms_outbox'),
      where: sql`booking_id = ${booking} and kind = 'REMINDER' and ${unsent} and handed_over_at is null`,
    },
  ];
};

/** Records that somebody wrote or called. A reminder takes the place of the automatic one of this start. */
async function record(trx: Trx, context: Context, row: Booked, { what, channel, seen, claim_id }: Recorded) {
  const { now, user } = context;
  await assertUnclaimed(trx, context, row, claim_id);
  const last = (await reachedAt(trx, context, row)).at(-1);
  if (last && last.id !== seen) {
    const { expected: _, ...reached } = last;
    refuse('reached_meanwhile', { reached });
  }
  if (!last && seen !== null) refuse('reached_meanwhile');
  const { booking_id, start_datetime, technician_id } = row;
  const expected = what === 'DELAY' ? await expectedToTell(trx, context, row) : null;
  const { id } = await trx
    .insertInto('reached')
    .values({
      booking_id,
      start_datetime,
      technician_id,
      what,
      channel,
      expected,
      at: now.ms,
      by_id: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (what === 'REMINDER')
    for (const pending of pendingReminders(booking_id))
      await sql`delete from ${pending.table} where ${pending.where}`.execute(trx);
  await trx.deleteFrom('reach_claims').where('booking_id', '=', booking_id).execute();
  const undo = await startUndo(trx, now);
  await recordUndoChanges(trx, undo, { reached: { technician_id, id } });
  publishOnCommit(trx, { appointments: ['ADMIN', technicianUser(technician_id)] });
  return { id, undo_token: undo.token };
}
