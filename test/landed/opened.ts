// Opens the salons of earlier releases with the current code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import type { Engine } from '../../src/server/platform/db/open.ts';
import { emptyPlace, engines, openAt } from '../support/databases/databases.ts';
import { openSalon, type Salon } from '../support/salon.ts';
import { type Ask, bodyOf, PUBLIC_URL, type Recording } from './answers.ts';
import { loadPostgres, loadSqlite } from './dump.ts';
import type { Held } from './visit.ts';

/** The commits of the releases whose salons exist. */
export const LANDED = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
export const CASES = LANDED.flatMap((commit) => engines.map((engine) => [commit, engine] as const));

const pathOf = (commit: string, engine: Engine, ending: string) =>
  join(import.meta.dirname, commit, `${engine}.${ending}`);

const hasRecording = ([commit, engine]: readonly [string, Engine]) =>
  existsSync(pathOf(commit, engine, 'answers.json.gz'));

/** Releases in whose salons the stories of test/landed/stories.ts were played, and the answers recorded. */
export const CASES_WITH_STORIES = CASES.filter(hasRecording);

/** What the release itself answered and mailed; undefined in salons without stories. */
export function recordingOf(commit: string, engine: Engine): Recording | undefined {
  if (!hasRecording([commit, engine])) return undefined;
  return JSON.parse(gunzipSync(readFileSync(pathOf(commit, engine, 'answers.json.gz'))).toString());
}

export interface Opened {
  readonly commit: string;
  readonly salon: Salon;
  readonly held: Held;
  close(): Promise<void>;
}

/** Opens a copy of a salon; the clock stands at the second in which the salon was saved. */
export async function opened(commit: string, engine: Engine): Promise<Opened> {
  const held: Held = JSON.parse(readFileSync(pathOf(commit, engine, 'json'), 'utf8'));
  const place = await emptyPlace(engine);
  const text = gunzipSync(readFileSync(pathOf(commit, engine, 'sql.gz'))).toString();
  const { DATA_DIR, DATABASE_URL } = place.settings;
  if (DATABASE_URL) await loadPostgres(DATABASE_URL, text);
  else loadSqlite(join(DATA_DIR, 'lunula.sqlite'), text);
  const database = await openAt(place);
  const now = held.wall as WallTime;
  const salon = await openSalon(engine, { database, now, settings: { PUBLIC_URL } });
  const close = async () => {
    await salon.close();
    await place.remove();
  };
  return { commit, salon, held, close };
}

/** Sends a request of a landed salon's user to the current code. */
export const askerOf =
  (salon: Salon): Ask =>
  async (line, { token, body, key }) => {
    const [method = '', path = ''] = line.split(' ');
    const {
      statusCode,
      body: text,
      headers,
    } = await salon.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'idempotency-key': key }) },
      ...(body && { payload: body }),
    });
    return { status: statusCode, body: bodyOf(text, headers['content-type']) };
  };
