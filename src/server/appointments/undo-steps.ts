import { UNDO_SECONDS } from '#domain/limits.ts';
import type { NotificationTiming } from '../notifications/notifications.ts';
import { hashToken, makeToken } from '../platform/auth/tokens.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Trx, UndoStepId } from '../platform/db/schema.ts';

/** A row as it was (null = it was not there) and as the change left it (null = it is gone). */
export interface RowChange {
  readonly before: AppointmentRow | null;
  readonly after: AppointmentRow | null;
}

export interface PendingUndo {
  readonly id: UndoStepId;
  /** Shown to the caller once; only its hash is stored. */
  readonly token: string;
  /** What the change tells is seen when it can be undone no more. */
  readonly timing: NotificationTiming;
}

const UNDO_MS = UNDO_SECONDS * 1000;

/** Begins a change that can be taken back for 10 seconds; what it tells carries `telling`, its rows go to `rememberChange`. */
export async function startUndo(trx: Trx, now: Now): Promise<PendingUndo> {
  const token = makeToken();
  const expires_at = now.ms + UNDO_MS;
  const { id } = await trx
    .insertInto('undo_steps')
    .values({ token_hash: hashToken(token), made_at: now.ms, expires_at, used_at: null, content: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, timing: { nowMs: now.ms, visibleAtMs: expires_at, undoId: id } };
}

export async function recordUndoChanges(
  trx: Trx,
  { id }: PendingUndo,
  changes: readonly RowChange[],
): Promise<void> {
  await trx
    .updateTable('undo_steps')
    .set({ content: JSON.stringify(changes) })
    .where('id', '=', id)
    .execute();
}
