import { addDays, isSunday } from '../../../../src/domain/wall-clock.ts';
import { onDay } from '../../../../src/domain/wording/dates.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';
import { makeWeek, PATH } from './week.ts';

const settingNow = async (salon: Server) =>
  (await request('GET /settings', { headers: await asAdmin(salon) }, at(salon))).generate_ahead_weeks;

/** Returns the days after today that have slots, up to 90 days ahead. */
async function daysWithSlots(salon: Server): Promise<string[]> {
  const today = await todayAt(salon);
  const query = { from: addDays(today, 1), to: addDays(today, 90) };
  const rows = await request('GET /appointments/list', { query, headers: await asAdmin(salon) }, at(salon));
  return [...new Set(rows.map(({ start_datetime }) => start_datetime.slice(0, 10)))].sort();
}

test('within seconds after the owner switches on automatic slots, the server generates slots for the chosen number of weeks', {
  tag: '@once',
}, async ({ page, salon }) => {
  const noon = [['12:00', 60]] as const;
  await makeWeek(salon, { 1: noon, 2: noon, 3: noon, 4: noon, 5: noon, 6: noon });
  const today = await todayAt(salon);
  const workdays = (weeks: number) =>
    Array.from({ length: 7 * weeks - 1 }, (_, n) => addDays(today, n + 1)).filter((day) => !isSunday(day));
  await arriveAsOwner(page, salon, PATH);
  const ahead = page.getByRole('switch', { name: 'Automatski otvaraj nove nedelje' });
  await expect(ahead).not.toBeChecked();
  await expect(
    page.getByText('Što obrišete ili pomerite, ostaje tako. Dani odsustva se preskaču.'),
  ).toBeVisible();
  await ahead.click();
  await expect(ahead).toBeChecked();
  await expect(
    page.getByText(`4 nedelje unapred, sada do ${onDay(addDays(today, 27), today)}`),
  ).toBeVisible();
  await expect.poll(() => daysWithSlots(salon)).toEqual(workdays(4));
  await expectAccessible(page);
  // the form that generates slots by hand is still shown; all its slots exist already, so it would add none
  await expect(page.getByText('Napraviće se 0 termina.')).toBeVisible();

  const more = page.getByRole('button', { name: 'Više' }).last();
  await more.click();
  await more.click();
  await expect(page.getByRole('spinbutton', { name: 'Koliko nedelja' })).toHaveValue('6');
  await expect.poll(() => settingNow(salon)).toBe(6);
  await expect.poll(() => daysWithSlots(salon)).toEqual(workdays(6));
  await page.reload();
  await expect(ahead).toBeChecked();
  await expect(page.getByText(`6 nedelja unapred`)).toBeVisible();

  await page.goto(`${salon.url}/admin/settings?deo=zakazivanje`);
  const row = page.getByLabel('Automatski otvaraj nove nedelje');
  await expect(row).toHaveValue('6');
  await row.fill('9');
  await expect(page.getByText('Najviše 8.')).toBeVisible();
  await expectAccessible(page);
  await row.fill('0');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await page.goto(`${salon.url}${PATH}`);
  await expect(ahead).not.toBeChecked();
  expect(await daysWithSlots(salon)).toEqual(workdays(6));
});

test('if switching on automatic slots fails, the switch returns to off and an error is shown', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await arriveAsOwner(page, salon, PATH);
  const ahead = page.getByRole('switch', { name: 'Automatski otvaraj nove nedelje' });
  await ahead.click();
  await expect(page.getByText('Greška pri čuvanju podešavanja.')).toBeVisible();
  await expect(ahead).not.toBeChecked();
});

test('a change of the number of weeks is saved even if the owner leaves the tab at once', {
  tag: '@once',
}, async ({ page, salon }) => {
  const body = { generate_ahead_weeks: 2 };
  await request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));
  await arriveAsOwner(page, salon, PATH);
  const count = page.getByRole('group', { name: 'Koliko nedelja' });
  await count.getByRole('button', { name: 'Više' }).click();
  await page.getByRole('tab', { name: 'Pregled termina' }).click();
  await expect.poll(() => settingNow(salon)).toBe(3);
});
