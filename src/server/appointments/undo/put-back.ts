import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { exchangePlaces, saveTimes } from '../save-times.ts';
import type { RowChange } from './remember.ts';

/** Restores the rows; a restored one has a version that it never had, so that no stale page overwrites it. */
export async function putBack(trx: Trx, changes: readonly RowChange[]): Promise<void> {
  const moved: AppointmentRow[] = [];
  for (const { before, after } of changes) {
    if (before && after) moved.push(before);
    else if (before) await insertAgain(trx, before);
    else if (after) await trx.deleteFrom('appointments').where('id', '=', after.id).execute();
  }
  const [a, b] = moved;
  if (a && b) await exchangePlaces(trx, a, b);
  else if (a) await saveTimes(trx, a.id, a);
}

/** With its id; its service may have been deleted since, its copied name and price stay. */
async function insertAgain(trx: Trx, { day: _generated, ...row }: AppointmentRow): Promise<void> {
  const service =
    row.service_id !== null &&
    (await trx.selectFrom('services').select('id').where('id', '=', row.service_id).executeTakeFirst());
  await trx
    .insertInto('appointments')
    .values({ ...row, service_id: service ? service.id : null, version: row.version + 1 })
    .execute();
}
