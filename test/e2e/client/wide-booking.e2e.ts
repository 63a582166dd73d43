// The booking page on wide screens has the days on the left, and the times and the button on the right.
import type { Locator, Page } from '@playwright/test';
import { shortDayName } from '../../../src/domain/wording/dates.ts';
import { expect, test } from '../fixture.ts';
import { day, slot } from './booking-steps.ts';
import { aBooked } from './move-steps.ts';
import { aPerson, aSlot, dayAhead, storeSession } from './prepare.ts';

const WIDE = { width: 1366, height: 768 };
const SIZES = [WIDE, { width: 1024, height: 768 }, { width: 1920, height: 1080 }];

const onward = (page: Page) => page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' });

/** Expects all three elements to be visible without scrolling, and `time` to be to the right of `chosen`. */
async function expectSideBySide(page: Page, chosen: Locator, time: Locator, button: Locator): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    for (const part of [chosen, time, button]) await expect(part).toBeInViewport({ ratio: 1 });
    const [left, right] = [await chosen.boundingBox(), await time.boundingBox()];
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
}

/** Fills a day with slots of one hour from 08:00 to 20:00. Returns the day. */
async function aFullDay(salon: Parameters<typeof aSlot>[0], n: number) {
  const date = await dayAhead(salon, n);
  for (let hour = 8; hour < 20; hour += 1) await aSlot(salon, date, `${String(hour).padStart(2, '0')}:00`);
  return date;
}

test('on a wide screen, visitors and clients see the first free time and the button that books without scrolling', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await aFullDay(salon, 3);
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await expectSideBySide(page, day(page, date), slot(page, '08:00 - 09:00'), onward(page));
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await expectSideBySide(page, day(page, date), slot(page, '08:00 - 09:00'), onward(page));
});

test('a client who moves a booking sees the first time of the chosen day and “Pomeri termin” without scrolling', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 5, client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await day(page, next).click();
  const button = page.getByRole('main').getByRole('button', { name: 'Pomeri termin' });
  await expectSideBySide(page, day(page, next), slot(page, '09:00 - 10:00'), button);
});

test('the booking page arranges the days in weeks that start on Monday', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const dates = [await dayAhead(salon, 1), await dayAhead(salon, 8)] as const;
  await aSlot(salon, dates[0], '08:00');
  await page.setViewportSize(WIDE);
  await page.goto(`${salon.url}/booking`);
  for (const date of dates) {
    const name = page.getByRole('group', { name: 'Datum' }).getByText(shortDayName(date), { exact: true });
    const [head, box] = [
      await name.filter({ visible: true }).boundingBox(),
      await day(page, date).boundingBox(),
    ];
    expect(Math.abs((head?.x ?? 0) - (box?.x ?? 0))).toBeLessThan(2);
    expect(box?.y).toBeGreaterThan(head?.y ?? 0);
  }
});
