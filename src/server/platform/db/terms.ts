// What a technician needs, costs and earns for a service. docs/spec/behaviour.md §26.3 and §32.4
import type { Selectable } from 'kysely';
import type { SalonTechnician } from '#contract/technicians.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { compiledOnce } from './compiled.ts';
import type { Db, Schema, Trx } from './schema.ts';

type Term = SalonTechnician['terms'][number];

/** The share, if there is one. */
export const withPercent = (percent: number | null) => (percent === null ? {} : { percent });

const listed = compiledOnce<Selectable<Schema['technician_terms']>>((db) =>
  db
    .selectFrom('technician_terms')
    .select(['technician_id', 'service_id', 'duration_minutes', 'price', 'percent'])
    .orderBy('service_id'),
);

export async function termsByTechnician(db: Db | Trx): Promise<ReadonlyMap<TechnicianId, Term[]>> {
  const terms = (await listed(db, {})).map(({ technician_id, percent, ...term }) => ({
    technician_id,
    term: { ...term, ...withPercent(percent) },
  }));
  const groups = Map.groupBy(terms, ({ technician_id }) => technician_id);
  return new Map([...groups].map(([id, own]) => [id, own.map(({ term }) => term)]));
}

/** Whether a term says something of bookings, and not only of her share. */
const isOfBookings = ({ duration_minutes, price }: Term): boolean =>
  duration_minutes !== null || price !== null;

/** The terms without shares, which only the owner reads. */
export const termsForOthers = (terms: readonly Term[]): Term[] =>
  terms.filter(isOfBookings).map(({ percent: _, ...term }) => term);

export async function saveTerms(
  trx: Trx,
  technician_id: TechnicianId,
  terms: SalonTechnician['terms'] | undefined,
): Promise<void> {
  if (terms === undefined) return;
  await trx.deleteFrom('technician_terms').where('technician_id', '=', technician_id).execute();
  const rows = terms
    .filter((term) => isOfBookings(term) || (term.percent ?? null) !== null)
    .map((term) => ({ ...term, technician_id }));
  if (rows.length > 0) await trx.insertInto('technician_terms').values(rows).execute();
}
