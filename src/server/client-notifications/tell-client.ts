import type { ClientNews } from '#salon/notices/client-news.ts';
import { mailNotice } from '../mail/mail-notice.ts';
import type { Telling } from '../notifications/telling.ts';
import type { Trx } from '../platform/db/schema.ts';

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
