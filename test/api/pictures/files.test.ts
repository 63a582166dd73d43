import { existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { deleteOutdatedPictures } from '../../../src/server/pictures/pictures.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { makeFolder, sweepFiles } from '../../../src/server/platform/pictures/files.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { AHEAD, add, aJpeg, as, DAY_MS, files, folder, get, remove, rows } from './prepare.ts';

onBothEngines('files of pictures', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    await makeFolder(salon.db, salon.platform.config, salon.clock.ms());
    for (const name of files()) rmSync(join(folder(), name));
  });

  test('files without a row go after a day; a file of a row stays', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const { body } = await add(id, 'WISH', await aJpeg(400, 300), { token: ana.token });
    const [row] = await rows();
    const own = files().filter((name) => name.startsWith(row?.file ?? '-'));
    expect(own).toHaveLength(2);
    const leftover = join(folder(), `${'0'.repeat(64)}.webp.abc.unfinished`);
    writeFileSync(leftover, 'half');
    const old = salon.clock.ms() / 1000 - (DAY_MS + 60_000) / 1000;
    for (const name of readdirSync(folder())) utimesSync(join(folder(), name), old, old);
    await sweepFiles(salon.db, salon.platform.config, salon.clock.ms());
    expect(files().sort()).toEqual(own.sort());
    expect(existsSync(leftover)).toBe(false);
    await remove(body.id, as(ana));
    await sweepFiles(salon.db, salon.platform.config, salon.clock.ms() - 2 * DAY_MS);
    expect(files()).toHaveLength(2);
    await sweepFiles(salon.db, salon.platform.config, salon.clock.ms());
    expect(files()).toEqual([]);
    expect(existsSync(join(folder(), '.salon'))).toBe(true);
  });

  test('a thumbnail with a name of its own, of an earlier release, is shown and stays while its picture does', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const { body } = await add(id, 'WISH', await aJpeg(400, 300), { token: ana.token });
    const [own] = await rows();
    renameSync(join(folder(), `${own?.file}-s.webp`), join(folder(), 'earlier.webp'));
    await salon.db.updateTable('pictures').set({ thumb: 'earlier' }).execute();
    await sweepFiles(salon.db, salon.platform.config, salon.clock.ms() + 2 * DAY_MS);
    expect(files().sort()).toEqual([`${own?.file}.webp`, 'earlier.webp'].sort());
    expect((await get(body.thumb)).statusCode).toBe(200);
    await remove(body.id, as(ana));
    await sweepFiles(salon.db, salon.platform.config, salon.clock.ms() + 2 * DAY_MS);
    expect(files()).toEqual([]);
  });

  test('the key of an upload is forgotten after a day', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    await add(id, 'WISH', await aJpeg(), { token: ana.token, key: 'ključ-2' });
    const keys = async () => (await rows()).map((row) => [row.key_hash === null, row.request_hash === null]);
    expect(await keys()).toEqual([[false, false]]);
    await deleteOutdatedPictures(salon.db, readClock(salon.clock), salon.platform.config);
    expect(await keys()).toEqual([[false, false]]);
    await salon.db
      .updateTable('pictures')
      .set({ made_at: salon.clock.ms() - DAY_MS - 1 })
      .execute();
    await deleteOutdatedPictures(salon.db, readClock(salon.clock), salon.platform.config);
    expect(await keys()).toEqual([[true, true]]);
  });
});
