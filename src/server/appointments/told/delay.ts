// 'Kasnim': a technician is late, and the people of her day are told. docs/spec/behaviour.md §29.6
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { assertMay } from '../../platform/auth/sessions.ts';
import { momentText } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { inTransaction, lockDelay } from '../../platform/db/transaction.ts';
import { refuse } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { activeTechnicians } from '../../technicians/technicians.ts';
import { recordUndoChanges, startUndo } from '../../undo/undo.ts';
import { delayedPeople, delayOf, saveDelay, shownPeople, takeBack, tell } from './telling.ts';

/** The technician who is late. With several technicians the owner must name one. */
async function technicianOf(db: Db | Trx, asked: TechnicianId | undefined): Promise<TechnicianId> {
  const active = await activeTechnicians(db);
  if (asked === undefined && active.length > 1) refuse('unknown_technician');
  const id = asked ?? active[0]?.id ?? OWNERS_TECHNICIAN;
  return active.some((one) => one.id === id) ? id : refuse('unknown_technician');
}

export async function previewDelay(
  context: RequestContext,
  { minutes, technician_id }: ParsedQuery<'GET /delay/preview'>,
): Promise<ResponseBody<'GET /delay/preview'>> {
  const technician = await technicianOf(context.db, technician_id);
  return { people: shownPeople(await delayedPeople(context.db, context, technician, minutes)) };
}

/** Today's delays. A delay ends with its day. */
export async function currentDelays(
  { db, now, clock }: RequestContext,
  { technician_id }: ParsedQuery<'GET /delay'>,
): Promise<ResponseBody<'GET /delay'>> {
  const rows = await db
    .selectFrom('delays')
    .select(['technician_id', 'minutes', 'at'])
    .where('day', '=', dateOf(now.wall))
    .where('minutes', '>', 0)
    .where(({ and }) => and(technician_id === undefined ? {} : { technician_id }))
    .orderBy('technician_id')
    .execute();
  return rows.map((row) => ({ ...row, at: momentText(row.at, clock) }));
}

/** What was told within the 10 s of undo, so that nothing has gone out. */
async function stillUnsent(trx: Trx, { now }: RequestContext, technician: TechnicianId): Promise<number[]> {
  const rows = await trx
    .selectFrom('told_times')
    .select('id')
    .where('technician_id', '=', technician)
    .where('at', '>', now.ms - UNDO_SECONDS * 1000)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reached')
            .select('reached.id')
            .whereRef('reached.booking_id', '=', 'told_times.booking_id')
            .whereRef('reached.expected', '=', 'told_times.expected'),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Saves a delay and tells the people after the 10 s of undo. A told time never gets earlier. */
export function setDelay(
  context: RequestContext,
  { minutes, technician_id }: ParsedBody<'PUT /delay'>,
): Promise<ResponseBody<'PUT /delay'>> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const technician = await technicianOf(trx, technician_id);
    assertMay(context, 'changeAppointments', [{ technician_id: technician }]);
    await lockDelay(trx, String(technician));
    const before = await delayOf(trx, technician, now.wall);
    const undo = await startUndo(trx, now);
    await takeBack(trx, await stillUnsent(trx, context, technician));
    await saveDelay(trx, context, technician, minutes);
    const people = await delayedPeople(trx, context, technician, minutes);
    const told = await tell(trx, context, people, undo.timing);
    await recordUndoChanges(trx, undo, {
      delay: { technician_id: technician, minutes: before?.minutes ?? 0, told },
    });
    return { people: shownPeople(people), undo_token: undo.token };
  });
}
