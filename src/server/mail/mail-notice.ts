import type { ClientNoticeType } from '#salon/notices/client-notice-types.ts';
import type { Trx } from '../platform/db/schema.ts';
import type { MailedVisit, NoticeMailKind } from './mail-kinds.ts';
import { queueMail } from './queue.ts';

/** Which of a client's notices are mailed too: cancelled or moved by the salon, and a free slot. */
const MAILED: Partial<Record<ClientNoticeType, NoticeMailKind>> = {
  APPT_CANCELLED_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_SET_AVAILABLE_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_CLIENT_CHANGED_REMOVED: 'CANCELLED_CLIENT',
  APPT_CLIENT_SWAPPED: 'CANCELLED_CLIENT',
  APPT_TIME_CHANGED: 'MOVED_CLIENT',
  APPT_CLIENT_MOVE: 'MOVED_CLIENT',
  FREE_SLOT_AVAILABLE: 'FREE_SLOT_CLIENT',
};

export interface MailableNotice {
  readonly id: number;
  readonly user_id: number;
  readonly type: ClientNoticeType;
  readonly message: string;
  readonly created_at: number;
  readonly visible_at: number;
  readonly undo_id: number | null;
}

/**
 * Mails a client's notice in the transaction that wrote it, where its kind is one that is mailed. `appointment` as it is after
 * the change; of one that was taken from her, as it was before, with the version that the change gave it.
 */
export async function mailNotice(
  trx: Trx,
  notice: MailableNotice,
  appointment: MailedVisit & { readonly id: number },
): Promise<void> {
  const kind = MAILED[notice.type];
  if (!kind) return;
  const { id, start_datetime, end_datetime, service_name, version } = appointment;
  await queueMail(trx, {
    kind,
    onceKey: `notice:${notice.id}`,
    userId: notice.user_id,
    appointmentId: id,
    content: {
      type: notice.type,
      message: notice.message,
      visit: { start_datetime, end_datetime, service_name, version },
    },
    nowMs: notice.created_at,
    visibleAtMs: notice.visible_at,
    undoId: notice.undo_id,
  });
}
