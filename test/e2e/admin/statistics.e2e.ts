import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, type WallDate, wallDateOf, yearOf } from '../../../src/domain/wall-clock.ts';
import { displayDayMonth } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aService } from '../client/prepare.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { arriveAsOwner } from './prepare.ts';

const PATH = '/admin/statistics';
const CALLS = '**/api/analytics/**';

/** Adds two one-hour bookings of a client and a two-hour free slot to yesterday, unless an earlier test of this server has added them. */
async function aDayOfWork(salon: Server): Promise<WallDate> {
  const headers = await asAdmin(salon);
  const day = addDays(await todayAt(salon), -1);
  const all = await request('GET /appointments/list', { headers, query: { from: day, to: day } }, at(salon));
  if (all.length > 0) return day;
  const service_id = await aService(salon, 'Gel lak', 60);
  const { name } = await aPerson(salon, 'Tijana Ćirić');
  const [person] = await request('GET /users', { headers, query: { role: 'CLIENT', q: name } }, at(salon));
  for (const [clock, minutes] of [
    ['09:00', 60],
    ['10:00', 60],
    ['12:00', 120],
  ] as const) {
    const body = { start_datetime: `${day} ${clock}:00`, duration_minutes: minutes };
    const { id } = await request('POST /appointments/slot', { headers, body }, at(salon));
    if (clock === '12:00') continue;
    const booked = { status: 'BOOKED', client_id: person?.id, service_id } as const;
    await request('PUT /appointments/{id}', { headers, params: { id }, body: booked }, at(salon));
  }
  return day;
}

const tile = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).first();

test('the figures of the last 30 days can be read with the mouse, with the keyboard and in a table', async ({
  page,
  salon,
}) => {
  const day = await aDayOfWork(salon);
  await arriveAsOwner(page, salon, PATH);
  await expect(tile(page, 'Zakazani (ukupno)')).toContainText('2');
  await expect(tile(page, 'Prihod (po uslugama)')).toContainText('3.600 RSD');
  await expect(tile(page, 'Top klijenata')).toContainText('1');
  await expect(tile(page, 'Iskorišćenost')).toContainText('50%');
  await expect(tile(page, 'Slobodno')).toContainText('1');
  await expect(page.getByRole('table', { name: 'Prihod po uslugama' })).toContainText('3.600 RSD');

  const line = page.getByRole('slider', { name: 'Broj termina po danima' });
  await line.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuetext', `${displayDayMonth(day)}, Broj termina: 2`);
  await page.keyboard.press('Escape');
  await page.getByRole('slider', { name: 'Prihod po uslugama' }).hover();
  await expect(page.getByText('Prihod: 3.600 RSD')).toBeVisible();
  await page.mouse.move(0, 0);
  await expectAccessible(page);
});

test('the revenue chart has one bar for each sold service, also for thirteen services', {
  tag: '@once',
}, async ({ page, salon }) => {
  const revenue = Array.from({ length: 13 }, (_, n) => ({
    name: `Usluga ${n + 1}`,
    revenue: 1000 * (n + 1),
  }));
  await page.route('**/api/analytics/revenue-by-service?*', (route) => route.fulfill({ json: revenue }));
  await arriveAsOwner(page, salon, PATH);
  const chart = page.getByRole('slider', { name: 'Prihod po uslugama' });
  await expect(chart).toHaveAttribute('aria-valuemax', '13');
  const card = page.locator('section').filter({ has: chart });
  await expect(card.locator('p').filter({ hasText: /^Usluga \d+/ })).toHaveCount(13);
  await expect(card.locator('svg path.visx-bar, svg rect.visx-bar')).toHaveCount(13);
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', 'Usluga 13, Prihod: 13.000 RSD');
});

test('the owner exports the statistics as CSV, and sets the period with fields, a button or the URL', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aDayOfWork(salon);
  const today = await todayAt(salon);
  await arriveAsOwner(page, salon, PATH);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(file.suggestedFilename()).toMatch(/^statistika-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.startsWith('\uFEFFStatistika;')).toBe(true);
  expect(text).toContain('Gel lak;3600\r\n');
  expect(text).toContain('Tijana Ćirić;2\r\n');

  await page.getByLabel('Od', { exact: true }).fill(addDays(today, 5));
  await page.getByRole('button', { name: 'Osveži' }).click();
  await expect(page.getByText('Kraj perioda ne može biti pre početka.')).toBeVisible();
  await page.getByLabel('Do', { exact: true }).fill(addDays(today, 9));
  await page.getByRole('button', { name: 'Osveži' }).click();
  await expect(page.getByText('Nema podataka za izabrani period.')).toBeVisible();
  await expect(tile(page, 'Zakazani (ukupno)')).toContainText('0');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Od', { exact: true })).toHaveValue(dayInField(addDays(today, 5)));
  await page.getByRole('button', { name: 'Ova godina' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${today.slice(0, 4)}-01-01&to=${today.slice(0, 4)}-12-31`));
  await expect(page.getByRole('button', { name: 'Ova godina' })).toHaveAttribute('aria-pressed', 'true');
});

test('the owner edits a client in a dialog that opens from the statistics; when it is opened again, the dialog shows the saved values', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aDayOfWork(salon);
  await arriveAsOwner(page, salon, PATH);
  await page.getByRole('button', { name: 'Tijana Ćirić 2x' }).click();
  const dialog = page.getByRole('dialog', { name: 'Klijent' });
  await expect(dialog.getByRole('heading', { name: 'Posete' })).toBeVisible();
  await dialog.getByLabel('Beleška').fill('Voli tamne boje.');
  await dialog.getByLabel('Status').selectOption('Neaktivan');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Nastavi unos' }).click();
  await expectAccessible(page);
  await page.route('**/api/users/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Greška pri čuvanju.', { exact: true })).toBeVisible();
  await page.unroute('**/api/users/*');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /^Tijana Ćirić \dx/ }).click();
  await expect(dialog.getByLabel('Beleška')).toHaveValue('Voli tamne boje.');
  await expect(dialog.getByLabel('Status')).toHaveValue('0');
});

test('the statistics and the client’s dialog each show an error if they fail to load', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aDayOfWork(salon);
  await page.route(CALLS, (route) => route.abort());
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByText('Greška pri učitavanju podataka.')).toBeVisible();
  await page.unroute(CALLS);
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/users/*', async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole('button', { name: /^Tijana Ćirić \dx/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Klijent' });
  await expect(dialog.getByText('Učitavanje…')).toBeVisible();
  release();
  await expect(dialog.getByText('Greška pri učitavanju korisnika.')).toBeVisible();
});

test('after the keyboard chooses a period, its button keeps the focus and the fields show the period', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, PATH);
  const thisYear = page.getByRole('button', { name: 'Ova godina' });
  await thisYear.press('Enter');
  await expect(thisYear).toHaveAttribute('aria-pressed', 'true');
  await expect(thisYear).toBeFocused();
  await expect(page.getByLabel('Do', { exact: true })).toHaveValue(
    dayInField(wallDateOf(yearOf(await todayAt(salon)), 12, 31)),
  );
});
