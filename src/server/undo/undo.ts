// An undo step is a change that the salon can take back for 10 seconds. docs/spec/behaviour.md §5.14
import { z } from 'zod';
import { absenceId, technicianId, wallDate } from '#contract/schemas.ts';
import type { AppointmentId, UndoStepId } from '#domain/ids.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import type { NotificationTiming } from '../notifications/notifications.ts';
import { derivedChanges } from '../openings/openings.ts';
import { type DepositRow, depositChange, depositsLeft, depositsOf } from '../payments/payments.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import type { Now } from '../platform/clock.ts';
import { appointmentRow } from '../platform/db/columns.ts';
import { haveUses } from '../platform/db/money/holdings.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { endedWait } from '../waitlist/waitlist.ts';

/** A row before the change (null: created) and after it (null: deleted). */
const rowChange = z.object({
  before: appointmentRow.nullable(),
  after: appointmentRow.nullable(),
});
export type RowChange = z.infer<typeof rowChange>;

/** A delay: what it told, and the minutes of the delay before it. */
const toldChange = z.object({ technician_id: technicianId, minutes: z.int(), told: z.array(z.int()) });
export type DelayChange = z.infer<typeof toldChange>;

/** A record of the round. */
const reachedChange = z.object({ technician_id: technicianId, id: z.int() });
export type ReachedChange = z.infer<typeof reachedChange>;

/** A new absence. */
const absenceChange = z.object({
  id: absenceId,
  technician_id: technicianId.nullable(),
  date_from: wallDate,
  date_to: wallDate,
});

export const undoContent = z.object({
  rows: z.array(rowChange),
  /** What the change did to openings and free slots. */
  derived: z.array(derivedChanges).default([]),
  ended_waits: z.array(endedWait),
  deposits: z.array(depositChange),
  delay: toldChange.optional(),
  reached: reachedChange.optional(),
  absence: absenceChange.optional(),
});
export type UndoContent = z.infer<typeof undoContent>;

const NOTHING_CHANGED: UndoContent = { rows: [], derived: [], ended_waits: [], deposits: [] };

export interface PendingUndo {
  readonly id: UndoStepId;
  /** The token with which the owner can undo the change. Only its hash is stored. */
  readonly token: string;
  readonly timing: NotificationTiming;
  /** The deposits as they were before the change, which may shorten their deadlines or end them. */
  readonly deposits: readonly DepositRow[];
}

const UNDO_MS = UNDO_SECONDS * 1000;

/** Begins an undoable change of the appointments `ids`. The caller passes `timing` to its notifications and finally calls `recordUndoChanges`. */
export async function startUndo(
  trx: Trx,
  now: Now,
  ids: readonly AppointmentId[] = [],
): Promise<PendingUndo> {
  const token = makeToken();
  const expires_at = now.ms + UNDO_MS;
  const content = JSON.stringify(NOTHING_CHANGED);
  const { id } = await trx
    .insertInto('undo_steps')
    .values({ token_hash: hashToken(token), made_at: now.ms, expires_at, used_at: null, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  const timing = { nowMs: now.ms, visibleAtMs: expires_at, undoId: id };
  return { id, token, timing, deposits: await depositsOf(trx, ids) };
}

export async function recordUndoChanges(
  trx: Trx,
  { id, deposits }: PendingUndo,
  changed: Partial<UndoContent>,
) {
  const content = { ...NOTHING_CHANGED, deposits: await depositsLeft(trx, deposits), ...changed };
  await trx
    .updateTable('undo_steps')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute();
}

/** Begins the undo of cancellations; none if they give back what packages or vouchers have paid. */
export const startUndoOfCancelling = async (trx: Trx, now: Now, rows: readonly AppointmentRow[]) =>
  (await haveUses(trx, rows))
    ? undefined
    : startUndo(
        trx,
        now,
        rows.map(({ id }) => id),
      );
