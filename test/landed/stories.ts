// The stories of an upgrade: what people did before it, so that a test can look at what stands after it. docs/how-to/release.md
import { type Doing, unlessUnknown } from './requests.ts';
import { type Act, type Story, stageOf, type Told } from './stage.ts';
import { STORY_OF_BOOKINGS } from './stories-of-bookings.ts';
import { STORIES_OF_MONEY } from './stories-of-money.ts';
import { STORIES_OF_PEOPLE } from './stories-of-people.ts';

/** Within the last ten seconds the owner deletes a booking: that must be the last thing she does. */
const LAST = 11;
const STORIES: Readonly<Record<number, Story>> = {
  ...STORIES_OF_MONEY,
  ...STORIES_OF_PEOPLE,
  23: STORY_OF_BOOKINGS,
};
const numbers = Object.keys(STORIES).map(Number);
const ORDER = [...numbers.filter((number) => number !== LAST), LAST];

const DEPOSITS = {
  payments: 1,
  deposit_for: 'ALL',
  deposit_percent: 50,
  deposit_hold_hours: 72,
  account_number: '840-955845-10',
  account_name: 'Salon',
};

/**
 * Plays an act of every story. A release without deposits plays none, nor does one whose bookings have an id: the stories are about what
 * had none. One that lacks another endpoint leaves the rest of that story out.
 */
export async function playAct(act: Act, doing: Doing, told: Told): Promise<void> {
  const { as } = doing;
  const settings = (await as('GET /settings').catch(unlessUnknown)) ?? {};
  if (!('deposit_for' in settings) || 'split_slots' in settings) return;
  await as('PUT /settings', DEPOSITS);
  const stage = await stageOf(doing, told);
  for (const number of ORDER) await STORIES[number]?.[act]?.(stage).catch(unlessUnknown);
  if (act !== 'inTheLastSeconds') await as('PUT /settings', { deposit_for: 'NONE' });
}
