// Two server processes share one PostgreSQL database, and pages are open on both. One process is killed while it
// processes bookings.
import type { Browser, Page } from '@playwright/test';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { timeRange } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import { startPostgres } from '../../support/databases/postgres.ts';
import { type Server, startServer } from '../../support/server.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { slot } from '../client/booking-steps.ts';
import { aPhone, aSlot, dayAhead, type Slot, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { at } from '../network.ts';
import { SOON, subscribed } from './subscribed.ts';

const HOURS = Array.from({ length: 12 }, (_, n) => `${String(n + 7).padStart(2, '0')}:00`);
const KILLED_AFTER_BOOKINGS = 3;

const ends: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts two server processes. To restart the second one with the same URL, call `startSecond` with its port. */
async function twoProcesses() {
  const postgres = await startPostgres();
  ends.push(postgres.stop);
  const first = await startServer({ DATABASE_URL: postgres.url });
  ends.push(first.stop);
  const startSecond = async (PORT = '0'): Promise<Server> => {
    const second = await startServer({ DATABASE_URL: postgres.url, PORT });
    ends.push(second.stop);
    return second;
  };
  return { first, second: await startSecond(), startSecond };
}

async function aPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  ends.push(() => context.close());
  return context.newPage();
}

const book = (salon: Server, { id, ...times }: Slot) => {
  const body = { ...seen({ id, ...times }), guest_name: 'Gošća', guest_phone: aPhone() };
  return request('POST /appointments/{id}/book', { params: { id }, body }, at(salon));
};

/** Expects that the page offers exactly the slots that the server returns. */
async function expectSameSlots(page: Page, salon: Server, date: WallDate): Promise<void> {
  const free = await request('GET /appointments', { query: { from: date, to: date } }, at(salon));
  const ranges = free.map(({ start_datetime, end_datetime }) => timeRange(start_datetime, end_datetime));
  await expect(page.getByRole('button', { name: /^\d\d:\d\d - \d\d:\d\d$/ })).toHaveText(ranges, SOON);
}

test('open pages on two server processes show each other’s changes, even after one process is killed and restarted', {
  tag: '@once',
}, async ({ browser }) => {
  const { first, second, startSecond } = await twoProcesses();
  const date = await dayAhead(first, 2);
  const slots: Slot[] = [];
  for (const hour of HOURS) slots.push(await aSlot(first, date, hour));
  const [visitor, elsewhere, owner] = [await aPage(browser), await aPage(browser), await aPage(browser)];
  await subscribed(visitor, () => visitor.goto(`${first.url}/booking?dan=${date}`));
  await subscribed(elsewhere, () => elsewhere.goto(`${second.url}/booking?dan=${date}`));
  await subscribed(owner, () => arriveAsOwner(owner, first, '/'));
  const bell = owner.getByRole('link', { name: 'Notifikacije' }).first();
  await expect(slot(visitor, '18:00 - 19:00')).toBeVisible();

  const [one, ...rest] = slots as [Slot, ...Slot[]];
  await book(second, one);
  for (const page of [visitor, elsewhere]) await expect(slot(page, '07:00 - 08:00')).toBeHidden(SOON);
  await expect(bell).toHaveAccessibleDescription('1 nepročitana notifikacija', SOON);

  let booked = 0;
  const booking = rest.map(async (free) => {
    await book(second, free);
    if (++booked === KILLED_AFTER_BOOKINGS) second.process.kill('SIGKILL');
  });
  await Promise.allSettled(booking);
  await expectSameSlots(visitor, first, date);
  await expect(slot(visitor, '07:00 - 08:00')).toBeHidden();

  const left = await request('GET /appointments', { query: { from: date, to: date } }, at(first));
  const [last] = left;
  if (last) await book(first, { ...one, ...last, technician_id: one.technician_id });
  await expectSameSlots(visitor, first, date);
  await startSecond(new URL(second.url).port);
  await expectSameSlots(elsewhere, first, date);
});
