// Nothing wider than the narrowest phone.
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

const NARROWEST = { width: 320, height: 700 };

/** On a phone of 320 px the page scrolls only up and down; on a desktop it is looked at as it stands. */
export async function expectFitting(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? NARROWEST;
  const isPhone = viewport.width < 768;
  if (isPhone) await page.setViewportSize(NARROWEST);
  const overflow = await page.evaluate(() => {
    const inside = [...document.querySelectorAll('main *')].filter(
      (element) => !element.closest('[role=tablist], [aria-hidden]'),
    );
    const right = Math.max(...inside.map((element) => element.getBoundingClientRect().right));
    return Math.max(0, Math.round(right - document.documentElement.clientWidth));
  });
  if (isPhone) await page.setViewportSize(viewport);
  expect(overflow).toBe(0);
}
