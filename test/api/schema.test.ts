import { join } from 'node:path';
import { sql } from 'kysely';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import type { OpenDatabase } from '../../src/server/platform/db/open.ts';
import { engines, freshDatabase } from '../support/databases/databases.ts';

/** Compares the hand-written types of schema.ts with a migrated database. */

interface Column {
  family: 'number' | 'text';
  nullable: boolean;
}
type Tables = Record<string, Record<string, Column>>;

const SCHEMA = join(import.meta.dirname, '../../src/server/platform/db/schema.ts');
const MIGRATIONS_TABLE = 'migrations';

/** Returns the tables of the interface `Schema`. Each column has the type that a SELECT returns. */
function typedTables(): Tables {
  const program = ts.createProgram([SCHEMA], {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(SCHEMA);
  const schema = source?.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'Schema');
  if (!schema) throw new Error(`${SCHEMA} has no interface Schema.`);
  const typesOf = (type: ts.Type): [name: string, type: ts.Type][] =>
    checker.getPropertiesOfType(type).map((property) => [property.name, checker.getTypeOfSymbol(property)]);
  const column = (type: ts.Type): Column => {
    const read = typesOf(type).find(([name]) => name === '__select__')?.[1] ?? type;
    const value = checker.getNonNullableType(read);
    const isNumber = checker.isTypeAssignableTo(value, checker.getNumberType());
    if (!isNumber && !checker.isTypeAssignableTo(value, checker.getStringType()))
      throw new Error(`A column is neither number nor text: ${checker.typeToString(read)}`);
    return { family: isNumber ? 'number' : 'text', nullable: value !== read };
  };
  const columns = (table: ts.Type) =>
    Object.fromEntries(typesOf(table).map(([name, type]) => [name, column(type)]));
  return Object.fromEntries(
    typesOf(checker.getTypeAtLocation(schema)).map(([name, table]) => [name, columns(table)]),
  );
}

const isNumeric = (type: string): boolean => /int|real|double|numeric/i.test(type);

interface FoundColumn {
  table: string;
  name: string;
  type: string;
  nullable: number | boolean;
}

const found = {
  sqlite: sql<FoundColumn>`
    select m.name as "table", c.name as name, c.type as type, c."notnull" = 0 and c.pk = 0 as nullable
    from sqlite_schema m, pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%'`,
  postgres: sql<FoundColumn>`
    select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = current_schema()`,
};

async function migratedTables({ db, engine }: OpenDatabase): Promise<Tables> {
  const tables: Tables = {};
  for (const { table, name, type, nullable } of (await found[engine].execute(db)).rows) {
    if (table === MIGRATIONS_TABLE) continue;
    tables[table] ??= {};
    tables[table][name] = { family: isNumeric(type) ? 'number' : 'text', nullable: Boolean(nullable) };
  }
  return tables;
}

/** Matches statements that break a process of an older release on the same database. docs/decisions/0016-expand-then-contract.md */
const TAKES_AWAY =
  /\bdrop (?:table|column|constraint|default)\b|\brename\b|\balter column\b|\bset not null\b/i;
/** Matches a new required column without a default: an older process cannot fill it. */
const ASKS_FOR_MORE = /\badd column\b(?=[^;]*\bnot null\b)(?![^;]*\bdefault\b)/i;

test.each(engines)(
  'every migration after the first only adds to the schema, or declares `worksFrom` (%s)',
  (engine) => {
    for (const { name, statements, worksFrom } of migrations.slice(1))
      for (const statement of statements(engine))
        if (worksFrom === undefined)
          expect({
            name,
            statement,
            isKind: !TAKES_AWAY.test(statement) && !ASKS_FOR_MORE.test(statement),
          }).toEqual({
            name,
            statement,
            isKind: true,
          });
    for (const hard of [
      'alter table users drop column city',
      'alter table users rename to people',
      'alter table users add column x integer not null',
      'alter table users alter column city set not null',
    ])
      expect({ hard, isKind: !TAKES_AWAY.test(hard) && !ASKS_FOR_MORE.test(hard) }).toEqual({
        hard,
        isKind: false,
      });
    expect(ASKS_FOR_MORE.test('alter table users add column x integer not null default 0')).toBe(false);
  },
);

describe.each(engines)('the schema (%s)', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());

  test('types and migrations have the same tables and columns, with matching types and nullability', async () => {
    expect(await migratedTables(database)).toEqual(typedTables());
  });

  test('with an empty list, "in" finds no row and "not in" finds all rows', async () => {
    const { db } = database;
    await db.insertInto('settings').values({ name: 'a', value: '1', changed_at: 1 }).execute();
    const names = (operator: 'in' | 'not in', list: string[]) =>
      db.selectFrom('settings').select('name').where('name', operator, list).execute();
    expect(await names('in', [])).toEqual([]);
    expect(await names('not in', [])).toEqual([{ name: 'a' }]);
    expect(await names('in', ['a', 'b'])).toEqual([{ name: 'a' }]);
  });
});
