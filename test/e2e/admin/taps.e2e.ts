// Limits how many taps the owner needs for everyday tasks. Typing is not counted.
import type { Locator, Page, TestInfo } from '@playwright/test';
import { stripDays } from '../../../src/domain/booking.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { shortDay } from '../../../src/domain/wording/near-days.ts';
import { expectAccessible } from '../axe.ts';
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

const book = (page: Page, day: string, clock: string) =>
  sheetOf(page).getByRole('button', { name: `Upiši, ${day} u ${clock}` });

test(
  'the owner books a client who calls for the usual service with at most 5 taps from the home page',
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
    let count = await taps(plus(page), page.getByLabel('Klijent'));
    await page.keyboard.type('đukan');
    count += await taps(page.getByRole('option', { name: /Marta Đukanović/ }));
    await expect(sheetOf(page).getByText('Gel lak')).toBeVisible();
    const day = shortDay(date, await todayAt(salon));
    await expectAccessible(page);
    count += await taps(
      sheetOf(page).getByRole('button', { name: `${day} u 10:00` }),
      book(page, day, '10:00'),
    );
    await expect(page.getByText(/^Marta Đukanović, .* u 10:00$/)).toBeVisible();
    await expect(page).toHaveURL(`${salon.url}/`);
    say(info, count);
    expect(count).toBeLessThanOrEqual(5);
    expect(await rowsOn(salon, date)).toEqual(['10:00-11:00 BOOKED Marta Đukanović']);
  },
);

test(
  'the owner moves a client who calls into the week after with at most 5 taps, also far ahead',
  {
    tag: '@once',
  },
  async ({ page, salon }, info) => {
    const [date, later] = stripDays(await todayAt(salon), 60).slice(30) as [WallDate, WallDate];
    await anAppointment(salon, { start_datetime: `${date} 12:00:00`, guest_name: 'Lena Savić' } as never);
    await aSlot(salon, await dayAhead(salon, 1), '09:00');
    await aSlot(salon, later, '10:00', 120);
    await arriveAsOwner(page, salon, '/');
    const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
    const day = shortDay(later, await todayAt(salon));
    const count = await taps(
      page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Moji termini' }),
      page.getByRole('main').getByRole('button', { name: /Lena Savić/ }),
      dialog.getByRole('button', { name: 'Pomeri' }),
      dialog.getByRole('button', { name: `${day} u 10:00` }),
      dialog.getByRole('button', { name: 'Sačuvaj' }),
    );
    await expect(dialog).toHaveCount(0);
    say(info, count);
    expect(count).toBeLessThanOrEqual(5);
    expect(await rowsOn(salon, later)).toEqual(['10:00-12:00 BOOKED Lena Savić']);
  },
);

/** The hours from UTC to a time zone in which it is noon when the tests start. */
const hoursToNoon = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;

test.describe('taps that the owner needs while the salon is open', () => {
  test.use({ settings: { SALON_TIME_ZONE: NOON_ZONE } });

  test(
    'the owner books a guest who is in the salon with 3 taps from the home page, until the next booking',
    {
      tag: '@once',
    },
    async ({ page, salon }, info) => {
      const today = await todayAt(salon);
      await anAppointment(salon, { start_datetime: `${today} 13:30:00`, guest_name: 'Rada Šijan' } as never);
      await arriveAsOwner(page, salon, '/');
      const count = await taps(
        plus(page),
        sheetOf(page).getByRole('button', { name: 'Sada' }),
        sheetOf(page).getByRole('button', { name: /^Upiši, / }),
      );
      await expect(page.getByText(/^Gost, /)).toBeVisible();
      say(info, count);
      expect(count).toBeLessThanOrEqual(3);
      expect(await rowsOn(salon, today)).toContainEqual(
        expect.stringMatching(/^1[123]:\d[05]-1[34]:\d[05] BOOKED Gost$/),
      );
    },
  );

  test(
    'the owner blocks 30 minutes with 3 taps, over free time; a booking in the way is named',
    {
      tag: '@once',
    },
    async ({ page, salon }, info) => {
      const today = await todayAt(salon);
      const day = await dayAhead(salon, 2);
      await aSlot(salon, day, '09:00', 120);
      await anAppointment(salon, { start_datetime: `${day} 11:00:00`, guest_name: 'Rada Šijan' } as never);
      await arriveAsOwner(page, salon, '/');
      const sheet = sheetOf(page);
      const block = sheet.getByRole('button', { name: /^Blokiraj, / });
      const count = await taps(plus(page), sheet.getByRole('button', { name: 'Blokiraj' }), block);
      await expect(sheet).toHaveCount(0);
      say(info, count);
      expect(count).toBeLessThanOrEqual(3);
      expect(await rowsOn(salon, today)).toContainEqual(expect.stringMatching(/BLOCKED$/));

      await plus(page).click();
      await sheet.getByRole('button', { name: 'Blokiraj' }).click();
      await sheet.getByLabel('Datum').fill(day);
      await sheet.getByLabel('Početak').fill('10:45');
      await expect(sheet.getByText('Rada Šijan, 11:00 - 13:00')).toBeInViewport();
      await sheet.getByLabel('Početak').fill('10:20');
      await sheet.getByLabel('Trajanje (min)').fill('40');
      await sheet.getByLabel('Razlog').fill('Zubar');
      await expectAccessible(page);
      await block.click();
      await expect(sheet).toHaveCount(0);
      expect(await rowsOn(salon, day)).toEqual([
        '09:00-10:20 AVAILABLE',
        '10:20-11:00 BLOCKED',
        '11:00-13:00 BOOKED Rada Šijan',
      ]);
    },
  );
});
