import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { block, openCalendar, rowAt, weekAhead } from './grid.ts';

const WIDTHS = { day: [320, 390, 768, 820, 1366], week: [768, 820, 1366] } as const;
const MINUTES = [15, 30, 45, 60, 90];
const LONGEST = [
  'Aleksandra Jovanović-Hadžistefanović',
  'Anđela Bogdanović',
  'Ana Marija Petrović',
  'Sanja s ulice Đorđa Stanojevića',
];

/** Returns the words on the calendar's blocks that are split across two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const block of document.querySelectorAll<HTMLElement>('[data-appointment-id] .cal-lines')) {
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });

/** Returns the text of those lines of a block that are completely visible. */
const wholeLines = (page: Page, id: number): Promise<string> =>
  block(page, id).evaluate((element) => {
    const { bottom, top } = element.getBoundingClientRect();
    return [...element.querySelectorAll<HTMLElement>('.cal-lines > *')]
      .filter((line) => {
        const box = line.getBoundingClientRect();
        return line.scrollWidth <= line.clientWidth && box.bottom <= bottom + 3 && box.top >= top - 3;
      })
      .map((line) => line.textContent?.trim())
      .join(' ');
  });

async function guests(salon: Server, monday: string): Promise<{ id: number; minutes: number }[]> {
  const ids = [];
  for (const [index, minutes] of MINUTES.entries()) {
    const start = `${monday} ${String(8 + 2 * index).padStart(2, '0')}:00`;
    ids.push({ id: await rowAt(salon, start, minutes, 'Mila Đokić'), minutes });
  }
  return ids;
}

test('each block of the day and week view shows the guest’s whole name, also a 15-minute block on the narrowest screen', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 3);
  const booked = await guests(salon, monday);
  for (const view of ['day', 'week'] as const) {
    await openCalendar(page, salon, monday, view);
    for (const width of WIDTHS[view]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { id, minutes } of booked) {
        const message = `${minutes} min of a ${view} at ${width} px`;
        await expect.poll(() => wholeLines(page, id), { message }).toMatch(/^Mila Đokić/);
      }
    }
  }
});

test('the month view shows the guest’s name, and the accessible name of a cell contains the number of appointments', async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 5);
  const id = await rowAt(salon, `${monday} 08:00`, 15, 'Mila Đokić');
  await openCalendar(page, salon, monday, 'month');
  const cell = page.locator(`section[data-date="${monday}"]`);
  await expect(
    cell.getByRole('button', { name: /^ponedeljak, \d+\. [a-z]+( \d+\.)?, 1 termin$/ }),
  ).toHaveCount(1);
  await expect(block(page, id)).toContainText('Mila Đokić');
});

test('a printed month shows whole names and no buttons', { tag: '@mouse' }, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 8);
  const id = await rowAt(salon, `${monday} 08:00`, 60, 'Aleksandra Jovanović-Hadžistefanović');
  await openCalendar(page, salon, monday, 'month');
  const cut = () => block(page, id).evaluate((event) => event.scrollWidth - event.clientWidth);
  expect(await cut()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(cut).toBe(0);
  await expect(page.getByRole('button', { name: 'Mesec', exact: true })).toBeHidden();
});

test('the calendar splits no word of a name across two lines', { tag: '@mouse' }, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 6);
  const headers = await asAdmin(salon);
  let hour = 7;
  for (const name of LONGEST) {
    const client = await request('POST /users/clients', { headers, body: { name } }, at(salon));
    for (const minutes of [30, 60, 90]) {
      const id = await rowAt(salon, `${monday} ${String(hour).padStart(2, '0')}:00`, minutes, name);
      if (minutes !== 60) {
        const body = { client_id: client.id, guest_name: null };
        await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
      }
      hour += minutes > 60 ? 2 : 1;
    }
    if (hour > 18) break;
  }
  for (const view of ['day', 'week'] as const) {
    await openCalendar(page, salon, monday, view);
    for (const width of WIDTHS[view]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.cal-lines').first()).toBeVisible();
      await expect.poll(() => brokenWords(page)).toEqual([]);
    }
  }
});
