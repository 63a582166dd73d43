import type { Page } from '@playwright/test';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { at, withoutStream } from '../network.ts';
import { confirm, day, proceed, sheetsInHistory, slot, today } from './booking-steps.ts';
import { aPerson, aSlot, book, dayAhead, notifyClient, type Person, storeSession } from './prepare.ts';

const cardOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Puts the person on the waitlist of a full day and frees a slot of the day, so that the person is notified. */
async function aFreedSlot(salon: Server, person: Person, dayNumber: number) {
  const date = await dayAhead(salon, dayNumber);
  const other = await aPerson(salon, 'Druga');
  const { id } = await book(salon, await aSlot(salon, date, '12:00'), other);
  await request(
    'POST /client-notifications/free-slot',
    { headers: person.headers, body: { date } },
    at(salon),
  );
  const body = { reason: 'Ne mogu.' };
  await request(
    'POST /appointments/{id}/cancel',
    { params: { id }, headers: other.headers, body },
    at(salon),
  );
  return { date, other };
}

/** Books the first free slot of a day for the given person. */
async function takeBy(salon: Server, { headers }: Person, date: WallDate): Promise<void> {
  const [free] = await request('GET /appointments', { query: { from: date, to: date } }, at(salon));
  if (!free) throw new Error('Nothing is free.');
  const body = { seen_start: free.start_datetime, seen_end: free.end_datetime };
  await request('POST /appointments/{id}/book', { params: { id: free.id }, headers, body }, at(salon));
}

test('a client books a free slot from its notification; if another client has booked the slot, the notification says that it is taken', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const gone = await aFreedSlot(salon, client, 3);
  await takeBy(salon, gone.other, gone.date);
  const free = await aFreedSlot(salon, client, 9);
  await storeSession(page, salon, client);
  await withoutStream(page); // without events, because the page also fetches the slots when an event stream opens
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/api/appointments?')) asked.push(new URL(sent.url()).search);
  });
  await page.goto(`${salon.url}/profile?tab=notifikacije`);

  const goneCard = cardOf(page, dayInWords(gone.date, today()));
  await expect(goneCard).toContainText('Više nije slobodan.');
  await expect(goneCard.getByRole('link', { name: 'Rezerviši' })).toHaveCount(0);
  const freeCard = cardOf(page, dayInWords(free.date, today()));
  const reserve = freeCard.getByRole('link', { name: 'Rezerviši' });
  await expect(freeCard).toContainText(`${dayInWords(free.date, today())}, 12:00 - 13:00`);
  await expect(freeCard).toContainText(/danas u \d\d:\d\d/);
  await expect(reserve).toHaveAccessibleDescription(/12:00 - 13:00/);
  expect(asked).toEqual([`?from=${gone.date}&to=${free.date}`]);
  await expectAccessible(page);
  await expectFitting(page);

  await reserve.click();
  await expect(day(page, free.date)).toBeChecked();
  await expect(slot(page, '12:00 - 13:00')).toHaveAttribute('aria-pressed', 'true');
  await proceed(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await sheetsInHistory(page, 0);
  await page.goto(`${salon.url}/profile?tab=notifikacije`);
  await expect(freeCard).toContainText('Više nije slobodan.');
  await expect(freeCard).not.toContainText('NOVO');
  await goneCard.getByRole('link', { name: 'Oslobodio se termin' }).click();
  await expect(day(page, gone.date)).toBeChecked();
});

test('the notification of a free slot links to the booking page even if the list of slots fails to load', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { date } = await aFreedSlot(salon, client, 5);
  await storeSession(page, salon, client);
  await page.route('**/api/appointments?*', (route) => route.abort());
  await page.goto(`${salon.url}/profile?tab=notifikacije`);
  const reserve = cardOf(page, '12:00 - 13:00').getByRole('link', { name: 'Rezerviši' });
  await expect(reserve).toHaveAttribute('href', new RegExp(`^/booking\\?dan=${date}&slot=\\d+$`));
});

test('the notification of a longer booking links to the client’s bookings, and the page loads no free slots for it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await notifyClient(salon, client, await aSlot(salon, await dayAhead(salon, 6), '10:00'));
  await storeSession(page, salon, client);
  let asked = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/api/appointments?')) asked += 1;
  });
  await page.goto(`${salon.url}/profile?tab=notifikacije`);
  const card = cardOf(page, 'Termin je produžen');
  await expect(card).toContainText('sa 60 na 65 minuta');
  await expect(card).toContainText(/danas u \d\d:\d\d/);
  await expect(card.getByRole('link', { name: 'Rezerviši' })).toHaveCount(0);
  expect(asked).toBe(0);
  await card.getByRole('link', { name: 'Termin je produžen' }).click();
  await expect(page.getByRole('heading', { name: 'Moji termini' })).toBeVisible();
});
