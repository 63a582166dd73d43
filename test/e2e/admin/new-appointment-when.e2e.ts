// The time of a new appointment: chosen by a tap in the calendar, already occupied, occupied by another booking while
// the form is open, or “now”.
import { block, openCalendar, pointAt, rowAt, weekAhead } from '../calendar/grid.ts';
import { dayAhead } from '../client/prepare.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { anAppointment, rowsOn, sheetOf } from './new-steps.ts';
import { arriveAsOwner } from './prepare.ts';

test('a tap on empty space in the calendar opens the form of a new appointment at that time; a tap on an appointment opens the appointment', async ({
  page,
  salon,
}, { project }) => {
  const monday = await weekAhead(salon, 6);
  const id = await rowAt(salon, `${monday} 08:00`, 60, 'Mila');
  await openCalendar(page, salon, monday, 'day');
  const { x, y } = await pointAt(page, monday, '10:20');
  await (project.name === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel('Datum')).toHaveValue(dayInField(monday));
  await expect(sheet.getByLabel('Početak')).toHaveValue('10:15');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await block(page, id).click();
  await expect(page.getByRole('dialog', { name: 'Termin', exact: true })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('if the chosen time is taken, the form names the appointment at that time, and lists the free times of the day', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 7);
  await rowAt(salon, `${day} 06:00`, 420, 'Prva');
  await rowAt(salon, `${day} 14:15`, 120, 'Katarina Pešić');
  await anAppointment(salon, { start_datetime: `${day} 16:15:00`, duration_minutes: 150, status: 'BLOCKED' });
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByLabel('Trajanje (min)').fill('60');
  await sheet.getByLabel('Početak').fill('15:00');
  const alert = sheet.getByRole('alert').filter({ hasText: 'Već postoji termin u tom vremenu.' });
  await expect(alert).toContainText('Katarina Pešić, 14:15 - 16:15');
  await sheet.getByLabel('Početak').fill('17:00');
  await expect(alert).toContainText('Blokiran, 16:15 - 18:45');
  await expect(sheet.getByRole('button', { name: /^\d\d:\d\d$/ })).toHaveText(['13:00', '18:45']);
  await sheet.getByRole('button', { name: '18:45' }).click();
  await expect(sheet.getByText('Već postoji termin u tom vremenu.')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Gost, .* u 18:45$/)).toBeVisible();
  expect(await rowsOn(salon, day)).toContain('18:45-19:45 BOOKED Gost');
});

test('if another booking takes the time while the form is open, the form names that booking and keeps the typed values', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 8);
  await withoutStream(page);
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByLabel('Ime gosta').fill('Rada Šijan');
  await sheet.getByLabel('Početak').fill('11:00');
  await expect(sheet.getByRole('alert').filter({ hasText: 'Već postoji' })).toHaveCount(0);
  // the page cannot load the overlapping booking, so the name of its guest must come from the server's refusal
  await page.route('**/api/analytics/calendar?*', (route) => route.abort());
  const start_datetime = `${day} 10:30:00` as const;
  await anAppointment(salon, { start_datetime, duration_minutes: 60, guest_name: 'Katarina Pešić' } as never);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: 'Katarina Pešić, 10:30 - 11:30' })).toBeVisible();
  await expect(sheet.getByLabel('Početak')).toBeFocused();
  await expect(sheet.getByLabel('Ime gosta')).toHaveValue('Rada Šijan');
  expect(await rowsOn(salon, day)).toEqual(['10:30-11:30 BOOKED Katarina Pešić']);
});

test('if the owner sets the status to blocked, the form removes the chosen guest, and the appointment is saved without a person', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 9);
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByRole('button', { name: 'Izmeni Status' }).click();
  await sheet.getByLabel('Status').selectOption('BLOCKED');
  await expect(sheet.getByLabel('Ime gosta')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual(['09:00-11:00 BLOCKED']);
});

test.describe('while the salon is closed', () => {
  const hours = 23 - new Date().getUTCHours();
  test.use({ settings: { SALON_TIME_ZONE: hours > 12 ? `Etc/GMT+${24 - hours}` : `Etc/GMT-${hours}` } });

  test('the button “Sada” of a new appointment says so and sets no time; without services, the form says that the price list is empty', {
    tag: '@once',
  }, async ({ page, salon }) => {
    await arriveAsOwner(page, salon, '/admin/calendar');
    await page.getByRole('button', { name: 'Novi termin' }).click();
    const sheet = sheetOf(page);
    await sheet.getByRole('button', { name: 'Sada' }).click();
    await expect(sheet.getByText(/Salon je sada zatvoren/)).toBeVisible();
    await expect(sheet.getByText('Cenovnik je prazan.')).toBeVisible();
    await expect(sheet.getByText('Nedavno')).toHaveCount(0);
  });
});
