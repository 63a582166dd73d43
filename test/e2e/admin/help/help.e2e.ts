import type { Page } from '@playwright/test';
import { arrive, openDemoSalon } from '../../../../scripts/pictures/salon.ts';
import { WALKS } from '../../../../scripts/pictures/walks.ts';
import { TASKS } from '../../../../src/web/help/tasks.ts';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting, expectFittingLargeText } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';

const STEPS_COUNT = 3;

const taskOf = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`${title}$`) });

test('the panel links to the guide; each of its sixteen tasks has three steps with pictures, and the guide fits every screen width', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin');
  await page.getByRole('link', { name: 'Uputstvo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Uputstvo' })).toBeFocused();
  await expect(page).toHaveTitle(/^Uputstvo - /);
  expect(TASKS).toHaveLength(16);
  for (const { title } of TASKS) {
    const task = taskOf(page, title);
    await expect(task.getByRole('listitem')).toHaveCount(STEPS_COUNT);
    for (const picture of await task.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
    }
  }
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await expectFittingLargeText(page);
});

test('every task of the guide ends with a link to the page where the owner does it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/help');
  for (const { title, button } of TASKS) {
    await taskOf(page, title).getByRole('link', { name: button.label }).click();
    await expect(page).toHaveURL(salon.url + button.to);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Uputstvo|Početna/);
    await page.goBack();
  }
});

test('a link in the guide’s table of contents focuses its task; the printed guide has no buttons and splits no task across pages', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/help');
  const last = TASKS.at(-1)?.title ?? '';
  await page.getByRole('navigation', { name: 'Sadržaj' }).getByRole('link', { name: last }).click();
  const heading = page.getByRole('heading', { level: 2, name: new RegExp(`${last}$`) });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Štampaj' }).click();
  await expect(page.locator('[data-printed]')).toBeVisible();
  const missing = page
    .locator('main img')
    .evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth === 0).length);
  expect(await missing).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Štampaj' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const breaks = await page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((tasks) => tasks.map((task) => getComputedStyle(task).breakInside));
  expect(breaks).toEqual(TASKS.map(() => 'avoid'));
});

test('every step of every task in the guide works in the demo salon', { tag: '@once' }, async ({
  browser,
}) => {
  const demo = await openDemoSalon();
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 390, height: 600 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    await arrive(page, demo, 'admin');
    for (const { id, title } of TASKS)
      await test.step(title, async () => {
        let steps = 0;
        for await (const target of WALKS[id]?.(page) ?? []) {
          await target.scrollIntoViewIfNeeded();
          await expect(target).toBeInViewport();
          steps += 1;
        }
        expect(steps).toBe(STEPS_COUNT);
      });
  } finally {
    await context.close();
    await demo.close();
  }
});
