// What assistive technology stumbles over, on the page as it stands now.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/**
 * What any axe rule finds. The rules run in the page itself, which has no frames: else each run would open a second, blank page
 * and load axe there too.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** No violation of any axe rule; what is still rising or fading in is waited for, or its colours would be half mixed. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
  );
  expect(await violationsOn(page)).toEqual([]);
}
