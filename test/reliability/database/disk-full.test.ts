import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runScript } from '../../support/program.ts';
import { openSalon } from '../../support/salon.ts';
import { aSalonWith, backedUp, hashOf, placeIn } from '../../support/salon-files.ts';
import { startServer } from '../../support/server.ts';
import { bySize } from '../../support/size.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { trial } from '../../support/trials/trial.ts';

const ROUNDS = bySize(2, 10);
const MANY = 3000;

type Answer = { status: number; retryAfter: number; json: unknown };
/** A salon on a disk that a test can fill and free. */
type FullDisk = {
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /** Sets the session's `last_used_at` two hours back, so that the next request must update it. */
  rest(): Promise<void>;
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Closes the database. Returns the names of the stored services, and whether the file is intact. */
  afterwards(): Promise<{ names: string[]; isSound: boolean }>;
};

const LAST_USED = 'update sessions set last_used_at = last_used_at - 7200000';

function contentsOf(path: string): { names: string[]; isSound: boolean } {
  const file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare('select name from services order by id').all() as { name: string }[];
  const [check] = file.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  file.close();
  return { names: rows.map(({ name }) => name), isSound: check?.integrity_check === 'ok' };
}

/** Simulates a full disk with SQLite's max_page_count, which works on every machine. */
async function pageLimit(): Promise<FullDisk> {
  const salon = await openSalon('sqlite');
  const limit = async (pages: number) => {
    await sql.raw(`pragma max_page_count = ${pages}`).execute(salon.db);
  };
  return {
    async call(method, path, body) {
      const answer = await salon.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${salon.admin.token}` },
        ...(body && { payload: body }),
      });
      return {
        status: answer.statusCode,
        retryAfter: Number(answer.headers['retry-after']),
        json: answer.json(),
      };
    },
    rest: async () => {
      await sql.raw(LAST_USED).execute(salon.db);
    },
    fill: () => limit(1), // SQLite raises a limit that is below the current size to the current size, so the database cannot grow
    free: () => limit(1_000_000),
    async afterwards() {
      const { rows } = await sql<{ name: string }>`select name from services order by id`.execute(salon.db);
      const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(salon.db);
      await salon.close();
      return { names: rows.map(({ name }) => name), isSound: check.rows[0]?.integrity_check === 'ok' };
    },
  };
}

/** Fills a real, small file system. Needs permission to mount a file system. */
async function smallDisk(
  folder: string,
): Promise<FullDisk & { addPicture(): Promise<Omit<Answer, 'retryAfter'>> }> {
  const ballast = join(folder, 'ballast');
  const server = await startServer({ DATA_DIR: folder });
  onTestFinished(() => server.stop());
  let token = '';
  const call: FullDisk['call'] = async (method, path, body) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      retryAfter: Number(answer.headers.get('retry-after')),
      json: await answer.json(),
    };
  };
  token = ((await call('POST', '/auth/login', server.admin)).json as { token: string }).token;
  return {
    call,
    async addPicture() {
      const background = { r: 200, g: 120, b: 90 };
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background } });
      const answer = await fetch(`${server.url}/api/pictures?kind=WORK`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
        body: new Uint8Array(await picture.jpeg().toBuffer()),
      });
      return { status: answer.status, json: await answer.json() };
    },
    async rest() {
      const file = new DatabaseSync(join(folder, 'lunula.sqlite'));
      file.exec(LAST_USED);
      file.close();
    },
    async fill() {
      try {
        for (;;) appendFileSync(ballast, Buffer.alloc(1024, 'x'));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    },
    free: async () => rmSync(ballast),
    async afterwards() {
      await server.stop();
      return contentsOf(join(folder, 'lunula.sqlite'));
    },
  };
}

const mounted = mkdtempSync(join(tmpdir(), 'lunula-full-'));
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mounted]);
const canMount = mount.status === 0;
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', mounted]);
  rmSync(mounted, { recursive: true, force: true });
});

const DISKS: Record<string, () => Promise<FullDisk>> = {
  'page limit of SQLite': pageLimit,
  ...(canMount && { 'small file system': () => smallDisk(mounted) }),
};

test.each(Object.entries(DISKS))(
  'on a full disk (%s) the server refuses writes with 503, still reads, and loses no data',
  async (_what, open) => {
    trial({ what: 'disk full', cases: ROUNDS });
    const disk = await open();
    const acknowledged: string[] = [];
    const add = async (n: number) => {
      const name = `Usluga ${n} ${'š'.repeat(80)}`;
      const answer = await disk.call('POST', '/services', { name });
      if (answer.status === 201) acknowledged.push(name);
      return answer;
    };
    let n = 0;
    for (let round = 0; round < ROUNDS; round++) {
      expect((await add(n++)).status).toBe(201);
      await disk.rest();
      await disk.fill();
      let refused = await add(n++);
      for (let more = 0; refused.status === 201 && more < MANY; more++) refused = await add(n++);
      expect(refused).toMatchObject({ status: 503, json: { code: 'database_away' } });
      expect(refused.retryAfter).toBeGreaterThan(0);
      expect((await add(n++)).status).toBe(503);
      for (const path of ['/services', '/auth/me', '/health', '/appointments/next'])
        expect({ path, status: (await disk.call('GET', path)).status }).toEqual({ path, status: 200 });
      await disk.free();
      expect((await add(n++)).status).toBe(201);
    }
    expect(await disk.afterwards()).toEqual({ names: acknowledged, isSound: true });
  },
);

if (canMount)
  test('a full disk takes no picture and no backup, and leaves nothing unfinished', async () => {
    trial({ what: 'disk full', cases: 2 });
    const folder = mkdtempSync(join(mounted, 'pictures-'));
    const { fill, free, call, addPicture } = await smallDisk(folder);
    await fill();
    expect(await addPicture()).toMatchObject({ status: 503, json: { code: 'disk_full' } });
    expect(await call('POST', '/backups')).toMatchObject({ status: 409, json: { code: 'disk_nearly_full' } });
    await free();
    expect(await addPicture()).toMatchObject({ status: 201 });
    expect(readdirSync(join(folder, 'pictures')).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

if (canMount)
  test('a restore on a full disk fails with a one-line message and does not change the salon', async () => {
    trial({ what: 'disk full', cases: 2 });
    const data = mkdtempSync(join(mounted, 'restore-'));
    const elsewhere = aFolder();
    await aSalonWith(data, 'Ostaje');
    const file = await backedUp(data, join(elsewhere, 'backup.sqlite'));
    const before = hashOf(placeIn(data));
    for (const freeBytes of [0, 100_000]) {
      const ballast = join(mounted, 'ballast');
      const room = join(mounted, 'room');
      writeFileSync(room, Buffer.alloc(freeBytes));
      try {
        for (;;) appendFileSync(ballast, Buffer.alloc(1024, 'x'));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
      rmSync(room);
      const { code, err } = await runScript('restore', { DATA_DIR: data }, file);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The disk is full: [^\n]+\n$/) });
      rmSync(ballast);
      expect(hashOf(placeIn(data))).toBe(before);
      expect(readdirSync(data).filter((name) => /unfinished|incoming|restoring/.test(name))).toEqual([]);
    }
    expect(await runScript('restore', { DATA_DIR: data }, file)).toMatchObject({ code: 0, err: '' });
  });
