// Tests the bundle that `npm start` runs, in a separate process.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverFolder } from '../../scripts/build-server.ts';
import { type BackupKind, backupNamed } from '../../src/domain/backups.ts';
import { addDays, dateOf } from '../../src/domain/wall-clock.ts';
import { isBackupPossible, restore } from '../../src/server/platform/backups/backups.ts';
import { verifyChecksum } from '../../src/server/platform/backups/files.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { Engine } from '../../src/server/platform/db/open.ts';
import { openForCommand } from '../../src/server/platform/db/open.ts';
import { loadPostgres, loadSqlite } from '../landed/dump.ts';
import { type Call, callerOf } from '../landed/requests.ts';
import type { Held } from '../landed/visit.ts';
import { type DatabasePlace, emptyPlace, engines } from '../support/databases/databases.ts';
import { openMailServer } from '../support/mail-server.ts';
import { root } from '../support/program.ts';
import { openPushService } from '../support/push/push-service.ts';
import { type Server, startServer } from '../support/server.ts';
import { WAIT_MS } from '../support/size.ts';

const LANDED = 'b9294af';
const PASSWORD = 'lozinka';

const serve = (place: DatabasePlace, settings: Record<string, string> = {}): Promise<Server> =>
  startServer({ ...place.settings, ADMIN_MAIL: 'on', ...settings });

const tomorrow = (): string => addDays(dateOf(readClock(systemClock('Europe/Belgrade')).wall), 1);

/** Registers a client who books tomorrow's only slot; returns the owner's session token and the booking's start. */
async function book(call: Call, { admin }: Server): Promise<{ token: string; start: string }> {
  const token = String((await call('POST /auth/login', { body: admin })).token);
  const times = { start_datetime: `${tomorrow()} 10:00:00`, duration_minutes: 60 };
  const slot = await call('POST /appointments/slot', { token, body: times });
  const person = { name: 'Milica', email: 'milica@primer.rs', phone: '064 111 2222' };
  const form = { ...person, password: PASSWORD, password_confirm: PASSWORD };
  const { token: hers } = await call('POST /auth/register', { body: form });
  const seen = { seen_start: slot.start_datetime, seen_end: slot.end_datetime };
  await call(`POST /appointments/${slot.id}/book`, { token: String(hers), body: seen });
  return { token, start: String(slot.start_datetime) };
}

async function bookedIn(place: DatabasePlace): Promise<string[]> {
  const { db, close } = openForCommand(readConfig(place.settings));
  const booked = db.selectFrom('appointments').select('start_datetime').where('status', '=', 'BOOKED');
  const rows = await booked.execute();
  await close();
  return rows.map(({ start_datetime }) => start_datetime);
}

async function atPlace(engine: Engine, use: (place: DatabasePlace) => Promise<void>): Promise<void> {
  const place = await emptyPlace(engine);
  try {
    await use(place);
  } finally {
    await place.remove();
  }
}

const backupsIn = ({ settings }: DatabasePlace, kind: BackupKind): string[] => {
  const folder = join(settings.DATA_DIR, 'backups');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => backupNamed(name)?.kind === kind).map((name) => join(folder, name));
};

async function loadLanded(engine: Engine, { settings }: DatabasePlace): Promise<Held> {
  const file = (ending: string) => readFileSync(join(root, 'test/landed', LANDED, `${engine}.${ending}`));
  const text = gunzipSync(file('sql.gz')).toString();
  if (settings.DATABASE_URL) await loadPostgres(settings.DATABASE_URL, text);
  else loadSqlite(join(settings.DATA_DIR, 'lunula.sqlite'), text);
  return JSON.parse(file('json').toString());
}

describe.each(engines)('the bundled server on %s', (engine) => {
  test('the bundle accepts a booking, sends its mail and push, creates a backup that can be restored, and stops cleanly', async () => {
    await atPlace(engine, async (place) => {
      const mails = await openMailServer();
      const pushes = await openPushService();
      const server = await serve(place, { SMTP_URL: mails.url, NODE_ENV: 'test' });
      const call = callerOf(server.url);
      const owner = String((await call('POST /auth/login', { body: server.admin })).token);
      await call('POST /push', { token: owner, body: pushes.device().subscription });
      const { token, start } = await book(call, server);
      await mails.until(1);
      await pushes.until(1);
      const config = readConfig({ ...process.env, ...place.settings });
      const isPossible = isBackupPossible(config);
      if (isPossible) await call('POST /backups', { token });
      await server.stop();
      await mails.close();
      await pushes.close();
      expect(server.log()).not.toMatch(/"level":[56]0/);
      expect(await bookedIn(place)).toEqual([start]);
      const made = backupsIn(place, 'asked');
      expect(made).toHaveLength(isPossible ? 1 : 0);
      for (const path of made) {
        expect(verifyChecksum(path)).toBe(true);
        expect((await restore(config, path, Date.now())).appointments).toBe(1);
      }
      const again = await serve(place);
      expect(await bookedIn(place)).toEqual([start]);
      await again.stop();
    });
  });

  test('the bundle backs up the database of an older release, upgrades it and opens it', async () => {
    await atPlace(engine, async (place) => {
      const held = await loadLanded(engine, place);
      const server = await serve(place);
      const { email, password } = held.client;
      const { token } = await callerOf(server.url)('POST /auth/login', { body: { email, password } });
      expect(token).toMatch(/./);
      await server.stop();
      const config = readConfig({ ...process.env, ...place.settings });
      expect(backupsIn(place, 'before-upgrade')).toHaveLength(isBackupPossible(config) ? 1 : 0);
    });
  });

  test('the stack traces of logged errors name files and lines of src/', async () => {
    await atPlace(engine, async (place) => {
      const first = await serve(place);
      const { db, close } = openForCommand(readConfig(place.settings));
      await sql`alter table services rename to elsewhere`.execute(db);
      await close();
      await fetch(`${first.url}/api/services`);
      const named = /"level":50.*"stack":"(.*?src\/server\/services\/services\.ts:(\d+):.*?)"[,}]/;
      await expect.poll(first.log, { timeout: WAIT_MS }).toMatch(named);
      await first.stop();
      const [, stack = '', line] = named.exec(first.log()) ?? [];
      const source = readFileSync(join(root, 'src/server/services/services.ts'), 'utf8').split('\n');
      expect(source[Number(line) - 1]).toContain('(db, {})');
      expect(stack).not.toMatch(/dist\/server\/(?!libraries)/);
    });
  });
});

test('the bundle contains only server code and no development packages', () => {
  const names = readdirSync(serverFolder);
  expect(names).toContain('backup-process.js');
  const maps = names.filter((name) => name.endsWith('.map'));
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(serverFolder, name), 'utf8')).sources);
  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources.filter((path: string) => !/^(\.\.\/){2}(src\/(server|contract|domain)|migrations)\//.test(path)),
  ).toEqual([]);
});
