import { z } from 'zod';
import { historyChange, type historyEndpoints } from '#contract/history.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import type { HistoryChange, HistoryEntry } from '#domain/wording/history.ts';
import { momentText } from '../platform/clock.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf, ValidatedRequest } from '../platform/http/request.ts';

/** The names of the clients to whom these changes refer, by id. */
async function namesOf(db: Db, changes: readonly HistoryChange[]): Promise<ReadonlyMap<unknown, string>> {
  const ids = changes.flatMap(({ field, from, to }) => (field === 'client_id' ? [from, to] : []));
  const clients = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', ids.filter((id) => id !== null) as never[])
    .execute();
  return new Map(clients.map(({ id, name }) => [id, name]));
}

const withName = (change: HistoryChange, names: ReadonlyMap<unknown, string>): HistoryChange =>
  change.field === 'client_id'
    ? { field: 'client', from: names.get(change.from) ?? null, to: names.get(change.to) ?? null }
    : change;

/** The changes of an appointment, newest first. Throws 404 for a deleted appointment. docs/spec/behaviour.md §12.2 */
async function historyOfAppointment({
  db,
  clock,
  params: { id },
  query: { limit = LIST_MAX_COUNT, offset = 0 },
  setTotal,
}: ValidatedRequest<'GET /appointments/{id}/history'>): Promise<HistoryEntry[]> {
  const found = await db.selectFrom('appointments').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) refuse('not_found');
  const rows = await entriesOf(db, id).limit(limit).offset(offset).execute();
  setTotal(await totalOf(entriesOf(db, id), rows.length, { limit, offset }));
  const entries = rows.map((row) => ({
    ...row,
    changes: readJson(z.array(historyChange), row.changes) ?? [],
  }));
  const names = await namesOf(
    db,
    entries.flatMap(({ changes }) => changes),
  );
  return entries.map(({ at, by_role, by_name, action, changes }) => ({
    at: momentText(at, clock),
    by: { role: by_role, name: by_name },
    action,
    changes: changes.map((change) => withName(change, names)),
  }));
}

const entriesOf = (db: Db, id: AppointmentId) =>
  db
    .selectFrom('history')
    .select(['at', 'by_role', 'by_name', 'action', 'changes'])
    .where('subject', '=', 'appointment')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc');

export const historyRoutes: RoutesOf<typeof historyEndpoints> = {
  'GET /appointments/{id}/history': (request) => historyOfAppointment(request),
};
