import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { at, todayAt } from '../network.ts';
import { NAME, prepare } from './prepare.ts';

const naplata = (page: Page) => page.getByRole('dialog', { name: 'Naplata' });

test('the owner sells a package from the card, takes a visit in one tap, and gives it back', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { admin, service_id, person } = await prepare(salon);
  const day = addDays(await todayAt(salon), -1);
  const { id } = await request(
    'POST /appointments',
    {
      ...admin,
      body: {
        start_datetime: `${day} 08:00:00`,
        duration_minutes: 60,
        person_id: person.id,
        service_id,
      } as never,
    },
    at(salon),
  );
  await request(
    'POST /appointments/{id}/attendance',
    { ...admin, params: { id }, body: { attended: 1 } },
    at(salon),
  );
  await arriveAsOwner(page, salon, `/admin/clients?osoba=${person.id}`);
  await page.getByRole('button', { name: 'Prodaj' }).click();
  const sale = page.getByRole('dialog', { name: 'Prodaj' });
  await expect(sale.getByRole('radio', { name: /10 \+ 1 gel lak/ })).toBeChecked();
  await expect(sale).toContainText('Lunula ga ne izdaje.');
  await expectAccessible(page);
  await expectFitting(page);
  await sale.getByRole('button', { name: 'Naplaćeno 18.000 din' }).click();
  await expect(page.getByText('preostalo 11 od 11')).toBeVisible();
  await page.goto(`${salon.url}/admin/cash`);
  await expect(page.getByRole('heading', { name: 'Paketi i vaučeri' })).toBeVisible();
  const open = page.getByRole('region', { name: 'Novac danas' });
  await open.getByRole('button', { name: NAME }).click();
  await page.getByRole('button', { name: 'Naplati' }).click();
  await naplata(page)
    .getByRole('button', { name: /Paket: preostalo 11 od 11/ })
    .click();
  await expectAccessible(page);
  await naplata(page).getByRole('button', { name: 'Skini 1 posetu, preostalo 10' }).click();
  await expect(page.getByText('Naplata je upisana.')).toBeVisible();
  const { holdings } = await request(
    'GET /holdings',
    { ...admin, query: { person_id: person.id } },
    at(salon),
  );
  expect(holdings).toMatchObject([{ visits_left: 10, uses: [{ appointment_id: id }] }]);
});

test('a late cancellation of tomorrow costs a visit of the package as the owner decides, today', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { admin, service_id, plan_id, person } = await prepare(salon);
  await request('PUT /settings', { ...admin, body: { late_cancel_hours: 48 } as never }, at(salon));
  const sale = { kind: 'PACKAGE', plan_id, person_id: person.id, method: 'CASH' };
  await request('POST /holdings', { ...admin, body: sale as never }, at(salon));
  const tomorrow = addDays(await todayAt(salon), 1);
  const times = { start_datetime: `${tomorrow} 08:00:00`, duration_minutes: 60 };
  const { id } = await request(
    'POST /appointments',
    { ...admin, body: { ...times, status: 'BOOKED', person_id: person.id, service_id } as never },
    at(salon),
  );
  await request(
    'POST /appointments/{id}/cancel',
    { ...admin, params: { id }, body: { reason: 'Bolest', asked_by: 'CLIENT' } },
    at(salon),
  );
  await arriveAsOwner(page, salon, '/admin/cash');
  const open = page.getByRole('region', { name: 'Novac danas' });
  await expect(open.getByText('kasno otkazala')).toBeVisible();
  await open.getByRole('button', { name: 'Uračunaj posetu' }).click();
  await expect(page.getByText('Poseta je uračunata.')).toBeVisible();
  await expect(open.getByText('kasno otkazala')).toBeHidden();
});

test('a voucher is sold with its printed page, which opens without a login', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await prepare(salon);
  await arriveAsOwner(page, salon, '/admin/cash');
  await page.getByRole('button', { name: 'Prodaj' }).click();
  const sale = page.getByRole('dialog', { name: 'Prodaj' });
  await sale.getByRole('button', { name: 'Poklon-vaučer' }).click();
  await sale.getByRole('button', { name: '5.000' }).click();
  await sale.getByLabel('Za', { exact: true }).fill('Mira Savin');
  await sale.getByRole('button', { name: 'Naplaćeno 5.000 din' }).click();
  await expect(page.getByRole('heading', { name: 'Poklon-vaučer' })).toBeVisible();
  await expect(page.getByText('Za: Mira Savin')).toBeVisible();
  await expect(page.getByText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  const url = page.url();
  expect(url).toMatch(/\/vaucer#.+/);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.getByText('5.000 din')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(url.slice(0, -1));
  await expect(page.getByRole('heading', { name: 'Poklon-vaučer' })).toBeVisible();
  await expect(page.getByText('Link više ne važi.')).toBeVisible();
  await expectAccessible(page);
});

test('Obračun shows what a technician has earned', { tag: '@once' }, async ({ page, salon }) => {
  const { admin, service_id, person } = await prepare(salon);
  const mira = { name: 'Mira Savin', percent: 40 };
  const { id: technician_id } = await request('POST /technicians', { ...admin, body: mira }, at(salon));
  const start_datetime = `${addDays(await todayAt(salon), -1)} 10:00:00`;
  const booked = { start_datetime, duration_minutes: 60, person_id: person.id, service_id, technician_id };
  const { id } = await request('POST /appointments', { ...admin, body: booked as never }, at(salon));
  const cash = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 1800 };
  await request('POST /payments', { ...admin, body: cash as never }, at(salon));
  await arriveAsOwner(page, salon, '/admin/statistics');
  await page.getByRole('link', { name: 'Obračun' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Obračun' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Mira Savin/ })).toContainText('720');
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Mira Savin' }).click();
  await expect(page.getByRole('dialog', { name: 'Mira Savin' })).toContainText('Udeo 40 %');
});
