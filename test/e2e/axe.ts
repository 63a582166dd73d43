// Checks the accessibility of the page in its current state.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { expect } from './fixture.ts';

declare const axe: typeof axeCore; // defined only in the browser, once the page has run `source`

/** The minified build of axe: the browser parses it twice as fast as the build that `axe-core` exports. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns the violations of all axe rules, or only of the given `rules`. Each text contains the id of the violated rule
 * and the HTML of the elements that violate it.
 */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (runOnly) => axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
    rules,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const ANIMATION_MS = 5000; // longer than any animation that ends

/**
 * Expects that no axe rule is violated. First waits for running animations, because in the middle of an animation
 * colors can have too little contrast.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate((ms) => {
    const ends = document.getAnimations().map(({ finished }) => finished.catch(() => null));
    return Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, ms))]);
  }, ANIMATION_MS);
  expect(await violationsOn(page)).toEqual([]);
}
