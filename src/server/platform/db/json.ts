import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from './schema.ts';
import { isPostgres } from './transaction.ts';

type Sql = RawBuilder<unknown>;

/** SQL for a JSON object; `fields`: names and values by turns. */
export const jsonObject = (db: Db | Trx, fields: Sql): Sql =>
  isPostgres(db) ? sql`json_build_object(${fields})` : sql`json_object(${fields})`;

/** SQL for an array of JSON objects in this order; empty without rows. */
export const jsonArray = (db: Db | Trx, fields: Sql, order: Sql): Sql =>
  isPostgres(db)
    ? sql`coalesce(json_agg(${jsonObject(db, fields)} order by ${order}), '[]')`
    : sql`json_group_array(${jsonObject(db, fields)} order by ${order})`;

/** SQL for JSON as text on both engines. */
export const jsonText = (db: Db | Trx, json: Sql): RawBuilder<string> =>
  isPostgres(db) ? sql`(${json})::text` : sql`${json}`;

/** Parses a JSON column. Returns undefined if it does not match the schema: another release may have written it. */
export function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  const read = schema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // callers parse the result with a schema, which rejects undefined
  }
}
