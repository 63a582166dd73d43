import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  clearPictureCopies,
  hideWorksExcept,
  restorePictures,
  savePictures,
  shownFiles,
} from '../../../src/server/platform/pictures/copies.ts';
import { makeFolder } from '../../../src/server/platform/pictures/files.ts';
import { aBooking, aClient, aService } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { AHEAD, add, aJpeg, files, folder, get, post, rows, TODAY } from './prepare.ts';

onBothEngines('pictures in backups, exports and downloads', { emptyBeforeEach: true }, () => {
  let ana: Person;
  let owner: { token: string | null };
  const place = () => salon.platform.config;
  const backups = (...parts: string[]) => join(place().dataDirectory, 'backups', ...parts);
  const outside = () => join(place().dataDirectory, 'elsewhere');
  beforeEach(async () => {
    ana = await aClient(salon);
    owner = { token: salon.admin.token };
    await makeFolder(salon.db, place(), salon.clock.ms());
    for (const path of [backups(), outside()]) rmSync(path, { recursive: true, force: true });
    for (const name of files()) rmSync(join(folder(), name));
    for (const path of [backups(), outside()]) mkdirSync(path);
  });
  const aWish = async () => add(await aBooking(salon, AHEAD, ana.id), 'WISH', await aJpeg(400, 300), owner);
  const aBackup = (name: string) => {
    writeFileSync(backups(name), 'backup');
    savePictures(place(), backups(name));
  };

  test('a backup lists its pictures, whose files backups/pictures keeps once, while a kept backup lists them', async () => {
    aBackup('empty.sqlite');
    expect(readdirSync(backups())).toEqual(['empty.sqlite']);
    await aWish();
    aBackup('first.sqlite');
    const first = files().sort();
    expect(readFileSync(backups('first.sqlite.pictures'), 'utf8').trim().split('\n').sort()).toEqual(first);
    for (const name of first) rmSync(join(folder(), name));
    await salon.db.deleteFrom('pictures').execute();
    await add(await aBooking(salon, '2026-11-21 10:00:00', ana.id), 'WISH', await aJpeg(500, 400), owner);
    aBackup('second.sqlite');
    expect(readdirSync(backups('pictures'))).toHaveLength(4);
    clearPictureCopies(place());
    expect(readdirSync(backups('pictures'))).toHaveLength(4);
    rmSync(backups('first.sqlite'));
    clearPictureCopies(place());
    expect(readdirSync(backups('pictures')).sort()).toEqual(files().sort());
    expect(existsSync(backups('first.sqlite.pictures'))).toBe(false);
  });

  test('a restore takes lost files from beside the backup or from backups/pictures, and counts those that are missing', async () => {
    await aWish();
    const stored = files();
    const target = join(outside(), 'salon.sqlite');
    savePictures(place(), target);
    expect(readdirSync(`${target}.pictures`).sort()).toEqual(stored.sort());
    for (const name of stored) rmSync(join(folder(), name));
    expect(await restorePictures(salon.db, place(), target)).toBe(0);
    expect(files().sort()).toEqual(stored.sort());
    mkdirSync(backups('pictures'));
    const [one = ''] = stored;
    copyFileSync(join(folder(), one), backups('pictures', one));
    for (const name of stored) rmSync(join(folder(), name));
    expect(await restorePictures(salon.db, place(), backups('lost.sqlite'))).toBe(1);
    expect(files()).toEqual([one]);
  });

  test('works that the replaced database did not show stay hidden until the owner publishes them again', async () => {
    const service_id = await aService(salon);
    const publish = async (width: number) => {
      const { id: picture_id } = (await post('/pictures?kind=WORK', await aJpeg(width, 30), owner)).body;
      return salon.admin.call('POST /works', { body: { picture_id, service_id, consent: 1 } });
    };
    const kept = await publish(40);
    const shown = await shownFiles(salon.db);
    const hidden = await publish(90);
    await hideWorksExcept(salon.db, shown);
    expect((await salon.visitor.call('GET /works')).map(({ id }) => id)).toEqual([kept.id]);
    expect((await salon.visitor.call('GET /salon')).works).toBe(1);
    expect((await get(hidden.url)).statusCode).toBe(404);
    const [, seen] = await salon.admin.call('GET /works');
    expect(seen).toMatchObject({ id: hidden.id, is_hidden: 1 });
    const body = { picture_id: seen?.picture_id ?? (0 as never), service_id, consent: 1 } as const;
    await salon.admin.call('POST /works', { body });
    expect(await salon.visitor.call('GET /works')).toHaveLength(2);
  });

  test('a client’s export has the pictures of her own visits and the wishes that she sent', async () => {
    const visit = await aBooking(salon, TODAY, ana.id);
    await add(visit, 'RESULT', await aJpeg(), owner);
    const wish = await aBooking(salon, AHEAD, ana.id);
    await add(wish, 'WISH', await aJpeg(), { token: ana.token });
    await add(
      await aBooking(salon, '2026-11-22 10:00:00', (await aClient(salon)).id),
      'WISH',
      await aJpeg(),
      owner,
    );
    const { pictures } = (await ana.call('GET /auth/me/export')) as { pictures: { url: string }[] };
    expect(pictures).toMatchObject([
      { kind: 'RESULT', appointment_id: visit },
      { kind: 'WISH', appointment_id: wish },
    ]);
    expect(JSON.stringify(pictures)).not.toContain('"key"');
    expect((await get(pictures[0]?.url ?? '')).statusCode).toBe(200);
    expect(await rows()).toHaveLength(3);
  });
});
