import type { Compilable, CompiledQuery } from 'kysely';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

/** Returns a symbol in place of each value. */
const placesOf = <Values extends object>(): Values =>
  new Proxy({} as Values, { get: (_, name) => Symbol(String(name)) });

/**
 * Compiles a query once per engine, for frequent queries (docs/decisions/0010-custom-sqlite-driver.md). `build`
 * may put the values into the query, but not read them.
 */
export function compiledOnce<Row, Values extends object = object>(
  build: (db: Db | Trx, values: Values) => Compilable<Row>,
): (db: Db | Trx, values: Values) => Promise<Row[]> {
  const compiled = new Map<boolean, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = isPostgres(db);
    const query = compiled.get(engine) ?? build(db, placesOf<Values>()).compile();
    compiled.set(engine, query);
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values[value.description as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
