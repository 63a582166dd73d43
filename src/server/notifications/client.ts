import type { ReceivedQuery } from '#contract/index.ts';
import type { ClientNotice } from '#contract/notifications.ts';
import { CLIENT_NOTICES_PAGE_COUNT } from '#domain/limits.ts';
import type { ClientNews } from '#domain/notifications.ts';
import { mailNotice } from '../mail/outbox.ts';
import type { Caller } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import type { Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { Context } from '../platform/http/request.ts';
import type { Telling } from './timing.ts';

const COLUMNS = [
  'notice.id',
  'notice.type',
  'notice.message',
  'notice.created_at',
  'notice.read_at',
  'appointments.id as appointment_id', // null when it is gone or no longer hers: the link would lead nowhere
  'notice.appt_start',
] as const;

/** The caller's own; one whose change can still be undone is not there yet. */
const ownShown = ({ db, now, who }: Context<Caller>) =>
  db
    .selectFrom('client_notifications as notice')
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.id', '=', 'notice.appointment_id')
        // a freed slot is nobody's yet; it is there to be booked
        .on(({ or, eb, ref }) =>
          or([
            eb('appointments.client_id', '=', ref('notice.user_id')),
            eb('notice.type', '=', 'FREE_SLOT_AVAILABLE'),
          ]),
        ),
    )
    .where('notice.user_id', '=', who.id)
    .where('notice.visible_at', '<=', now.ms)
    .select(COLUMNS);

type Row = Awaited<ReturnType<ReturnType<typeof ownShown>['executeTakeFirstOrThrow']>>;

const asNotice = (row: Row, { clock }: Context<Caller>): ClientNotice => ({
  ...row,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
});

/** Newest first, by pages. */
export async function ownNotices(
  context: Context<Caller>,
  asked: ReceivedQuery<'GET /client-notifications'>,
): Promise<ClientNotice[]> {
  let query = ownShown(context);
  if (asked.unread === '1') query = query.where('notice.read_at', 'is', null);
  if (asked.type !== undefined) query = query.where('notice.type', '=', asked.type);
  const rows = await query
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(asked.limit ?? CLIENT_NOTICES_PAGE_COUNT)
    .offset(asked.offset ?? 0)
    .execute();
  return rows.map((row) => asNotice(row, context));
}

export async function ownNoticeById(context: Context<Caller>, id: number): Promise<ClientNotice | undefined> {
  const row = await ownShown(context).where('notice.id', '=', id).executeTakeFirst();
  return row && asNotice(row, context);
}

export const ownUnreadCount = ({ db, now, who }: Context<Caller>): Promise<{ count: number }> =>
  db
    .selectFrom('client_notifications')
    .where('user_id', '=', who.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

const markRead = ({ db, now, who }: Context<Caller>) =>
  db
    .updateTable('client_notifications')
    .set({ read_at: now.ms })
    .where('user_id', '=', who.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null);

/** Marks one own notice as read; one that was read before keeps its moment. */
export async function readOwnNotice(context: Context<Caller>, id: number): Promise<ClientNotice> {
  await markRead(context).where('id', '=', id).execute();
  return (await ownNoticeById(context, id)) ?? refuse('not_found');
}

/** Marks all own notices as read and says how many were not. */
export async function readOwnNotices(context: Context<Caller>): Promise<{ count: number }> {
  const { numUpdatedRows } = await markRead(context).executeTakeFirstOrThrow();
  return { count: Number(numUpdatedRows) };
}

// one that is not shown yet stays: she has not seen what it says
const deleteShown = ({ db, now, who }: Context<Caller>) =>
  db.deleteFrom('client_notifications').where('user_id', '=', who.id).where('visible_at', '<=', now.ms);

/** Deletes one own notice. */
export async function deleteOwnNotice(context: Context<Caller>, id: number): Promise<undefined> {
  const { numDeletedRows } = await deleteShown(context).where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) refuse('not_found');
  return undefined;
}

/** Deletes all own notices and says how many. */
export async function deleteOwnNotices(context: Context<Caller>): Promise<{ count: number }> {
  const { numDeletedRows } = await deleteShown(context).executeTakeFirstOrThrow();
  return { count: Number(numDeletedRows) };
}

/** What the news is about, as the client is to see it; `version` as the change left it. */
export interface ToldAppointment {
  readonly id: number;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly service_name: string | null;
  readonly version: number;
}

/** Writes one notice to one client, and its mail where its kind is mailed. The notice leads to `linkedId`. */
export async function tellClient(
  trx: Trx,
  { client_id, type, message }: ClientNews,
  about: ToldAppointment,
  { nowMs, visibleAtMs, undoId }: Telling,
  linkedId: number = about.id,
): Promise<void> {
  const notice = {
    user_id: client_id,
    type,
    message,
    created_at: nowMs,
    visible_at: visibleAtMs,
    undo_id: undoId,
  };
  const { id } = await trx
    .insertInto('client_notifications')
    .values({ ...notice, appointment_id: linkedId, appt_start: about.start_datetime })
    .returning('id')
    .executeTakeFirstOrThrow();
  await mailNotice(trx, { ...notice, id }, about);
}
