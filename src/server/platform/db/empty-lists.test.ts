import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import { expect, test } from 'vitest';
import { PostgresCompiler, SqliteCompiler } from './empty-lists.ts';

const compilers = [new SqliteCompiler(), new PostgresCompiler()];

test.each([
  ['in', [], 'where 1 = 0'],
  ['not in', [], 'where 1 = 1'],
  ['in', [1], 'where "id" in (?)'],
  ['not in', [1, 2], 'where "id" not in (?, ?)'],
] as const)('%s a list of %j', (operator, ids, where) => {
  for (const compiler of compilers) {
    const db = new Kysely<{ users: { id: number } }>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createQueryCompiler: () => compiler,
      },
    });
    const { sql, parameters } = db.selectFrom('users').select('id').where('id', operator, ids).compile();
    expect(sql.replace(/\$\d/g, '?')).toBe(`select "id" from "users" ${where}`);
    expect(parameters).toEqual(ids);
  }
});
