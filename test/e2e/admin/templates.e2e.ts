import type { Page } from '@playwright/test';
import { addDays, startOfWeek } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, holdRequests, todayAt } from '../network.ts';
import { arriveAsOwner, listOf } from './prepare.ts';
import { unfold } from './templates/week.ts';

const PATH = '/admin/appoitments?tab=sabloni';

/** Deletes all templates and adds two-hour templates that start at `starts` on one weekday. */
async function makeWeek(salon: Server, weekday: number, ...starts: string[]): Promise<void> {
  const headers = await asAdmin(salon);
  for (const { id } of await request('GET /templates', { headers }, at(salon)))
    await request('DELETE /templates/{id}', { params: { id }, headers }, at(salon));
  for (const start of starts)
    await request('POST /templates', { headers, body: { weekday, time_start: `${start}:00` } }, at(salon));
}

const inWeek = (page: Page, range: string) =>
  page
    .locator('section', { has: page.getByRole('heading', { name: 'Radna nedelja' }) })
    .getByRole('listitem')
    .filter({ hasText: range });

test('the owner adds templates one after another; a time that is taken or invalid, and a date too far ahead, are refused', {
  tag: '@once',
}, async ({ page, salon }) => {
  await makeWeek(salon, 1);
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByText('Još nema šablona.')).toBeVisible();
  await page.getByLabel('Dan', { exact: true }).selectOption({ label: 'Ponedeljak' });
  await page.getByLabel('Vreme').fill('09:00');
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Šablon je dodat.')).toBeVisible();
  await unfold(page, 'Ponedeljak');
  await expect(inWeek(page, '09:00 - 11:00')).toBeVisible();
  await expect(page.getByLabel('Vreme')).toHaveValue('11:00');
  await page.getByLabel('Vreme').fill('09:00');
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Već postoji šablon za taj dan i vreme.')).toBeVisible();
  await page.getByLabel('Vreme').fill('21:00');
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Termin mora biti između 06:00 i 22:00.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Od datuma').fill(addDays(await todayAt(salon), 400));
  await page.getByRole('button', { name: 'Generiši termine' }).click();
  await expect(page.getByText('Datum može biti najviše godinu dana unazad ili unapred.')).toBeVisible();
});

test('the preview shows how many slots will be generated and skipped; generating again adds no duplicates', {
  tag: '@once',
}, async ({ page, salon }) => {
  const monday = addDays(startOfWeek(await todayAt(salon)), 7);
  await makeWeek(salon, 1, '09:00', '11:00');
  await arriveAsOwner(page, salon, PATH);
  await page.getByLabel('Od datuma').fill(monday);
  await page.getByLabel('Broj nedelja').selectOption('2');
  await expect(page.getByText('Napraviće se 4 termina.')).toBeVisible();
  await unfold(page, 'Ponedeljak');
  const second = inWeek(page, '11:00 - 13:00');
  await second.getByRole('switch').click();
  await expect(second).toContainText('isključen');
  await expect(page.getByText('Napraviće se 2 termina.')).toBeVisible();
  await page.getByRole('button', { name: 'Generiši termine' }).click();
  await expect(page.getByText('Napravljeno: 2, preskočeno: 0.').first()).toBeVisible();
  await expect(page.getByText('Napraviće se')).toHaveCount(0);
  await expect(page.getByText('Preskočiće se')).toHaveCount(0);
  await page.getByLabel('Broj nedelja').selectOption('1');
  await expect(page.getByText('Preskočiće se 1 termin.')).toBeVisible();
  await expect(page.getByRole('status').getByText('Napravljeno')).toHaveCount(0);
  await page.getByLabel('Broj nedelja').selectOption('2');
  await expect(page.getByText('Preskočiće se 2 termina.')).toBeVisible();
  await expect(page.getByText('Već postoji termin: 09:00 - 11:00').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Generiši termine' }).click();
  await expect(page.getByText('Napravljeno: 0, preskočeno: 2.').first()).toBeVisible();
  await page.goto(`${salon.url}${listOf(monday)}`);
  await expect(page.locator('[data-appointment-id]')).toHaveCount(1);
});

test('the owner edits and deletes a template', { tag: '@once' }, async ({ page, salon }) => {
  await makeWeek(salon, 2, '10:00');
  await arriveAsOwner(page, salon, PATH);
  await unfold(page, 'Utorak');
  await inWeek(page, '10:00 - 12:00').getByRole('button', { name: 'Izmeni' }).click();
  const sheet = page.getByRole('dialog', { name: 'Šablon' });
  await sheet.getByLabel('Dan').selectOption({ label: 'Sreda' });
  await sheet.getByLabel('Trajanje (min)').fill('60');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await unfold(page, 'Sreda');
  const changed = inWeek(page, '10:00 - 11:00');
  await changed.getByRole('button', { name: 'Obriši' }).click();
  await page.getByRole('alertdialog', { name: 'Potvrda' }).getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Šablon je obrisan.')).toBeVisible();
  await expect(changed).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Termini', level: 1 })).toBeFocused();
});

test('a template that was switched off stays off while the list is refetched', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await makeWeek(salon, 3, '10:00');
  await arriveAsOwner(page, salon, PATH);
  await unfold(page, 'Sreda');
  const active = page.getByRole('switch', { name: 'Aktivan, 10:00 - 12:00' });
  await expect(active).toBeChecked();
  const release = await holdRequests(page, '**/api/templates');
  const refetched = page.waitForRequest('**/api/templates');
  await active.click();
  await refetched;
  // waits for several frames: by then the page would show the wrong state
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(await active.isChecked()).toBe(false);
  release();
  await expect(page.getByText('isključen')).toBeVisible();
  await expect(active).not.toBeChecked();
});

test('a press on the backdrop asks whether to discard the changes, even if the press first completes a half-typed time', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await makeWeek(salon, 4, '10:00');
  await arriveAsOwner(page, salon, PATH);
  await unfold(page, 'Četvrtak');
  await page.getByRole('button', { name: 'Izmeni' }).click();
  await page.getByRole('dialog', { name: 'Šablon' }).getByLabel('Vreme').fill('930');
  await page.mouse.click(10, 10, { delay: 50 });
  await expect(page.getByRole('alertdialog')).toContainText('Odbaciti ono što ste upisali?');
});
