import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Trx } from './schema.ts';
import { isPostgres } from './transaction.ts';

/** A stand-in for the values: each property is a symbol with the property's name. */
const placeholdersOf = <Values extends object>(): Values =>
  new Proxy({} as Values, { get: (_, name) => Symbol(String(name)) });

/**
 * Compiles a frequent query once per engine and runs it with new values each time. `build` gets placeholders: it may put values into
 * the query, but not read them. docs/decisions/0010-custom-sqlite-driver.md
 */
export function compiledOnce<Row, Values extends object = object>(
  build: (db: Db | Trx, values: Values) => Compilable<Row>,
): (db: Db | Trx, values: Values) => Promise<Row[]> {
  const compiled = new Map<boolean, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = isPostgres(db);
    const query = compiled.get(engine) ?? build(db, placeholdersOf<Values>()).compile();
    compiled.set(engine, query);
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values[value.description as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
