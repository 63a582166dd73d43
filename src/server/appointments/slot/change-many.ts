import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { refusals } from '#contract/refusals.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { withFreeSlotsOffered } from '../../waitlist/offer-free-slots.ts';
import { lockAppointments } from '../lock-appointment.ts';
import { saveStatus } from './set-status.ts';

type Asked = ReceivedBody<'POST /appointments/bulk'>;
type Answer = CallAnswer<'POST /appointments/bulk'>;

/** Blocks, unblocks or deletes those that are free; the others are named and left as they are. behaviour.md §5 */
export function changeMany(context: Context, { ids, action }: Asked): Promise<Answer> {
  return inTransaction(context.db, async (trx) => {
    const rows = await lockAppointments(trx, ids);
    const free = rows.filter(({ status }) => status === 'AVAILABLE' || status === 'BLOCKED');
    const days = free.map(({ day }) => day);
    await withFreeSlotsOffered(trx, context, days, () => change(trx, free, action));
    return { count: free.length, refused: refusedOf(new Set(ids), rows, free) };
  });
}

async function change(trx: Trx, free: readonly AppointmentRow[], action: Asked['action']): Promise<void> {
  if (action === 'DELETE') {
    const ids = free.map(({ id }) => id);
    await trx.deleteFrom('appointments').where('id', 'in', ids).execute();
    return;
  }
  const status = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  const others = free.filter((row) => row.status !== status).map(({ id }) => id);
  await saveStatus(trx, others, status);
}

function refusedOf(
  asked: ReadonlySet<number>,
  rows: readonly AppointmentRow[],
  done: readonly AppointmentRow[],
): Answer['refused'] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const isDone = new Set(done.map(({ id }) => id));
  return [...asked]
    .filter((id) => !isDone.has(id))
    .map((id) => {
      const row = known.get(id);
      const code = row ? 'slot_gone' : 'not_found';
      return { id, start_datetime: row?.start_datetime ?? null, error: refusals[code].text };
    });
}
