import type { Compilable, CompiledQuery } from 'kysely';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

/** For each value its name, in the place of the value. */
const placesOf = <Values extends object>(): Values =>
  new Proxy({} as Values, { get: (_, name) => Symbol(String(name)) });

/**
 * A query that is always the same but for its values, built and compiled once per engine: to do so takes longer than SQLite takes
 * to run it. For what the busiest requests ask. `build` puts the values into the query and looks at none of them.
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
