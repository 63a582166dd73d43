// Checks of what fits on the screen and what covers what.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect } from './fixture.ts';

const NARROWEST = { width: 320, height: 700 };
export const DESKTOP = { width: 1366, height: 900 };

/** By how much the page, or the navigation over it, is wider than the screen. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const inside = [...document.querySelectorAll('main *, nav a')].filter(
      (element) => !element.closest('[role=tablist], [aria-hidden]'),
    );
    const right = Math.max(...inside.map((element) => element.getBoundingClientRect().right));
    return Math.max(0, Math.round(right - document.documentElement.clientWidth));
  });

/** On a phone of 320 px the page scrolls only up and down; on a desktop it is looked at as it stands. */
export async function expectFitting(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? NARROWEST;
  const isPhone = viewport.width < 768;
  if (isPhone) await page.setViewportSize(NARROWEST);
  const overflow = await overflowOf(page);
  if (isPhone) await page.setViewportSize(viewport);
  expect(overflow).toBe(0);
}

/** Expects no axe violation and no sideways scrolling at the width of a desktop; then returns to the former width. */
export async function expectAccessibleOnDesktop(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? DESKTOP;
  await page.setViewportSize(DESKTOP);
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize(viewport);
}

/** With text twice as large the page scrolls only up and down. */
export async function expectFittingLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await overflowOf(page)).toBe(0);
}

/** Nothing lies over the middle of this element now; a click would retry until whatever covers it is gone. */
export async function expectUncovered(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const isOnTop = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop, `${target} is covered`).toBe(true);
}
