import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/server/platform/db/open.ts';
import { aClient } from '../../support/builders.ts';
import { engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { expectRefused } from '../../support/refused.ts';
import { openSalon, type Salon } from '../../support/salon.ts';
import { trial } from '../../support/trials/trial.ts';

const SESSION_DAYS = 30;

/**
 * Returns the statement that makes the only connection read-only or writable. A read-only connection gets the same errors as a demoted
 * PostgreSQL server or a read-only disk.
 */
const SWITCH = {
  sqlite: (isReadOnly: boolean) => `pragma query_only = ${isReadOnly ? 'on' : 'off'}`,
  postgres: (isReadOnly: boolean) => `set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
};

describe.each(engines)('a read-only database (%s)', (engine) => {
  let salon: Salon;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const place = await freshPlace(engine);
    const { DATABASE_URL } = place.settings;
    remove = place.remove;
    const database = DATABASE_URL
      ? openPostgres(DATABASE_URL, () => undefined, { max: 1 })
      : await openAt(place);
    salon = await openSalon(engine, { database });
  });
  afterEach(async () => {
    await salon.close();
    await remove();
  });
  const readOnly = (isReadOnly: boolean) => sql.raw(SWITCH[engine](isReadOnly)).execute(salon.db);

  test('writes to a read-only database get 503 until it is writable again', async () => {
    trial({ what: 'disk full', cases: 1 });
    await readOnly(true);
    const add = () => salon.admin.call('POST /services', { body: { name: 'Gel' } });
    await expectRefused(add(), 'database_away');
    await readOnly(false);
    expect(await add()).toMatchObject({ name: 'Gel' });
  });

  test('a client can read from a read-only database, and the session is extended once it is writable again', async () => {
    trial({ what: 'disk full', cases: 1 });
    const client = await aClient(salon);
    salon.clock.advance(24 * 60);
    await readOnly(true);
    expect(await client.call('GET /auth/me')).toMatchObject({ email: client.email });
    expect(await client.call('GET /appointments/upcoming')).toEqual([]);
    const lines = salon
      .log()
      .split('\n')
      .filter((line) => line.includes('session'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40 }, { level: 40 }]);
    for (const secret of [client.email, client.token]) expect(salon.log()).not.toContain(secret);
    await readOnly(false);
    await client.call('GET /auth/me');
    salon.clock.advance((SESSION_DAYS - 1) * 24 * 60);
    expect(await client.call('GET /auth/me')).toMatchObject({ email: client.email });
  });
});
