import { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import { flag, wallDate } from '#contract/schemas.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import type { NotificationTiming } from '../notifications/notifications.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import type { Now } from '../platform/clock.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Trx, UndoStepId } from '../platform/db/schema.ts';
import { endedWait } from '../waitlist/waitlist.ts';

const moment = z.int().nullable();
const text = z.string().nullable();

const appointmentRow = appointment
  .omit({ client_name: true, client_phone: true, client_email: true })
  .extend({
    day: wallDate,
    guest_phone_digits: text,
    guest_email: text,
    cancelled_at: moment,
    cancelled_by: z.enum(['ADMIN', 'CLIENT']).nullable(),
    is_late: flag,
    booked_at: moment,
    created_at: z.int(),
    booker_network: text.default(null),
    joined_slots: text.default(null),
    moved_at: moment.default(null),
    attended: flag.nullable().default(null),
  }) satisfies z.ZodType<AppointmentRow>;

/** A row as it was (null = it was not there) and as the change left it (null = it is gone). */
const rowChange = z.object({ before: appointmentRow.nullable(), after: appointmentRow.nullable() });
export type RowChange = z.infer<typeof rowChange>;

/** What an undo takes back. */
const undoContent = z.object({ rows: z.array(rowChange), ended_waits: z.array(endedWait) });
export type UndoContent = z.infer<typeof undoContent>;

const NOTHING_CHANGED: UndoContent = { rows: [], ended_waits: [] };

/** The content of a step; undefined where another release has written it. */
export const readUndoContent = (content: string): UndoContent | undefined => readJson(undoContent, content);

export interface PendingUndo {
  readonly id: UndoStepId;
  /** Shown to the user once; only its hash is stored. */
  readonly token: string;
  /** Notifications of the change become visible when it can be undone no more. */
  readonly timing: NotificationTiming;
}

const UNDO_MS = UNDO_SECONDS * 1000;

/**
 * Begins a change that can be taken back for 10 seconds: its notifications carry `timing`, its rows go to `recordUndoChanges`.
 */
export async function startUndo(trx: Trx, now: Now): Promise<PendingUndo> {
  const token = makeToken();
  const expires_at = now.ms + UNDO_MS;
  const content = JSON.stringify(NOTHING_CHANGED);
  const { id } = await trx
    .insertInto('undo_steps')
    .values({ token_hash: hashToken(token), made_at: now.ms, expires_at, used_at: null, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, timing: { nowMs: now.ms, visibleAtMs: expires_at, undoId: id } };
}

export async function recordUndoChanges(
  trx: Trx,
  { id }: PendingUndo,
  changed: Partial<UndoContent>,
): Promise<void> {
  await trx
    .updateTable('undo_steps')
    .set({ content: JSON.stringify({ ...NOTHING_CHANGED, ...changed }) })
    .where('id', '=', id)
    .execute();
}
