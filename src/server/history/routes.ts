import { sql } from 'kysely';
import { type DeletedAppointment, deletedAppointment, type historyEndpoints } from '#contract/history.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { addDays, startOfDay } from '#domain/wall-clock.ts';
import type { HistoryChange, HistoryEntry } from '#domain/wording/history.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import { instantMs, momentText } from '../platform/clock.ts';
import type { Db } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import { changesOf } from './changes.ts';

/** Fields whose values are ids. Each line lists the field, the table that contains the name, its column with the id, and the response field that shows the name. */
const NAMED = [
  ['client_id', 'people', 'user_id', 'client'],
  ['technician_id', 'technicians', 'id', 'technician'],
] as const;

/** Returns a function that replaces an id in a change by the name of the row with this id. */
async function namesOf(db: Db, changes: readonly HistoryChange[]) {
  const named = new Map<string, { readonly field: string; readonly names: ReadonlyMap<unknown, string> }>();
  for (const [idField, table, id, field] of NAMED) {
    const ids = changes.flatMap((change) => (change.field === idField ? [change.from, change.to] : []));
    const rows = await db
      .selectFrom(db.dynamic.table(table).as('named'))
      .select(['named.name', sql.ref<number | null>(`named.${id}`).as('named_id')])
      .where(sql.ref(`named.${id}`), 'in', ids)
      .execute();
    named.set(idField, { field, names: new Map(rows.map(({ named_id, name }) => [named_id, name])) });
  }
  return (change: HistoryChange): HistoryChange => {
    const { field, names } = named.get(change.field) ?? {};
    if (!field || !names) return change;
    return { field, from: names.get(change.from) ?? null, to: names.get(change.to) ?? null };
  };
}

/** The changes of an appointment, newest first; of a deleted one only for the owner. docs/spec/behaviour.md §12.2 */
async function historyOfAppointment(
  request: ValidatedRequest<'GET /appointments/{id}/history'>,
): Promise<HistoryEntry[]> {
  const { db, clock, params, query, setTotal } = request;
  const { id } = params;
  const { limit = LIST_MAX_COUNT, offset = 0 } = query;
  const found = db.selectFrom('appointments').select('technician_id').where('id', '=', id);
  const row = await found.executeTakeFirst();
  if (row) assertMay(request, 'seeAppointments', [row]);
  const rows = await entriesOf(db, id).limit(limit).offset(offset).execute();
  if (!row && (isOwnOnly(request.user, 'seeAppointments') || rows.length + offset === 0)) refuse('not_found');
  setTotal(await totalOf(entriesOf(db, id), rows.length, { limit, offset }));
  const entries = rows.map((row) => ({ ...row, changes: changesOf(row.changes) }));
  const withName = await namesOf(
    db,
    entries.flatMap(({ changes }) => changes),
  );
  const hasPhones = !isOwnOnly(request.user, 'seePhones'); // an earlier guest of the row may be unknown to a technician
  return entries.map(({ at, by_role, by_name, action, changes }) => ({
    at: momentText(at, clock),
    by: { role: by_role, name: by_name },
    action,
    changes: changes.filter(({ field }) => hasPhones || field !== 'guest_phone').map(withName),
  }));
}

const entriesOf = (db: Db, id: AppointmentId) =>
  db
    .selectFrom('history')
    .select(['at', 'by_role', 'by_name', 'action', 'changes'])
    .where('subject', '=', 'appointment')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc');

const WAS_FREE = '%{"field":"status","from":"AVAILABLE"%';

/** The last deletion of each appointment that is not restored. */
const deletions = (db: Db) =>
  db
    .selectFrom('history as entry')
    .select(['subject_id', 'at', 'by_role', 'by_name', 'changes'])
    .where('subject', '=', sql.lit('appointment')) // as in the condition of the index
    .where('action', '=', sql.lit('deleted'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('appointments').select('id').whereRef('appointments.id', '=', 'entry.subject_id')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('history as later')
            .select('later.id')
            .where('later.subject', '=', 'appointment')
            .whereRef('later.subject_id', '=', 'entry.subject_id')
            .whereRef('later.id', '>', 'entry.id')
            .where('later.action', '=', 'deleted'),
        ),
      ),
    );

/** The appointments that were deleted in a period, as they were then, latest first. docs/spec/behaviour.md §12.2 */
async function deletedAppointments(
  request: ValidatedRequest<'GET /appointments/deleted'>,
): Promise<DeletedAppointment[]> {
  const { db, clock, query, setTotal } = request;
  const { from, to, limit = LIST_MAX_COUNT, offset = 0, without_free } = query;
  if (to < from) refuse('range_reversed');
  const msOf = (day: typeof from) => instantMs(startOfDay(day), clock.timeZone);
  const list = deletions(db)
    .where('at', '>=', msOf(from))
    .where('at', '<', msOf(addDays(to, 1)))
    .$if(without_free !== undefined, (all) => all.where('changes', 'not like', WAS_FREE));
  const rows = await list.orderBy('entry.id', 'desc').limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  const entries = rows.map((row) => ({ ...row, changes: changesOf(row.changes) }));
  const withName = await namesOf(
    db,
    entries.flatMap(({ changes }) => changes),
  );
  return entries.map(({ subject_id, at, by_role, by_name, changes }) => {
    const was = new Map(changes.map(withName).map(({ field, from }) => [field, from]));
    const fields = Object.keys(deletedAppointment.shape).map((field) => [field, was.get(field) ?? null]);
    return deletedAppointment.parse({
      ...Object.fromEntries(fields),
      id: subject_id,
      deleted_at: momentText(at, clock),
      deleted_by: { role: by_role, name: by_name },
      technician_name: was.get('technician') ?? null,
      client_name: was.get('client') ?? null,
    });
  });
}

export const historyRoutes: RoutesOf<typeof historyEndpoints> = {
  'GET /appointments/deleted': (request) => deletedAppointments(request),
  'GET /appointments/{id}/history': (request) => historyOfAppointment(request),
};
