import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { restore } from '../../../src/server/platform/backups/backups.ts';
import { interruptedRestore } from '../../../src/server/platform/backups/sqlite.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openSqlite } from '../../../src/server/platform/db/open.ts';
import { openAt } from '../../support/databases/databases.ts';
import { runScript, startProgram, startServerProgram } from '../../support/program.ts';
import { copyWithLogs, hashOf } from '../../support/salon-files.ts';
import { bySize } from '../../support/size.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { SEED, trial } from '../../support/trials/trial.ts';

const STEPS_MS = 300_000; // in ms; long, because each step starts a process and the machine may be busy
/** The small run tests a kill at only every fifth step of the restore, beginning at a random one. */
const STRIDE = bySize(5, 1);
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-at-step.ts')).href;

async function aSalon(DATA_DIR: string): Promise<void> {
  const { close } = await openAt({ engine: 'sqlite', settings: { DATA_DIR }, remove: async () => undefined });
  await close();
}
const addServices = (file: DatabaseSync, name: string, count: number): void => {
  for (let n = 0; n < count; n++) file.prepare('insert into services (name) values (?)').run(`${name} ${n}`);
};

/** Creates a salon whose newest rows are only in the WAL, as after a power cut, and an older backup of the salon. */
async function afterPowerCut(folder: string): Promise<{ template: string; backup: string }> {
  const origin = join(folder, 'origin');
  const template = join(folder, 'template');
  await aSalon(origin);
  const file = new DatabaseSync(join(origin, 'lunula.sqlite'));
  addServices(file, 'Iz kopije', 10);
  const backup = join(folder, 'kopija.sqlite');
  expect(await runScript('backup', { DATA_DIR: origin }, backup)).toMatchObject({ code: 0 });
  file.exec('pragma wal_autocheckpoint=0');
  addServices(file, 'Novo', 70);
  mkdirSync(template, { mode: 0o700 });
  copyWithLogs(join(origin, 'lunula.sqlite'), join(template, 'lunula.sqlite'));
  file.close();
  return { template, backup };
}

const asides = (DATA_DIR: string): string[] =>
  existsSync(join(DATA_DIR, 'backups'))
    ? readdirSync(join(DATA_DIR, 'backups'))
        .filter((name) => name.startsWith('before-restore-') && name.endsWith('.sqlite'))
        .map((name) => join(DATA_DIR, 'backups', name))
    : [];

test(
  'a restore killed at any step leaves the old or the new database intact; no server starts while the restore is unfinished',
  async () => {
    const folder = aFolder();
    const { template, backup } = await afterPowerCut(folder);
    const old = hashOf(join(template, 'lunula.sqlite'));
    const wanted = hashOf(backup);
    expect(wanted).not.toBe(old);
    const seen = { old: 0, new: 0, refused: 0 };
    let isKilled = true;
    for (let killAt = 1 + (SEED % STRIDE); isKilled; killAt += STRIDE) {
      const DATA_DIR = join(folder, `salon-${killAt}`);
      cpSync(template, DATA_DIR, { recursive: true });
      const settings = { DATA_DIR, KILL_AT: String(killAt), KILL_IN: DATA_DIR };
      const run = startProgram(
        [process.execPath, '--import', PRELOAD, 'scripts/restore.ts', backup],
        settings,
      );
      isKilled = (await run.ended()) === null;
      const place = join(DATA_DIR, 'lunula.sqlite');
      const found = hashOf(place);
      expect([old, wanted], `after step ${killAt}`).toContain(found);
      seen[found === old ? 'old' : 'new'] += 1;
      const isMarked = existsSync(`${place}.restoring`);
      if (isMarked) {
        seen.refused += 1;
        expect(() => openSqlite(DATA_DIR)).toThrow(/was interrupted\. Finish it with: npm run restore /);
      } else {
        // the process was killed before the restore changed a file, or the restore has finished
        await openSqlite(DATA_DIR).close();
        expect(isKilled ? [old, wanted] : [wanted]).toContain(hashOf(place));
      }
      await restore(readConfig({ DATA_DIR }), interruptedRestore(DATA_DIR) ?? backup, Date.now());
      expect(hashOf(place)).toBe(wanted);
      expect(asides(DATA_DIR).map(hashOf), `after step ${killAt}`).toContain(old);
      expect(readdirSync(DATA_DIR).filter((name) => /incoming|restoring|unfinished/.test(name))).toEqual([]);
      await openSqlite(DATA_DIR).close();
      rmSync(DATA_DIR, { recursive: true });
    }
    trial({ what: 'restore killed', cases: seen.old + seen.new, seed: SEED });
    expect(seen.refused).toBeGreaterThan(20 / STRIDE);
    expect(seen.new).toBeGreaterThan(bySize(0, 2));
  },
  STEPS_MS,
);

test('npm start after an interrupted restore fails with instructions', async () => {
  const folder = aFolder();
  const { template, backup } = await afterPowerCut(folder);
  const settings = { DATA_DIR: template, KILL_AT: '20', KILL_IN: template };
  const run = startProgram([process.execPath, '--import', PRELOAD, 'scripts/restore.ts', backup], settings);
  expect(await run.ended()).toBe(null);
  const start = startServerProgram({ DATA_DIR: template, PORT: '0' });
  expect(await start.ended()).toBe(1);
  expect(start.stderr()).toMatch(
    /^A restore of \S+ was interrupted\. Finish it with: npm run restore \(.*\)\n$/,
  );
});

test('the saved previous database includes the rows of the WAL and can be restored elsewhere', async () => {
  const folder = aFolder();
  const { template, backup } = await afterPowerCut(folder);
  const place = join(template, 'lunula.sqlite');
  const old = hashOf(place);
  expect(await runScript('restore', { DATA_DIR: template }, backup)).toMatchObject({ code: 0 });
  const [aside = ''] = asides(template);
  const elsewhere = join(folder, 'elsewhere.sqlite');
  renameSync(aside, elsewhere);
  expect(await runScript('restore', { DATA_DIR: template }, elsewhere)).toMatchObject({ code: 0, err: '' });
  expect(hashOf(place)).toBe(old);
});
