import type { Page } from '@playwright/test';
import { request } from '../../../../src/web/lib/api.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at } from '../../network.ts';
import { aBooking, arriveAsOwner } from '../prepare.ts';
import { aNotification } from './notification.ts';

const PATH = '/admin/notifications';
test.describe.configure({ mode: 'serial' });

const cardOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const tabOf = (page: Page, name: string) => page.getByRole('tab', { name });

/**
 * Responds to requests for notifications with parts of `rows`. Returns an array to which the `limit` of each request
 * is appended.
 */
async function withList(page: Page, rows: () => object[]): Promise<number[]> {
  const asked: number[] = [];
  await page.route('**/api/notifications?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    asked.push(limit);
    return route.fulfill({ json: rows().slice(offset, offset + limit) });
  });
  return asked;
}

const bar = (page: Page) => page.locator('.bulk-bar');
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

/**
 * Scrolls to the end of the list until the card appears. One scroll is not enough: rows get their real height only
 * when they are rendered.
 */
const reachEnd = (page: Page, name: string) =>
  expect
    .poll(async () => {
      await toEnd(page);
      return cardOf(page, name).count();
    })
    .toBe(1);

test('on a desktop the buttons for all notifications stay in the head of the page, which covers no focused card; those of a card appear with the mouse or the keyboard', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await withList(page, () => Array.from({ length: 40 }, (_, n) => aNotification(40 - n)));
  await arriveAsOwner(page, salon, PATH);
  const readAll = page.getByRole('button', { name: 'Pročitaj sve' });
  await expect(readAll).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toHaveCount(0);
  const [all, tab] = [await readAll.boundingBox(), await tabOf(page, 'Sve').boundingBox()];
  expect(Math.abs((all?.y ?? 0) - (tab?.y ?? 99))).toBeLessThan(20);
  const card = cardOf(page, 'Gost 40');
  const acts = card.getByRole('button', { name: 'Obriši' });
  await expect(acts.locator('..')).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(acts.locator('..')).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await acts.focus();
  await expect(acts.locator('..')).toHaveCSS('opacity', '1');
  await expectAccessible(page);
  await reachEnd(page, 'Gost 1,');
  await expect(readAll).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Obriši sve' })).toBeInViewport({ ratio: 1 });
  await cardOf(page, 'Gost 1,').getByRole('button', { name: 'Detalji' }).focus();
  const hidden = () =>
    page.evaluate(() => {
      const [focused, head] = [
        document.activeElement,
        document.querySelector('[role=tablist]')?.parentElement,
      ];
      if (!focused?.closest('li[data-index]') || !head) return Number.NaN;
      return head.getBoundingClientRect().bottom - focused.getBoundingClientRect().top;
    });
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press('Shift+Tab');
    await expect.poll(hidden).toBeLessThanOrEqual(0); // polls, because rows get their real height only when they are rendered
  }
  await expectFitting(page);
});

