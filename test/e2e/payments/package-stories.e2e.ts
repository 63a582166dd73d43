import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths, firstOfMonth } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { NAME, prepare } from './prepare.ts';

type Salon = Awaited<ReturnType<typeof prepare>>;

/** Taps the elements one after another and returns how many there are. Typing is not counted. */
async function taps(...ways: readonly Locator[]): Promise<number> {
  for (const way of ways) await way.click();
  return ways.length;
}

/** A visit `days` before today, to which the person came. */
async function aVisit(salon: Server, { admin, service_id, person }: Salon, days: number, more = {}) {
  const start_datetime = `${addDays(await todayAt(salon), -days)} 08:00:00`;
  const body = { start_datetime, duration_minutes: 60, person_id: person.id, service_id, ...more };
  const { id } = await request('POST /appointments', { ...admin, body: body as never }, at(salon));
  const came = { params: { id }, body: { attended: 1 as const } };
  await request('POST /appointments/{id}/attendance', { ...admin, ...came }, at(salon));
  return id;
}

const charge = (page: Page) => page.getByRole('dialog', { name: 'Naplata' });

/** The visits that nobody has charged. */
const uncharged = (page: Page) =>
  page.getByRole('region', { name: 'Novac danas' }).getByRole('button', { name: NAME });

/** Opens the dialog of the latest uncharged visit: another story may have left one. */
async function openVisit(page: Page, salon: Server): Promise<void> {
  await page.goto(`${salon.url}/admin/cash`);
  await uncharged(page).last().click();
}

test('a package of ten visits pays ten of them, not the eleventh, and again once one is voided', {
  tag: '@once',
}, async ({ page, salon }) => {
  const given = await prepare(salon, 10);
  const { admin, plan_id, person } = given;
  const sale = { kind: 'PACKAGE', plan_id, person_id: person.id, method: 'CASH' };
  const { id: holding_id } = await request('POST /holdings', { ...admin, body: sale as never }, at(salon));
  const use = async (appointment_id: number) => {
    const body = { appointment_id, kind: 'VISIT', method: 'PACKAGE', holding_id };
    return request('POST /payments', { ...admin, body: body as never }, at(salon));
  };
  for (let days = 11; days > 2; days--) await use(await aVisit(salon, given, days));
  const visits = [await aVisit(salon, given, 2), await aVisit(salon, given, 1)];
  await arriveAsOwner(page, salon, '/admin/cash');
  await expect(uncharged(page)).toHaveCount(2);
  await openVisit(page, salon);
  const count = await taps(
    page.getByRole('button', { name: 'Naplati' }),
    charge(page).getByRole('button', { name: /Paket: preostalo 1 od 10/ }),
    charge(page).getByRole('button', { name: 'Skini 1 posetu, preostalo 0' }),
  );
  expect(count).toBeLessThanOrEqual(3);
  await expect(page.getByText('Naplata je upisana.')).toBeVisible();
  await openVisit(page, salon);
  await page.getByRole('button', { name: 'Naplati' }).click();
  await expect(charge(page).getByRole('button', { name: 'Naplaćeno 1.800 din' })).toBeVisible();
  await expect(charge(page).getByRole('button', { name: /^Paket/ })).toHaveCount(0);
  const refusals = await Promise.allSettled(visits.map(use));
  expect(refusals.map((one) => one.status === 'rejected' && one.reason.code).sort()).toEqual([
    'holding_empty',
    'holding_empty',
  ]);
  await page.goto(`${salon.url}/admin/clients?osoba=${person.id}`);
  const used = page.getByRole('list', { name: 'Potrošeno' });
  await expect(used.getByRole('listitem')).toHaveCount(10);
  await used.getByRole('button', { name: 'Poništi' }).first().click();
  await page.getByLabel('Razlog').fill('Pogrešna osoba.');
  await page.getByRole('dialog', { name: 'Poništavanje' }).getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('preostalo 1 od 10')).toBeVisible();
  await expect(used.getByRole('listitem')).toHaveCount(9);
  await expectFitting(page);
  await openVisit(page, salon);
  await page.getByRole('button', { name: 'Naplati' }).click();
  await expect(charge(page).getByRole('button', { name: /Paket: preostalo 1 od 10/ })).toBeVisible();
});

