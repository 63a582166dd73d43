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
import { showsPhones } from '../platform/http/technician-scope.ts';

/** For each field with an id: the table that has the name, and the field of the response that replaces it. */
const NAMED = {
  client_id: { table: 'users', field: 'client' },
  technician_id: { table: 'technicians', field: 'technician' },
} as const;
const NAMED_FIELDS = ['client_id', 'technician_id'] as const;
type NamedField = keyof typeof NAMED;
type Names = ReadonlyMap<string, ReadonlyMap<unknown, string>>;

async function namesOf(db: Db, changes: readonly HistoryChange[]): Promise<Names> {
  const names = new Map<string, ReadonlyMap<unknown, string>>();
  for (const field of NAMED_FIELDS) {
    const ids = changes.flatMap((change) => (change.field === field ? [change.from, change.to] : []));
    const rows = await db
      .selectFrom(NAMED[field].table)
      .select(['id', 'name'])
      .where('id', 'in', ids.filter((id) => id !== null) as never[])
      .execute();
    names.set(field, new Map(rows.map(({ id, name }) => [id, name])));
  }
  return names;
}

function withName(change: HistoryChange, names: Names): HistoryChange {
  const named = names.get(change.field);
  if (!named) return change;
  const { field } = NAMED[change.field as NamedField];
  return { field, from: named.get(change.from) ?? null, to: named.get(change.to) ?? null };
}

/** The changes of an appointment, newest first. Throws 404 for a deleted appointment. docs/spec/behaviour.md §12.2 */
async function historyOfAppointment({
  db,
  clock,
  user,
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
  const hasPhones = await showsPhones(db, user);
  return entries.map(({ at, by_role, by_name, action, changes }) => ({
    at: momentText(at, clock),
    by: { role: by_role, name: by_name },
    action,
    changes: changes
      .filter(({ field }) => hasPhones || field !== 'guest_phone')
      .map((change) => withName(change, names)),
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
