import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openSqlite } from '../../../src/server/platform/db/open.ts';
import { runScript } from '../../support/program.ts';
import { aSalonWith, backedUp, copyWithLogs, placeIn, rowsOf } from '../../support/salon-files.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { TIME_ZONE } from '../../support/wall-clock.ts';

describe('restore of a wrong file', () => {
  const flipped = (whole: Buffer): Buffer => {
    const at = whole.indexOf('Ostaje');
    whole.write('oSTAJE', at);
    return whole;
  };
  type Spoil = (bad: string, good: string) => void | Promise<void>;
  const rows: [string, Spoil, RegExp][] = [
    [
      'truncated',
      (bad, good) => writeFileSync(bad, readFileSync(good).subarray(0, statSync(good).size / 2)),
      / is damaged\.\n$/,
    ],
    [
      'not a database',
      (bad) => writeFileSync(bad, 'Ovo nije baza podataka.'.repeat(100)),
      / is not a database\.\n$/,
    ],
    ['empty', (bad) => writeFileSync(bad, ''), / is not a database of Lunula\.\n$/],
    [
      'of another program',
      (bad) => new DatabaseSync(bad).exec('create table tudja (a)'),
      / is not a database of Lunula\.\n$/,
    ],
    [
      'of another program with the same table names',
      (bad) => new DatabaseSync(bad).exec('create table migrations (a); create table appointments (a)'),
      / is not a database of Lunula\.\n$/,
    ],
    [
      'of a newer release',
      async (bad, good) => {
        const folder = aFolder();
        copyWithLogs(good, placeIn(folder));
        const newer = openSqlite(folder);
        await migrate(newer.db, { engine: 'sqlite', timeZone: TIME_ZONE }, [
          ...migrations,
          { name: 'the future', statements: () => ['create table future (id integer)'] },
        ]);
        await newer.close();
        copyWithLogs(placeIn(folder), bad);
      },
      / was made by a newer Lunula than this one\. Start the newer version\.\n$/,
    ],
    [
      'without one of its triggers',
      (bad, good) => {
        copyWithLogs(good, bad);
        new DatabaseSync(bad).exec('drop trigger appointments_no_overlap_insert');
      },
      / is incomplete: its tables are not those of Lunula\.\n$/,
    ],
    [
      'changed since its checksum was made',
      (bad, good) => {
        writeFileSync(bad, flipped(readFileSync(good)));
        writeFileSync(`${bad}.sha256`, readFileSync(`${good}.sha256`));
      },
      / is damaged or was changed: its checksum differs from \S+losa\.sqlite\.sha256\.\n$/,
    ],
  ];
  test.each(rows)(
    'the restore refuses a file that is %s, and does not change the salon',
    async (_what, spoil, line) => {
      const DATA_DIR = aFolder();
      await aSalonWith(DATA_DIR, 'Ostaje');
      const good = await backedUp(DATA_DIR, join(DATA_DIR, 'kopija.sqlite'));
      const bad = join(DATA_DIR, 'losa.sqlite');
      await spoil(bad, good);
      const before = rowsOf(placeIn(DATA_DIR));
      const { code, err } = await runScript('restore', { DATA_DIR }, bad);
      expect(code).toBe(1);
      expect(err.startsWith(bad), err).toBe(true);
      expect(err).toMatch(line);
      expect(readdirSync(DATA_DIR).filter((name) => /incoming|restoring/.test(name))).toEqual([]);
      expect(rowsOf(placeIn(DATA_DIR))).toEqual(before);
      await openSqlite(DATA_DIR).close();
    },
  );

  test('the restore refuses the salon’s current database file as a backup', async () => {
    const DATA_DIR = aFolder();
    await aSalonWith(DATA_DIR, 'Ostaje');
    const { err } = await runScript('restore', { DATA_DIR }, placeIn(DATA_DIR));
    expect(err).toMatch(/lunula\.sqlite is the salon itself, not a backup\.\n$/);
  });
});
