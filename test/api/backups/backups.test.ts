import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scheduleBackups } from '../../../src/server/backups/backups.ts';
import { isBackupPossible } from '../../../src/server/platform/backups/backups.ts';
import { verifyChecksum } from '../../../src/server/platform/backups/files.ts';
import { type BackupLock, postgresBackupLock } from '../../../src/server/platform/backups/postgres-locks.ts';
import type { Platform } from '../../../src/server/platform/http/request.ts';
import { aClient } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, openSalon, type Salon } from '../../support/salon.ts';
import { hashOf } from '../../support/salon-files.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { aFolder } from '../../support/temporary-folder.ts';

const folderOf = ({ platform }: Pick<Salon, 'platform'>) => join(platform.config.dataDirectory, 'backups');
const filesIn = (of: Pick<Salon, 'platform'>): string[] =>
  existsSync(folderOf(of))
    ? readdirSync(folderOf(of))
        .filter((name) => !name.endsWith('.sha256'))
        .sort()
    : [];
const token = (person: { token: string | null }) => ({ authorization: `Bearer ${person.token}` });

/** Schedules the backup job as a server process does, but does not run it. */
function aSchedule(platform: Platform) {
  const lines: { level: number; msg: string; name?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const { job, stop } = scheduleBackups(platform, log);
  onTestFinished(stop);
  return {
    lines,
    /** Runs the backup job `times` times, then waits for a log line. */
    async look(times = 2): Promise<void> {
      const before = lines.length;
      for (let n = 0; n < times; n++) await job.run();
      for (let waits = 0; lines.length === before && waits < 1000; waits++) await wait(20);
    },
    run: job.run,
  };
}

onBothEngines('backups of a running server', () => {
  const possible = () => isBackupPossible(salon.platform.config);

  test('POST /backups makes a backup, which GET /backups lists, GET /health reports and the owner can download', async () => {
    if (!possible()) {
      await expectRefused(salon.admin.call('POST /backups'), 'backup_impossible');
      return;
    }
    const made = await salon.admin.call('POST /backups');
    expect(made).toMatchObject({ kind: 'asked', made_at: NOW });
    expect(made.name).toMatch(/^lunula-2026-11-17-112000\.(sqlite|dump)$/);
    writeFileSync(join(folderOf(salon), 'pre svadbe.sqlite'), 'x');
    writeFileSync(join(folderOf(salon), 'tajna.txt'), 'x');
    const { possible: isPossible, backups } = await salon.admin.call('GET /backups');
    expect(isPossible).toBe(true);
    expect(backups).toContainEqual(made);
    expect(backups.map(({ name, kind }) => [name, kind])).toEqual(
      expect.arrayContaining([
        ['pre svadbe.sqlite', 'named'],
        [made.name, 'asked'],
      ]),
    );
    expect(backups.map(({ name }) => name)).not.toContain('tajna.txt');
    const health = await salon.admin.call('GET /health');
    const last_backup = { made_at: NOW, bytes: made.bytes };
    expect(health).toMatchObject({ status: 'ok', last_backup, pictures: { count: 0, bytes: 0, missing: 0 } });
    const file = await salon.app.inject({
      url: `/api/backups/file?name=${made.name}`,
      headers: token(salon.admin),
    });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${made.name}`,
      'cache-control': 'no-store',
    });
    expect(file.rawPayload.equals(readFileSync(join(folderOf(salon), made.name)))).toBe(true);
    expect(verifyChecksum(join(folderOf(salon), made.name))).toBe(true);
  });

  test('GET /health shows backups only to the owner', async () => {
    const client = await aClient(salon);
    expect(await salon.visitor.call('GET /health')).toEqual({ status: 'ok' });
    expect(await client.call('GET /health')).toEqual({ status: 'ok' });
  });

  test.each([
    '../lunula.sqlite',
    '..%2Flunula.sqlite',
    'tajna.txt',
    'nema.sqlite',
    '.',
    '/etc/passwd',
    'lunula.sqlite',
  ])('returns 404 for %s, which is not the name of a backup', async (name) => {
    await expectRefused(salon.admin.call('GET /backups/file', { query: { name } }), 'not_found');
  });

  test('a second backup is refused while a backup is running', async () => {
    if (!possible()) return;
    const both = await Promise.allSettled([
      salon.admin.call('POST /backups'),
      salon.admin.call('POST /backups'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'backup_running' });
  });
});

describe('backups that fail', () => {
  test('on PostgreSQL without pg_dump, the list says that backups are impossible, and POST /backups is refused', async () => {
    const salonWithout = await openSalon('postgres', { settings: { PATH: aFolder() } });
    onTestFinished(() => salonWithout.close());
    if (isBackupPossible(salonWithout.platform.config)) return; // the server finds Debian’s pg_dump even without PATH
    await expectRefused(salonWithout.admin.call('POST /backups'), 'backup_impossible');
    expect((await salonWithout.admin.call('GET /backups')).possible).toBe(false);
  });

  test('a failed backup returns 503, is logged and leaves no file', async () => {
    const broken = await openSalon('sqlite');
    onTestFinished(() => broken.close());
    // the backup fails, because its temporary file cannot be created
    mkdirSync(join(folderOf(broken), 'lunula-2026-11-17-112000.sqlite.unfinished', 'x'), { recursive: true });
    await expectRefused(broken.admin.call('POST /backups'), 'backup_failed');
    expect(broken.log()).toContain('backup failed');
    expect(readdirSync(folderOf(broken))).toEqual([]);
  });
});

describe('scheduled backups', () => {
  test('the backup job makes no backup in its first run, a daily backup in its second run, and the next daily backup a day later', async () => {
    const own = await openSalon('sqlite');
    onTestFinished(() => own.close());
    const schedule = aSchedule(own.platform);
    await schedule.run();
    expect(filesIn(own)).toEqual([]);
    await schedule.look(1);
    expect(filesIn(own)).toEqual(['daily-2026-11-17-112000.sqlite']);
    expect(schedule.lines).toMatchObject([
      { level: 30, msg: 'backup made', name: 'daily-2026-11-17-112000.sqlite' },
    ]);
    expect(hashOf(join(folderOf(own), 'daily-2026-11-17-112000.sqlite'))).toBe(
      hashOf(join(own.platform.config.dataDirectory, 'lunula.sqlite')),
    );
    own.clock.set('2026-11-18 11:19:59');
    await schedule.run();
    await wait(200);
    expect(filesIn(own).length).toBe(1);
    own.clock.set('2026-11-18 11:20:00');
    await schedule.look(1);
    expect(filesIn(own)).toEqual(['daily-2026-11-17-112000.sqlite', 'daily-2026-11-18-112000.sqlite']);
  });

  test('outdated daily backups and their checksums are deleted; backups made or named by the owner are kept', async () => {
    const own = await openSalon('sqlite');
    onTestFinished(() => own.close());
    mkdirSync(folderOf(own), { recursive: true });
    const old = Array.from(
      { length: 30 },
      (_, n) => `daily-2026-08-${String(n + 1).padStart(2, '0')}-030000.sqlite`,
    );
    for (const name of [...old, 'lunula-2020-01-01-000000.sqlite', 'pre svadbe.sqlite'])
      for (const part of ['', '.sha256']) writeFileSync(join(folderOf(own), name + part), 'x');
    await aSchedule(own.platform).look();
    const left = readdirSync(folderOf(own));
    expect(left.filter((name) => /^daily-.*sqlite$/.test(name)).length).toBe(17); // daily backups of today, of the 13 days before and of three earlier Sundays
    expect(left).toContain('lunula-2020-01-01-000000.sqlite');
    expect(left).toContain('pre svadbe.sqlite');
    expect(left.filter((name) => name.endsWith('.sha256')).length).toBe(
      left.filter((name) => !name.endsWith('.sha256')).length,
    );
  });

  test('a failing daily backup is retried and logged once an hour, and the server keeps running', async () => {
    const own = await openSalon('sqlite');
    onTestFinished(() => own.close());
    mkdirSync(join(folderOf(own), 'daily-2026-11-17-112000.sqlite.unfinished', 'x'), { recursive: true });
    const schedule = aSchedule(own.platform);
    await schedule.look();
    await schedule.run();
    await wait(300);
    expect(schedule.lines).toMatchObject([{ level: 50, msg: 'daily backup failed; will retry in an hour' }]);
    expect(await own.visitor.call('GET /services')).toEqual([]);
    own.clock.set('2026-11-17 12:21:00');
    await schedule.look(1);
    expect(filesIn(own)).toContain('daily-2026-11-17-122100.sqlite');
  });

  test('once a process releases the backup lock, another process with the same PostgreSQL database can acquire it', async () => {
    const own = await openSalon('postgres');
    onTestFinished(() => own.close());
    const [first, second] = [0, 1].map(() => postgresBackupLock(own.platform.config.databaseUrl ?? '')) as [
      BackupLock,
      BackupLock,
    ];
    expect([await first.acquire(), await second.acquire()]).toEqual([true, false]);
    expect([await first.acquire(), await second.acquire()]).toEqual([true, false]);
    await first.release();
    expect(await second.acquire()).toBe(true);
    if (isBackupPossible(own.platform.config)) {
      const schedule = aSchedule(own.platform);
      await schedule.run();
      await schedule.run();
      await wait(2000); // long enough for a backup to start
      expect(filesIn(own)).toEqual([]);
      await second.release();
      await schedule.look(1);
      expect(filesIn(own)).toEqual(['daily-2026-11-17-112000.dump']);
    } else await second.release();
  });
});
