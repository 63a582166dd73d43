// An open page shows other people's changes without a reload.
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { block, edgeOf, hold, openCalendar, rowAt, shifted, weekAhead } from '../calendar/grid.ts';
import { slot } from '../client/booking-steps.ts';
import { aPerson, aSlot, book, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { isStream, REFRESHED_MS, SOON, STREAM, subscribed } from './subscribed.ts';

test('an open booking page removes a slot when another client books it, and adds it again when the booking is canceled', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const free = await aSlot(salon, date, '10:00');
  await aSlot(salon, date, '15:00');
  await subscribed(page, () => page.goto(`${salon.url}/booking?dan=${date}`));
  await expect(slot(page, '10:00 - 11:00')).toBeVisible();
  const { headers, ...client } = await aPerson(salon);
  await book(salon, free, { headers, ...client });
  await expect(slot(page, '10:00 - 11:00')).toBeHidden(SOON);
  await expect(slot(page, '15:00 - 16:00')).toBeVisible();
  const cancelled = { params: { id: free.id }, headers, body: { reason: 'Ne mogu.' } };
  await request('POST /appointments/{id}/cancel', cancelled, at(salon));
  await expect(slot(page, '10:00 - 11:00')).toBeVisible(SOON);
});

test('the owner’s calendar shows a new booking at once, but waits while the owner drags an appointment', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 1);
  const booked = await aSlot(salon, monday, '10:00');
  const dragged = await rowAt(salon, `${monday} 14:00`, 60, 'Ana Anić');
  await subscribed(page, () => openCalendar(page, salon, monday));
  await expect(block(page, booked.id)).toContainText('Dostupan');
  const from = await edgeOf(page, dragged, 'middle');
  await hold(page, from, shifted(from, 0, 40));
  await book(salon, booked, await aPerson(salon, 'Milica Đurić'));
  await page.waitForTimeout(REFRESHED_MS);
  await expect(block(page, booked.id)).toContainText('Dostupan');
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
  await expect(block(page, booked.id)).toContainText('Milica Đurić', SOON);
});

test('when the owner cancels a booking, it disappears from the client’s open page, and the badge counts the notification', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const booked = await aSlot(salon, await dayAhead(salon, 4), '10:00');
  await book(salon, booked, client);
  await storeSession(page, salon, client);
  await subscribed(page, () => page.goto(salon.url));
  const active = page.getByRole('article').getByText('10:00 - 11:00');
  await expect(active).toBeVisible();
  const body = { reason: 'Bolest.' };
  const headers = await asAdmin(salon);
  await request('POST /appointments/{id}/cancel', { headers, params: { id: booked.id }, body }, at(salon));
  await expect(active).toBeHidden(SOON);
  await expect(page.getByRole('link', { name: 'Profil' }).first()).toHaveAccessibleDescription(
    '1 nepročitana notifikacija',
    SOON,
  );
});

test('a page whose event stream is refused polls every minute', { tag: '@once' }, async ({ page, salon }) => {
  await page.clock.install();
  let refused = 0;
  await page.route(STREAM, (route) => {
    refused++;
    return route.fulfill({ status: 429, json: { error: 'Previše zahteva.', code: 'too_many_requests' } });
  });
  await request('POST /notifications/read-all', { headers: await asAdmin(salon) }, at(salon));
  await arriveAsOwner(page, salon, '/');
  const bell = page.getByRole('link', { name: 'Notifikacije' }).first();
  await page.clock.runFor(5000);
  await expect.poll(() => refused).toBe(1);
  await aPerson(salon);
  await page.clock.runFor(20_000);
  await expect(bell).not.toHaveAccessibleDescription(/nepročitan/);
  await page.clock.runFor(45_000);
  await expect(bell).toHaveAccessibleDescription(/nepročitan/, SOON);
});

test('a page that is hidden for 10 s closes the event stream, and opens it again when it becomes visible', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.clock.install();
  const show = (visibilityState: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, visibilityState);
  const begun = page.waitForRequest(isStream);
  await page.goto(`${salon.url}/services`);
  await page.clock.runFor(5000);
  await begun;
  await page.waitForTimeout(500);
  const left = page.waitForEvent('requestfailed', isStream);
  await show('hidden');
  await page.clock.runFor(11_000);
  await left;
  const again = page.waitForRequest(isStream);
  await show('visible');
  await again;
});

test('a page that loads slowly opens the event stream only after its other requests have ended', {
  tag: '@once',
}, async ({ page, salon }) => {
  const LONG_MS = 2500; // longer than a page usually waits before it opens the event stream
  await page.route('**/api/analytics/calendar?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LONG_MS));
    await route.continue();
  });
  const stream = page.waitForResponse(isStream);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.waitForLoadState('networkidle', SOON);
  await stream;
});
