import type { Page } from '@playwright/test';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';

const OWNER_PAGES = [
  '/admin',
  '/admin/appoitments',
  '/admin/appoitments?tab=pregled',
  '/admin/clients',
  '/admin/services',
  '/admin/statistics',
  '/admin/notifications',
  '/admin/waitlist',
  '/admin/deleted',
  '/admin/settings',
];

const WHOLE_DATE_PX = 170; // the minimum width of a date field that shows the complete date and the calendar button

test('no owner page is wider than the narrowest phone', { tag: '@touch' }, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/services');
  for (const path of OWNER_PAGES) {
    await page.goto(`${salon.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFitting(page);
  }
});

test('the tab that the URL selects is fully visible on the narrowest phone', { tag: '@touch' }, async ({
  page,
  salon,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, name] of [
    ['/admin/appoitments?tab=sabloni', 'Šabloni'],
    ['/admin/appoitments', 'Dodaj termin'],
  ] as const) {
    await arriveAsOwner(page, salon, path);
    await expect(page.getByRole('tab', { name, selected: true })).toBeInViewport({ ratio: 1 });
  }
});

test('the date fields that filter the appointment list show the whole date on a phone in landscape', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await arriveAsOwner(page, salon, '/admin/appoitments?tab=pregled');
  const from = page.getByLabel('Od', { exact: true });
  await expect(from).toHaveValue(/./);
  expect((await from.boundingBox())?.width).toBeGreaterThan(WHOLE_DATE_PX);
});

test('all five navigation entries stay on the screen when the text is twice as large', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/services');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const width of [320, 390, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    const navigation = page.getByRole('navigation', { name: 'Navigacija' });
    for (const name of ['Početna', 'Pozovi', 'Zakaži termin', 'Moji termini', 'Prijava']) {
      await expect(navigation.getByText(name).or(navigation.getByLabel(name))).toHaveCount(1);
    }
    for (const place of await navigation.locator(':is(a, button)').all())
      await expect(place).toBeInViewport({ ratio: 1 });
  }
});

test('from 1024 px on, the navigation is a rail at the side of the page, and each entry shows its name', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.setViewportSize({ width: 1023, height: 768 });
  await arriveAsOwner(page, salon, '/admin/settings');
  const navigation = page.getByRole('navigation', { name: 'Navigacija' });
  await expect(navigation.getByRole('link')).toHaveCount(5);
  expect((await navigation.boundingBox())?.width).toBe(1023);
  for (const [width, rail] of [
    [1024, 96],
    [1180, 184],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expect(navigation.getByRole('link')).toHaveText([
      ...['Početna', 'Admin panel', 'Zakaži termin', 'Moji termini', 'Profil'],
      ...[
        'Kalendar',
        'Termini',
        'Klijenti',
        'Usluge',
        'Notifikacije',
        'Statistika',
        'Odsustva',
        'Podešavanja',
      ],
    ]);
    await expect(navigation.locator('[aria-current=page]')).toHaveText('Podešavanja');
    expect((await navigation.boundingBox())?.width).toBe(rail);
    expect((await page.getByRole('main').boundingBox())?.x).toBe(rail);
    await expectFitting(page);
  }
});

test('on a phone in landscape the navigation is a slim bar, and on paper it is hidden', {
  tag: '@touch',
}, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/services');
  const navigation = page.getByRole('navigation', { name: 'Navigacija' });
  const bar = await navigation.boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(56);
  expect(bar?.width).toBe(844);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(navigation).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

/** Returns the words of the page that a line break splits, except email addresses. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (text.includes('@') || !node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of text.matchAll(/\p{L}{3,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  });

test('no line break splits a word in the owner’s lists on a tablet, or on a desktop when the text is twice as large', async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/services?tab=dodaj');
  await page.getByLabel('Naziv').fill('Ojačavanje prirodnih noktiju');
  await page.getByRole('button', { name: 'Dodaj uslugu' }).click();
  await expect(page.getByText('Usluga je dodata.').last()).toBeVisible();
  for (const [width, size] of [
    [820, '100%'],
    [1366, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((fontSize) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = fontSize;
      });
    }, size);
    await arriveAsOwner(page, salon, '/admin/services?tab=pregled');
    await expect(page.getByRole('button', { name: 'Izmeni' }).first()).toBeVisible();
    await expect.poll(() => brokenWords(page)).toEqual([]);
  }
});
