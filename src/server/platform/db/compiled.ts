import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Trx } from './schema.ts';
import { isPostgres } from './transaction.ts';

/** Compiles a frequent query only once (per engine and set of defined `values`). `build` gets placeholders instead of values, so it can't compute with them. */
export function compiledOnce<Row, Values extends object = object>(
  build: (db: Db | Trx, values: Values) => Compilable<Row>,
): (db: Db | Trx, values: Values) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const key = `${isPostgres(db)} ${names}`;
    const placeholders = () => Object.fromEntries(names.map((name) => [name, Symbol(name)])) as Values;
    const query = compiled.get(key) ?? build(db, placeholders()).compile();
    compiled.set(key, query);
    const parameters = query.parameters.map((value) =>
      typeof value === 'symbol' ? values[value.description as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
