// Steps of a booking, for the tests of clients and guests.
import type { Page } from '@playwright/test';
import { dateOf, type WallDate, wallTimeAt } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { expect } from '../fixture.ts';

/** Today's date in the salon. Decides whether the name of a day contains the year: in the current year it does not. */
export const today = (): WallDate => dateOf(wallTimeAt(Date.now(), 'Europe/Belgrade'));

export const day = (page: Page, date: WallDate) =>
  page.getByRole('group', { name: 'Datum' }).getByRole('radio', { name: dayInWords(date, today()) });

export const slot = (page: Page, range: string) => page.getByRole('button', { name: range, exact: true });

export const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Potvrda rezervacije' });

/** Chooses a day and a slot, then opens the confirmation. */
export async function choose(page: Page, date: WallDate, range: string): Promise<void> {
  await day(page, date).click();
  await slot(page, range).click();
  await proceed(page);
}

export const PROCEED = 'Odabir usluge i potvrda rezervacije';

export const proceed = (page: Page): Promise<void> => page.getByRole('button', { name: PROCEED }).click();

export const confirm = (page: Page): Promise<void> =>
  confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' }).click();

/** The line above the days that shows the chosen service. */
export const serviceRow = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('paragraph')
    .filter({ hasText: /^Usluga/ });

/** Expects that the page needs no horizontal scrolling on the narrowest phone. */
export async function expectNarrow(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overflow)).toBe(0);
  if (viewport) await page.setViewportSize(viewport);
}

/**
 * Waits until the browser history has one entry for each of the `open` sheets. A closed sheet removes its entry by going
 * back, which could abort the next navigation.
 */
export const sheetsInHistory = (page: Page, open: number) =>
  page.waitForFunction((count) => Number(String(history.state).split('|')[1] ?? 0) === count, open);
