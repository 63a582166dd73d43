import { type SelectQueryBuilder, sql } from 'kysely';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** How many rows a list has in all, of which a page has `found`. Only a page that may have more before or after it is counted. */
export async function totalOf<DB, T extends keyof DB, O>(
  list: SelectQueryBuilder<DB, T, O>,
  found: number,
  { limit, offset }: Page,
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const counting = list.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'));
  const [row] = (await counting.execute()) as readonly { count?: number }[];
  return row?.count ?? 0;
}