test('a voucher is sold with at most 6 taps, sent as a picture, and pays for the person who got it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const given = await prepare(salon);
  await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }));
  await arriveAsOwner(page, salon, '/admin/cash');
  const sale = page.getByRole('dialog', { name: 'Prodaj' });
  const count = await taps(
    page.getByRole('button', { name: 'Prodaj' }),
    sale.getByRole('button', { name: 'Poklon-vaučer' }),
    sale.getByRole('button', { name: '2.000', exact: true }),
    sale.getByRole('button', { name: 'Naplaćeno 2.000 din' }),
  );
  const download = page.waitForEvent('download');
  expect(count + (await taps(page.getByRole('button', { name: 'Podeli sliku' })))).toBeLessThanOrEqual(6);
  expect((await download).suggestedFilename()).toBe('poklon-vaucer.png');
  const code = (await page.getByText(/^[2-9A-HJ-NP-Z]{4}-/).textContent()) ?? '';
  const start_datetime = `${addDays(await todayAt(salon), -1)} 11:00:00`; // another story's visit was at 08:00
  const id = await aVisit(salon, given, 1, { start_datetime });
  await openVisit(page, salon);
  await taps(
    page.getByRole('button', { name: 'Naplati' }),
    charge(page).getByRole('button', { name: 'Vaučer' }),
  );
  await charge(page).getByLabel('Kod vaučera').fill(code.toLowerCase());
  await taps(charge(page).getByRole('button', { name: 'Nađi' }));
  await expect(
    charge(page).getByRole('button', { name: /Vaučer: preostalo 2.000 od 2.000 din/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await taps(charge(page).getByRole('button', { name: 'Naplaćeno', exact: true }));
  await expect(page.getByText('Naplata je upisana.')).toBeVisible();
  const { holdings } = await request(
    'GET /holdings',
    { headers: await asAdmin(salon), query: { code } },
    at(salon),
  );
  expect(holdings).toMatchObject([{ amount_left: 200, uses: [{ appointment_id: id, amount: 1800 }] }]);
});

test('a month of a technician with her own share of a service is paid out and stays as it was', {
  tag: '@once',
}, async ({ page, salon }) => {
  const given = await prepare(salon);
  const { admin } = given;
  const today = await todayAt(salon);
  const mira = { name: 'Mira Savin', percent: 30 };
  const { id: technician_id } = await request('POST /technicians', { ...admin, body: mira }, at(salon));
  await arriveAsOwner(page, salon, '/admin/settings?deo=radnice');
  await page
    .getByRole('button', { name: /Mira Savin/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Mira Savin' });
  const gel = page.getByRole('checkbox', { name: 'Gel lak', exact: true });
  const service = form.getByRole('listitem').filter({ has: gel }).last();
  await service.getByRole('button', { name: 'Vreme, cena i udeo' }).click();
  await service.getByLabel('Udeo (%)').fill('50');
  await expectFitting(page);
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form).toBeHidden();
  const month = addMonths(firstOfMonth(today), -1);
  const more = { technician_id, start_datetime: `${addDays(month, 10)} 08:00:00` };
  const id = await aVisit(salon, given, 0, more);
  const cash = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 1800 };
  const { id: payment } = await request('POST /payments', { ...admin, body: cash as never }, at(salon));
  const database = new DatabaseSync(join(salon.dataDirectory, 'lunula.sqlite'));
  database.prepare('update payments set day = ? where id = ?').run(addDays(month, 10), payment);
  database.close();
  await page.goto(`${salon.url}/admin/shares?mesec=${month}`);
  const row = page.getByRole('row', { name: /Mira Savin/ });
  await expect(row).toContainText('900'); // half of 1.800
  await row.getByRole('button', { name: 'Isplaćeno' }).click();
  const paying = page.getByRole('dialog', { name: 'Mira Savin' });
  await expect(paying).toContainText('Isplata 900 din');
  await expectAccessible(page);
  await paying.getByRole('button', { name: 'Označi kao isplaćeno' }).click();
  await expect(page.getByText('Isplata je upisana.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Isplaćeno' })).toBeHidden();
  const voided = { ...admin, params: { id: payment }, body: { reason: 'Greška.' } };
  await expect(request('POST /payments/{id}/void', voided, at(salon))).rejects.toThrow(
    'Obračun za taj period je isplaćen.',
  );
  await page.goto(`${salon.url}/admin/cash`);
  await expect(page.getByRole('list', { name: 'Troškovi' })).toContainText('900');
});
