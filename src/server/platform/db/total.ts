import { type SelectQueryBuilder, sql } from 'kysely';

/** The number of rows of a list whose current page has `found` rows. Runs a query only if there may be rows outside the page. */
export async function totalOf<DB, T extends keyof DB, O>(
  list: SelectQueryBuilder<DB, T, O>,
  found: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const counting = list.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'));
  const [row] = (await counting.execute()) as readonly { count?: number }[];
  return row?.count ?? 0;
}
