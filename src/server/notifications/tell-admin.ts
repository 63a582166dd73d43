import type { AdminNoticeType } from '#salon/notices/notice-texts.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';

/** What the admin is told: about a person, an appointment as it is now, or both. spec.md §3 Admin notification */
export interface AdminNews {
  readonly type: AdminNoticeType;
  readonly nowMs: number;
  /** From when it is shown; left out = at once. With `undoId`: until then an undo takes it back. */
  readonly visibleAtMs?: number;
  readonly undoId?: number | null;
  readonly client_id?: number | null;
  readonly guest_name?: string | null;
  readonly guest_phone?: string | null;
  readonly appointment?: AppointmentRow;
}

/** Writes a notification to the admin. What it tells of the appointment is kept as it is now, whatever becomes of it later. */
export async function tellAdmin(trx: Trx, news: AdminNews): Promise<void> {
  const { appointment } = news;
  await trx
    .insertInto('admin_notifications')
    .values({
      type: news.type,
      created_at: news.nowMs,
      visible_at: news.visibleAtMs ?? news.nowMs,
      undo_id: news.undoId ?? null,
      client_id: news.client_id ?? appointment?.client_id ?? null,
      guest_name: news.guest_name ?? appointment?.guest_name ?? null,
      guest_phone: news.guest_phone ?? appointment?.guest_phone ?? null,
      appointment_id: appointment?.id ?? null,
      service_name: appointment?.service_name ?? null,
      appt_start: appointment?.start_datetime ?? null,
      appt_end: appointment?.end_datetime ?? null,
      appt_created: appointment?.booked_at ?? appointment?.created_at ?? null,
      cancelled_reason: appointment?.cancel_reason ?? null,
      cancelled_at: appointment?.cancelled_at ?? null,
      is_late: appointment?.is_late ?? 0,
    })
    .execute();
}
