import type { ClientNotice } from '#contract/client-notifications.ts';
import type { ReceivedQuery } from '#contract/index.ts';
import { CLIENT_NOTICES_PAGE_COUNT } from '#salon/limits.ts';
import { momentText } from '../platform/clock.ts';
import type { Context } from '../platform/http/call.ts';
import type { Caller } from '../platform/sessions/sessions.ts';

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
