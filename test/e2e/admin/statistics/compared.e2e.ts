import type { Page } from '@playwright/test';
import { addDays, type WallDate } from '../../../../src/domain/wall-clock.ts';
import { displayDate, displayDayMonth } from '../../../../src/domain/wording/dates.ts';
import { shortDay } from '../../../../src/domain/wording/near-days.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, aService } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';

test.describe.configure({ mode: 'serial' });

const tile = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).first();

/** Adds a past booking of a new client. If `service_id` is null, the booking has no service. */
async function aPastAppointment(salon: Server, day: WallDate, clock: string, service_id: number | null) {
  const headers = await asAdmin(salon);
  const { name } = await aPerson(salon, `Posetila ${clock}`);
  const [person] = await request('GET /users', { headers, query: { role: 'CLIENT', q: name } }, at(salon));
  const slot = { start_datetime: `${day} ${clock}:00`, duration_minutes: 60 };
  const { id } = await request('POST /appointments/slot', { headers, body: slot }, at(salon));
  const body = { status: 'BOOKED', client_id: person?.id, service_id } as const;
  await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  return { id, headers };
}

test('the statistics of one day show the difference from the day before, the no-shows and the revenue by day', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const day = addDays(today, -20);
  const before = addDays(day, -1);
  const gel = await aService(salon, 'Gel lak', 60);
  await aPastAppointment(salon, before, '09:00', gel);
  const { id, headers } = await aPastAppointment(salon, day, '09:00', gel);
  await aPastAppointment(salon, day, '11:00', gel);
  const body = { attended: 0 } as const;
  await request('POST /appointments/{id}/attendance', { params: { id }, headers, body }, at(salon));
  await arriveAsOwner(page, salon, `/admin/statistics?from=${day}&to=${day}`);
  await expect(tile(page, 'Zakazani (ukupno)')).toContainText('1 više (bilo 1)');
  await expect(tile(page, 'Prihod (po uslugama)')).toContainText('3.600 RSD');
  await expect(tile(page, 'Prihod (po uslugama)')).toContainText('1.800 više (bilo 1.800)');
  await expect(tile(page, 'Top klijenata')).toContainText('od 2 klijentkinje');
  await expect(tile(page, 'Iskorišćenost')).toContainText('isto, 100%');
  await expect(tile(page, 'Nisu došle')).toContainText('1 više (bilo 0)');
  await expect(page.getByText(`Poređenje sa periodom ${shortDay(before, today)}.`)).toBeVisible();
  await expect(page.getByRole('link', { name: /bez usluge/ })).toHaveCount(0);

  await expect(page.getByRole('button', { name: 'Broj termina' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Prihod', exact: true }).click();
  const line = page.getByRole('slider', { name: 'Prihod po danima' });
  await line.focus();
  await page.keyboard.press('End');
  await expect(line).toHaveAttribute('aria-valuetext', `${displayDayMonth(day)}, Prihod: 3.600 RSD`);
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: 'Prihod po danima' });
  await expect(table.getByRole('row', { name: displayDate(day) })).toHaveText(/2\s*3\.600 RSD/);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
});

test('the statistics say how many bookings have no service, and a link opens the list of these bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await todayAt(salon), -24);
  const gel = await aService(salon, 'Manikir', 60);
  await aPastAppointment(salon, day, '09:00', null);
  await aPastAppointment(salon, day, '11:00', gel);
  const address = `/admin/statistics?from=${day}&to=${day}`;
  await arriveAsOwner(page, salon, address);
  await expect(tile(page, 'Zakazani (ukupno)')).toContainText('2');
  await page.getByRole('link', { name: '1 termin bez usluge nije uračunat' }).click();
  await expect(page.getByRole('tab', { name: 'Pregled termina' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Prikazani su samo termini bez usluge.')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('BOOKED');
  await expect(page.getByText('Prikazano: 1 termin.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Prikaži sve' }).click();
  await expect(page.getByText('Prikazano: 2 termina.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: '1 termin bez usluge nije uračunat' })).toBeVisible();
});
