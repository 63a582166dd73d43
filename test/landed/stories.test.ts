/** After an upgrade, the bookings, people and money of each story stand as they should. docs/how-to/release.md */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Look, lookAt } from './look.ts';
import { CASES_WITH_STORIES, type Opened, opened } from './opened.ts';
import { GOES_ON, KEPT } from './stories-kept.ts';

describe.each(CASES_WITH_STORIES)('the stories of commit %s on %s', (commit, engine) => {
  let salon: Opened;
  let look: Look;
  beforeAll(async () => {
    salon = await opened(commit, engine);
    look = lookAt(salon);
  });
  afterAll(() => salon?.close());

  test.each(Object.entries(KEPT))('story %s stands after the upgrade', (_, check) => check(look));

  test.each(Object.entries(GOES_ON))('story %s goes on after the upgrade', async (_, check) => {
    const own = await opened(commit, engine);
    try {
      await check(lookAt(own));
    } finally {
      await own.close();
    }
  });
});
