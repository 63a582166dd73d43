import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { DESKTOP, expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { withoutStream } from '../network.ts';
import { setPageClock } from '../page-clock.ts';
import { today } from './booking-steps.ts';
import { aService, aSlot, dayAhead } from './prepare.ts';

const free = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Prvi slobodni termini' }) });

const FREE_SLOTS = '**/api/appointments?*';

/** Serves `slots` as the list of free slots. */
const withSlots = (page: Page, slots: readonly object[]) =>
  page.route(FREE_SLOTS, (route) => route.fulfill({ json: slots }));

const aFreeSlot = (id: number, day: string, clock: string) => ({
  id,
  status: 'AVAILABLE',
  start_datetime: `${day} ${clock}:00`,
  end_datetime: `${day} ${clock.slice(0, 3)}45:00`,
});

test('the first button of a visitor’s home page opens the booking page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.goto(salon.url);
  const first = page.getByRole('main').getByRole('link', { name: 'Zakaži termin' });
  const viewport = page.viewportSize() ?? DESKTOP;
  for (const size of [DESKTOP, viewport]) {
    await page.setViewportSize(size);
    await expect(first).toBeInViewport();
    const [above, below] = [
      await first.boundingBox(),
      await page.getByRole('link', { name: 'Registracija' }).boundingBox(),
    ];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
  }
  const plus = page.getByRole('navigation').getByRole('link', { name: 'Zakaži termin' });
  await expect(plus).toHaveAccessibleName('Zakaži termin');
  await expect(first).not.toHaveAccessibleName('Zakaži termin');
  await first.click();
  await expect(page).toHaveURL(`${salon.url}/booking`);
});

test('a free slot on the home page opens the booking page, where its day and time are already chosen', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '10:30');
  await page.goto(salon.url);
  const row = free(page).getByRole('link').first();
  await expect(row).toContainText('10:30 - 11:30');
  await expect(row).toContainText(dayInWords(date, today()));
  await row.click();
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await expect(page.getByRole('button', { name: '10:30 - 11:30' })).toHaveAttribute('aria-pressed', 'true');
});

test('the home page shows the next three free slots with their days; slots on a Sunday are left out', {
  tag: '@once',
}, async ({ page, salon }) => {
  const days = Array.from({ length: 8 }, (_, n) => addDays(today(), n));
  await setPageClock(page, `${today()} 12:00:00`);
  await withSlots(page, [
    ...days.toReversed().map((day, n) => aFreeSlot(n + 1, day, '23:30')),
    { ...aFreeSlot(9, days[1] ?? '', '23:00'), status: 'BOOKED' },
  ]);
  await page.goto(salon.url);
  await expect(free(page).getByRole('link')).toHaveCount(3);
  const rows = await free(page).getByRole('link').allInnerTexts();
  expect(rows.join(' ')).not.toMatch(/\bnedelja|23:00/);
  const weekday = new Date(`${today()}T12:00:00Z`).getUTCDay();
  if (weekday !== 0) expect(rows[0]).toContain('danas');
  if (weekday < 6) expect(rows[weekday === 0 ? 0 : 1]).toContain('sutra, ');
});

test('if no slot is free, the home page links to the waitlist', { tag: '@once' }, async ({ page, salon }) => {
  await withSlots(page, []);
  await page.goto(salon.url);
  await expect(free(page)).toContainText('Trenutno nema slobodnih termina.');
  await free(page).getByRole('link', { name: 'Obavesti me ako se oslobodi termin' }).click();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
});

test('if the free slots on the home page fail to load, the visitor can retry', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await withoutStream(page);
  await page.route(FREE_SLOTS, (route) => route.abort());
  // opens an unknown path: the server does not render the home page for it, so the browser must load the slots
  await page.goto(`${salon.url}/nema-me`);
  await expect(free(page)).toContainText('Greška pri učitavanju termina.');
  await page.unroute(FREE_SLOTS);
  await withSlots(page, [aFreeSlot(1, await dayAhead(salon, 7), '10:00')]);
  await free(page).getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(free(page).getByRole('link')).toHaveCount(1);
});

test('a row of the price list opens the booking page, where its service is already chosen', async ({
  page,
  salon,
}) => {
  const id = await aService(salon, 'Japanski manikir', 60);
  for (const path of ['/', '/services']) {
    await page.goto(`${salon.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Japanski manikir' })).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'Japanski manikir' });
    const box = await row.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    // clicks near a corner: the whole row is a link
    await row.click({ position: { x: (box?.width ?? 0) - 20, y: (box?.height ?? 0) - 8 } });
    await expect(page).toHaveURL(`${salon.url}/booking?usluga=${id}`);
  }
});

test('the home page shows the headline and the text from the salon’s settings', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.route('**/api/salon', async (route) => {
    const response = await route.fetch();
    const own = { salon_headline: 'Mesečina na noktima', salon_text: 'Zakažite kad vama odgovara.' };
    await route.fulfill({ response, json: { ...(await response.json()), ...own } });
  });
  // opens an unknown path: the server does not render the home page for it, so the browser must load the settings
  await page.goto(`${salon.url}/nema-me`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mesečina na noktima');
  await expect(page.getByText('Zakažite kad vama odgovara.')).toBeVisible();
});

test('a visitor’s home page is accessible and fits the screen in both color schemes', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aSlot(salon, await dayAhead(salon, 4), '10:30');
  await aService(salon, 'Ojačavanje prirodnih noktiju sa ukrašavanjem i crtanjem', 120);
  await page.goto(salon.url);
  await expect(free(page).getByRole('link').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectFitting(page);
    await expectAccessibleOnDesktop(page);
  }
});
