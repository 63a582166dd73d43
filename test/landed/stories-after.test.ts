/** After the upgrade to bookings with ids, the people and the earlier bookings of each story stand as they should. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Look, lookAt } from './look.ts';
import { CASES_WITH_STORIES, type Opened, opened } from './opened.ts';
import { AFTER, AFTER_GOES_ON } from './stories-after.ts';

/** Tables that an upgrade must not add to or take from. Of deposits, the unpaid one of an earlier person goes with the person's booking. */
const COUNTED = ['payments', 'history', 'admin_notifications', 'client_notifications'];

describe.each(CASES_WITH_STORIES)('the stories of commit %s on %s', (commit, engine) => {
  let salon: Opened;
  let look: Look;
  beforeAll(async () => {
    salon = await opened(commit, engine);
    look = lookAt(salon);
  });
  afterAll(() => salon?.close());

  test.each(COUNTED)('the table %s has as many rows as before', async (name) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      salon.salon.db,
    );
    expect(rows[0]?.count).toBe(salon.held.counts[name]);
  });

  test.each(Object.entries(AFTER))('story %s stands after the upgrade', (_, check) => check(look));

  test.each(Object.entries(AFTER_GOES_ON))('story %s goes on after the upgrade', async (_, check) => {
    const own = await opened(commit, engine);
    try {
      await check(lookAt(own));
    } finally {
      await own.close();
    }
  });
});
