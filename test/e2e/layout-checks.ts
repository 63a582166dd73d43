// Layout checks: sideways scrolling and covered elements.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect } from './fixture.ts';

const NARROWEST = { width: 320, height: 700 };
export const DESKTOP = { width: 1366, height: 900 };

/** Returns by how many pixels the content of the page or its navigation extends beyond the screen. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const inside = [...document.querySelectorAll('main *, nav a')].filter(
      (element) => !element.closest('[role=tablist], [aria-hidden]'),
    );
    const right = Math.max(...inside.map((element) => element.getBoundingClientRect().right));
    return Math.max(0, Math.round(right - document.documentElement.clientWidth));
  });

/** Polls, because the page may still show the layout of its previous width. */
const expectNoOverflow = (page: Page): Promise<void> => expect.poll(() => overflowOf(page)).toBe(0);

/** Expects no sideways scrolling. Checks phones at a width of 320 px, and other screens at their current width. */
export async function expectFitting(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? NARROWEST;
  const isPhone = viewport.width < 768;
  if (isPhone) await page.setViewportSize(NARROWEST);
  await expectNoOverflow(page);
  if (isPhone) await page.setViewportSize(viewport);
}

/** Expects no axe violation and no sideways scrolling at desktop width; then restores the previous width. */
export async function expectAccessibleOnDesktop(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? DESKTOP;
  await page.setViewportSize(DESKTOP);
  // waits for two frames: the new layout may start animations, which must exist before expectAccessible waits for them
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize(viewport);
}

/** Doubles the text size and expects no sideways scrolling. */
export async function expectFittingLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectNoOverflow(page);
}

/** Expects that nothing covers the middle of the element. Unlike a click, it does not wait until the element is uncovered. */
export async function expectUncovered(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const isOnTop = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop, `${target} is covered`).toBe(true);
}
