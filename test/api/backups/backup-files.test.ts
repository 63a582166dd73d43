import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runScript, startProgram } from '../../support/program.ts';
import { aSalonWith, backedUp, placeIn } from '../../support/salon-files.ts';
import { startServer } from '../../support/server.ts';
import { aFolder } from '../../support/temporary-folder.ts';

const beforeRestore = (DATA_DIR: string): string[] =>
  readdirSync(join(DATA_DIR, 'backups')).filter((name) => /^before-restore-.*\.sqlite$/.test(name));
describe('permissions of files and folders', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  test('at startup, the server makes files of an older release private, and warns if other users can list the folder', async () => {
    const DATA_DIR = aFolder();
    await aSalonWith(DATA_DIR, 'Staro');
    chmodSync(DATA_DIR, 0o755);
    chmodSync(placeIn(DATA_DIR), 0o644);
    mkdirSync(join(DATA_DIR, 'backups'), { mode: 0o755 });
    const server = await startServer({ DATA_DIR });
    onTestFinished(() => server.stop());
    const modes = ['', '-wal', '-shm', '-lock'].map((part) => modeOf(placeIn(DATA_DIR) + part));
    expect(modes).toEqual(['600', '600', '600', '600']);
    expect(server.log()).toContain(`DATA_DIR ${DATA_DIR} is open to other users of this machine (mode 755)`);
    expect(await runScript('backup', { DATA_DIR })).toMatchObject({ code: 0 });
    expect(modeOf(join(DATA_DIR, 'backups'))).toBe('700');
    for (const name of readdirSync(join(DATA_DIR, 'backups')))
      expect(modeOf(join(DATA_DIR, 'backups', name)), name).toBe('600');
  });

  test('the server creates every file of a new salon as private, even in a folder that other users can list', async () => {
    const DATA_DIR = aFolder();
    chmodSync(DATA_DIR, 0o755);
    const server = await startServer({ DATA_DIR });
    onTestFinished(() => server.stop());
    const files = readdirSync(DATA_DIR).filter((name) => name.startsWith('lunula.sqlite'));
    expect(files).toEqual(
      expect.arrayContaining(['lunula.sqlite', 'lunula.sqlite-lock', 'lunula.sqlite-wal']),
    );
    for (const name of files) expect(modeOf(join(DATA_DIR, name)), name).toBe('600');
  });

  test('only the user who runs the server can read the files of a new salon, of its backup and of a restore', async () => {
    const DATA_DIR = join(aFolder(), 'salon');
    await (await startServer({ DATA_DIR })).stop();
    const file = await backedUp(DATA_DIR, join(DATA_DIR, '..', 'kopija.sqlite'));
    await runScript('restore', { DATA_DIR }, file);
    const paths = [DATA_DIR, join(DATA_DIR, 'backups'), placeIn(DATA_DIR), file, `${file}.sha256`];
    expect(paths.map(modeOf)).toEqual(['700', '700', '600', '600', '600']);
    expect(modeOf(join(DATA_DIR, 'backups', beforeRestore(DATA_DIR)[0] ?? ''))).toBe('600');
  });
});

test('a backup of a damaged database fails with a message and leaves no file', async () => {
  const DATA_DIR = aFolder();
  await aSalonWith(DATA_DIR, 'Dobro');
  const whole = readFileSync(placeIn(DATA_DIR));
  writeFileSync(placeIn(DATA_DIR), whole.fill('x', 4096 * 3, 4096 * 5));
  const folder = aFolder();
  const { code, err } = await runScript('backup', { DATA_DIR }, join(folder, 'kopija.sqlite'));
  expect({ code, err }).toEqual({ code: 1, err: `${placeIn(DATA_DIR)} is damaged.\n` });
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform !== 'win32')(
  'a backup without enough disk space fails with a message and leaves no file',
  async () => {
    const DATA_DIR = aFolder();
    await aSalonWith(DATA_DIR, 'Dobro');
    const file = join(aFolder(), 'kopija.sqlite');
    const limited = 'ulimit -f 20; exec "$0" scripts/backup.ts "$1"'; // limits the size of files to 20 blocks
    const run = startProgram(['/bin/sh', '-c', limited, process.execPath, file], { DATA_DIR });
    expect(await run.ended()).toBe(1);
    expect(run.stderr()).toMatch(/^\S+kopija\.sqlite could not be written: .*\.\n$/);
    expect(readdirSync(dirname(file))).toEqual([]);
  },
);