test('the bar with the buttons for all notifications is always visible, and covers neither the last card nor the focused one', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withList(page, () => Array.from({ length: 40 }, (_, n) => aNotification(40 - n)));
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByRole('button', { name: 'Pročitaj sve' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Obriši sve' })).toBeInViewport({ ratio: 1 });
  await expect(cardOf(page, 'Gost 40')).toBeVisible();
  const nav = await page.getByRole('navigation', { name: 'Navigacija' }).boundingBox();
  const button = await page.getByRole('button', { name: 'Obriši sve' }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(nav?.y ?? 0);
  const hidden = () =>
    page.evaluate(() => {
      const [focused, over] = [document.activeElement, document.querySelector('.bulk-bar')];
      if (!focused?.closest('li[data-index]') || !over) return 0;
      return focused.getBoundingClientRect().bottom - over.getBoundingClientRect().top;
    });
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press('Tab');
    await expect.poll(hidden).toBeLessThanOrEqual(0); // polls, because rows get their real height only when they are rendered
  }
  // scrolls repeatedly, because rows get their real height only when they are rendered
  await expect(async () => {
    await toEnd(page);
    const last = await cardOf(page, 'Gost 1,').boundingBox();
    const top = (await bar(page).boundingBox())?.y ?? 0;
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(top);
  }).toPass();
  await expectFitting(page);
});

test('the list loads about fifty notifications at a time, and shows none twice when new ones arrive in between', {
  tag: '@once',
}, async ({ page, salon }) => {
  let newest = 102;
  const asked = await withList(page, () =>
    Array.from({ length: newest }, (_, n) => aNotification(newest - n)),
  );
  await arriveAsOwner(page, salon, PATH);
  await reachEnd(page, 'Gost 53');
  await expect(cardOf(page, 'Gost 53')).toHaveAttribute('aria-setsize', '-1');
  expect(Math.max(...asked)).toBeLessThan(60);
  newest = 104;
  const more = page.getByRole('button', { name: 'Učitaj još' });
  await more.click();
  await reachEnd(page, 'Gost 5,');
  await more.click();
  await expect(more).toHaveCount(0);
  await reachEnd(page, 'Gost 1,');
  await expect(cardOf(page, 'Gost 1,')).toHaveAttribute('aria-setsize', '102');
});

test('the tab “Sve” shows a booking and its cancellation as one card, the other tabs show each as its own card', async ({
  page,
  salon,
  isMobile,
}) => {
  const person = await aPerson(salon, 'Sofija Dvojnić');
  const { id } = await aBooking(salon, await dayAhead(salon, 6), '10:00', person);
  const body = { reason: 'Dete mi se razbolelo.' };
  await request(
    'POST /appointments/{id}/cancel',
    { params: { id }, headers: person.headers, body },
    at(salon),
  );
  await arriveAsOwner(page, salon, PATH);
  const both = page.locator(`[data-appointment-id="${id}"]`);
  await expect(both).toHaveCount(1);
  await expect(both).toContainText(/Zakazano danas u \d\d:\d\d, otkazano danas u \d\d:\d\d/);
  await expectAccessible(page);
  for (const [tab, title] of [
    ['Novi termini', 'Novi termin'],
    ['Otkazani', 'Otkazan termin'],
  ] as const) {
    await tabOf(page, tab).click();
    await expect(both).toHaveCount(1);
    await expect(both).toContainText(title);
    await expect(both).toContainText('NOVO');
    await expect(both).not.toContainText(', otkazano');
  }
  await tabOf(page, 'Sve').click();
  // with a mouse, a button in the row marks the notification as read; with touch, opening the details marks it
  await both.getByRole('button', { name: isMobile ? 'Detalji' : 'Označi kao pročitano' }).click();
  await expect(both).not.toContainText('NOVO');
  for (const tab of ['Novi termini', 'Otkazani'] as const) {
    await tabOf(page, tab).click();
    await expect(both).not.toContainText('NOVO');
  }
  await tabOf(page, 'Sve').click();
  if (isMobile) await both.getByRole('button', { name: 'Detalji' }).click();
  await both.getByRole('button', { name: 'Obriši' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(ask).toContainText('Obrisati obe notifikacije, o zakazivanju i o otkazivanju?');
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(both).toHaveCount(0);
  for (const tab of ['Novi termini', 'Otkazani'] as const) {
    await tabOf(page, tab).click();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await expect(both).toHaveCount(0);
  }
});

test('from the notification of a free slot, the owner books the slot for a guest on the waitlist; the card then shows that the slot is taken', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 9);
  const guest = { guest_name: 'Nevena Čekalović', guest_phone: '064 555 019' };
  await request('POST /client-notifications/free-slot', { body: { date: day, ...guest } }, at(salon));
  const headers = await asAdmin(salon);
  const slot = { start_datetime: `${day} 09:00:00`, duration_minutes: 60 };
  await request('POST /appointments/slot', { headers, body: slot }, at(salon));
  await arriveAsOwner(page, salon, PATH);
  const task = cardOf(page, 'Pozovite: Nevena Čekalović, 064 555 019');
  await expect(task).toContainText('Oslobodio se termin');
  await expect(task).toContainText(/Oslobodio se danas u \d\d:\d\d/);
  await task.getByRole('button', { name: 'Upiši' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Nevena Čekalović');
  await expect(dialog.getByLabel('Telefon gosta')).toHaveValue('064 555 019');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(task).toContainText('Više nije slobodan.');
  await expect(task).not.toContainText('NOVO');
  await expect(task.getByRole('button', { name: 'Upiši' })).toHaveCount(0);
  const query = { from: day, to: day, status: 'BOOKED' } as const;
  const booked = await request('GET /appointments/list', { headers, query }, at(salon));
  expect(booked).toMatchObject([{ start_datetime: `${day} 09:00:00`, ...guest }]);
});

test('if one IP network caused too many notifications, a card says how many are left out', async ({
  page,
  salon,
}) => {
  const nothing = { guest_name: null, service_name: null, appt_start: null, appt_end: null };
  const summary = { type: 'MORE_FROM_NETWORK', more_count: 12, appt_created: null, ...nothing };
  await withList(page, () => [aNotification(1, summary)]);
  await arriveAsOwner(page, salon, PATH);
  await expect(cardOf(page, 'Mnogo promena sa iste adrese')).toContainText(
    'U poslednja 24 sata sa iste adrese stiglo je 30 notifikacija. Izostavljeno: 12.',
  );
  await expectAccessible(page);
});
