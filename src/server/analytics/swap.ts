import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import { isBroughtAhead, swapTimes } from '#salon/appointments/reschedule.ts';
import { newsOfSwap } from '#salon/notices/client-news.ts';
import { savedAppointment } from '../appointments/appointment-row.ts';
import { type LockedWithClients, lockWithClients } from '../appointments/lock-with-clients.ts';
import { exchangePlaces } from '../appointments/save-times.ts';
import { openUndo, rememberChange } from '../appointments/undo/remember.ts';
import { tellClient } from '../client-notifications/tell-client.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';
import { refuseClash } from '../platform/refuse-clash.ts';
import { withFreeSlotsOffered } from '../waitlist/offer-free-slots.ts';

type Pair = { readonly a: AppointmentRow; readonly b: AppointmentRow };

/** Two appointments take each other's start, each keeps its length; both or neither. behaviour.md §5 Swap */
export function swapAppointments(
  context: Context,
  { a_id, b_id }: ReceivedBody<'PUT /analytics/appointments/swap'>,
): Promise<CallAnswer<'PUT /analytics/appointments/swap'>> {
  const { db, now, clock } = context;
  const swapping = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [a_id, b_id]);
    const find = (id: number) => locked.rows.find((row) => row.id === id) ?? refuse('not_found');
    const before = { a: find(a_id), b: find(b_id) };
    refuseIf(may('swap', before.a, 'ADMIN', now.wall) ?? may('swap', before.b, 'ADMIN', now.wall));
    const undo_token = await swap(trx, context, before, locked);
    const saved = (id: number) => savedAppointment(trx, id, clock);
    return { a: await saved(a_id), b: await saved(b_id), undo_token };
  });
  return refuseClash(swapping, { overlap: 'swap_refused' });
}

async function swap(
  trx: Trx,
  context: Context,
  before: Pair,
  { isGone }: LockedWithClients,
): Promise<string> {
  const times = swapTimes(before.a, before.b);
  if (times === 'swap_refused') refuse(times);
  for (const side of ['a', 'b'] as const) {
    const after = { ...before[side], ...times[side] };
    if (isGone(after) && isBroughtAhead(before[side], after, context.now.wall)) refuse('swap_refused');
  }
  const undo = await openUndo(trx, context.now);
  const a = { ...times.a, id: before.a.id };
  const b = { ...times.b, id: before.b.id };
  const days = [before.a.day, before.b.day];
  const save = () => exchangePlaces(trx, a, b);
  const after = await withFreeSlotsOffered(trx, context, days, save, undo);
  const changes = (['a', 'b'] as const).map((side) => ({ before: before[side], after: after[side] }));
  await rememberChange(trx, undo, changes);
  for (const change of changes)
    for (const news of newsOfSwap(change.before, change.after, context.now.wall))
      await tellClient(trx, news, change.after, undo.telling);
  return undo.token;
}
