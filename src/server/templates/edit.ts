import type { ReceivedBody } from '#contract/index.ts';
import type { Template } from '#contract/templates.ts';
import { templateRefusal } from '#salon/slots/week-plan.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';
import { refuseClash } from '../platform/refuse-clash.ts';
import { COLUMNS } from './queries.ts';

type Given = ReceivedBody<'PUT /templates/{id}'>;

/** Edits or switches a template; the slots made from it stay as they are. spec.md §4 */
export const editTemplate = ({ db }: Context, id: number, given: Given): Promise<Template> =>
  refuseClash(
    inTransaction(db, (trx) => save(trx, id, given)),
    { unique: 'template_exists' },
  );

async function save(trx: Trx, id: number, given: Given): Promise<Template> {
  const before =
    (await trx
      .selectFrom('templates')
      .select(COLUMNS)
      .where('id', '=', id)
      .$call(lockRows(trx))
      .executeTakeFirst()) ?? refuse('not_found');
  const after = {
    weekday: given.weekday ?? before.weekday,
    time_start: given.time_start ?? before.time_start,
    duration_minutes: given.duration_minutes ?? before.duration_minutes,
    active: given.active ?? before.active,
  };
  refuseIf(templateRefusal(after));
  await trx.updateTable('templates').set(after).where('id', '=', id).execute();
  return { id, ...after };
}
