import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { compiledOnce } from './compiled.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect, openFile } from './sqlite.ts';

async function someSettings() {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-compiled-'));
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(openFile(join(folder, 'file.sqlite'))) });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  await sql`create table settings (name text, value text)`.execute(db);
  await sql`insert into settings values ('first', '1'), ('second', '2'), ('third', '2')`.execute(db);
  return db;
}

test('a compiled query is built once and runs with the values of each call', async () => {
  const db = await someSettings();
  let built = 0;
  const named = compiledOnce<{ name: string }, { value: string; but: string }>((to, { value, but }) => {
    built++;
    return to.selectFrom('settings').select('name').where('value', '=', value).where('name', '!=', but);
  });
  expect(await named(db, { but: 'second', value: '2' })).toEqual([{ name: 'third' }]);
  expect(await named(db, { but: 'third', value: '1' })).toEqual([{ name: 'first' }]);
  const inside = db.transaction().execute((trx) => named(trx, { but: '', value: '2' }));
  expect(await inside).toEqual([{ name: 'second' }, { name: 'third' }]);
  expect(built).toBe(1);
});

test('a compiled query keeps the constant values with which it was built', async () => {
  const db = await someSettings();
  const second = compiledOnce<{ value: string }>((to) =>
    to.selectFrom('settings').select('value').where('name', '=', 'second'),
  );
  expect(await second(db, {})).toEqual([{ value: '2' }]);
});

test('a query is compiled for each set of columns that have a value, and leaves out columns whose value is undefined', async () => {
  const db = await someSettings();
  const insert = compiledOnce<unknown, { name: string; value?: string | undefined }>((to, row) =>
    to.insertInto('settings').values(row as never),
  );
  await insert(db, { name: 'fourth', value: '4' });
  await insert(db, { name: 'fifth', value: undefined });
  await insert(db, { name: 'sixth', value: '6' });
  const rows = await db.selectFrom('settings').select(['name', 'value']).orderBy('value').execute();
  expect(rows.filter(({ name }) => ['fourth', 'fifth', 'sixth'].includes(name))).toEqual([
    { name: 'fifth', value: null },
    { name: 'fourth', value: '4' },
    { name: 'sixth', value: '6' },
  ]);
});
