// Limits how many taps the owner needs for everyday tasks. Typing is not counted.
import type { Locator, Page, TestInfo } from '@playwright/test';
import { shortDay } from '../../../src/domain/wording/near-days.ts';
import { expectAccessible } from '../axe.ts';
import { slot } from '../client/booking-steps.ts';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { todayAt } from '../network.ts';
import { aClient, anAppointment, rowsOn, sheetOf } from './new-steps.ts';
import { arriveAsOwner } from './prepare.ts';

/** Taps the elements one after another and returns how many there are. */
async function taps(...ways: readonly Locator[]): Promise<number> {
  for (const way of ways) await way.click();
  return ways.length;
}

const say = ({ annotations }: TestInfo, count: number) =>
  annotations.push({ type: 'taps', description: String(count) });

const plus = (page: Page) =>
  page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Zakaži termin' });

test(
  'the owner books a client for the usual service with at most 7 taps from the home page',
  {
    tag: '@once',
  },
  async ({ page, salon }, info) => {
    const date = await dayAhead(salon, 3);
    const service_id = await aService(salon, 'Gel lak', 60);
    const { id } = await aClient(salon, 'Marta Đukanović');
    const appointment = { client_id: id, service_id: service_id as never, duration_minutes: 60 };
    await anAppointment(salon, { ...appointment, start_datetime: `${await dayAhead(salon, 1)} 12:00:00` });
    await aSlot(salon, date, '10:00');
    await arriveAsOwner(page, salon, '/');
    const field = page.getByLabel('Klijent');
    let count = await taps(plus(page), field);
    await page.keyboard.type('đukan');
    count += await taps(page.getByRole('option', { name: /Marta Đukanović/ }));
    await expect(page.getByText('Gel lak')).toBeVisible();
    count += await taps(
      slot(page, '10:00 - 11:00'),
      page.getByRole('button', { name: `Upiši, ${shortDay(date, await todayAt(salon))} u 10:00` }),
    );
    await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
    await expect(page.getByRole('article')).toContainText('Marta Đukanović');
    await expect(page.getByRole('heading', { name: 'Pošalji potvrdu' })).toBeVisible();
    for (const name of ['SMS', 'WhatsApp'])
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', /Gel%20lak/);
    await expect(page.getByRole('link', { name: 'Pozovi' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Kalendar' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dodaj u kalendar' })).toHaveCount(0);
    await expectAccessible(page);
    say(info, count);
    expect(count).toBeLessThanOrEqual(7);
    expect(await rowsOn(salon, date)).toEqual(['10:00-11:00 BOOKED Marta Đukanović']);
    await page.getByRole('link', { name: 'Novi termin' }).click();
    await expect(page.getByLabel('Klijent')).toBeVisible();
  },
);

/** The hours from UTC to a time zone in which it is noon when the tests start. */
const hoursToNoon = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;

test.describe('taps that the owner needs while the salon is open', () => {
  test.use({ settings: { SALON_TIME_ZONE: NOON_ZONE } });

  test(
    'the owner books a guest who is in the salon now with at most 5 taps from the home page',
    { tag: '@once' },
    async ({ page, salon }, info) => {
      await arriveAsOwner(page, salon, '/');
      const count = await taps(
        plus(page),
        page.getByRole('button', { name: 'Drugo vreme' }),
        sheetOf(page).getByRole('button', { name: 'Sada' }),
        sheetOf(page).getByRole('button', { name: 'Sačuvaj' }),
      );
      await expect(page.getByText(/^Gost, /)).toBeVisible();
      say(info, count);
      expect(count).toBeLessThanOrEqual(5);
      const rows = await rowsOn(salon, await todayAt(salon, NOON_ZONE));
      expect(rows).toEqual([expect.stringMatching(/^1[123]:\d[05]-1[45]:\d[05] BOOKED Gost$/)]);
    },
  );
});
