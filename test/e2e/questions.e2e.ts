// Asks each question of the table of acts (docs/spec/behaviour.md §5.14), and undoes what is done without one.
import type { Page } from '@playwright/test';
import { addDays } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import { acts } from '../support/rows/acts.ts';
import type { Server } from '../support/server.ts';
import {
  aBooking,
  aGuestBooking,
  appointmentNow,
  arriveAsOwner,
  chooseMore,
  listOf,
  openFromList,
} from './admin/prepare.ts';
import { unfold } from './admin/templates/week.ts';
import { aPerson, dayAhead } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { asAdmin, at, todayAt } from './network.ts';

/** Opens a page and presses what begins the act. */
type Ask = (page: Page, salon: Server) => Promise<void>;

const send = async (
  salon: Server,
  name: 'POST /annual' | 'POST /payments' | 'PUT /settings' | 'POST /templates',
  body: object,
) => request(name, { headers: await asAdmin(salon), body: body as never }, at(salon));

async function openBooking(page: Page, salon: Server, hour: string) {
  const day = await dayAhead(salon, 2);
  const booked = await aGuestBooking(salon, day, hour, 'Rada Šijan');
  await arriveAsOwner(page, salon, listOf(day));
  return openFromList(page, booked);
}

async function typeAbsence(page: Page, day: string, reason = 'Sajam') {
  await page.getByLabel('Od', { exact: true }).fill(day);
  await page.getByLabel('Do', { exact: true }).fill(day);
  await page.getByLabel('Razlog').fill(reason);
}

const ASK: Record<string, Ask> = {
  'POST /appointments/{id}/cancel': async (page, salon) => {
    const dialog = await openBooking(page, salon, '08:00');
    await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  },
  'DELETE /appointments/{id}': async (page, salon) =>
    chooseMore(await openBooking(page, salon, '10:00'), 'Obriši'),
  'POST /appointments/cancel-many': async (page, salon) => {
    const day = await dayAhead(salon, 3);
    await aGuestBooking(salon, day, '09:00', 'Sara Panić');
    await send(salon, 'POST /annual', { date_from: day, date_to: day });
    await arriveAsOwner(page, salon, '/admin/annual');
    await page.getByRole('button', { name: 'Otkaži sve i javi' }).click();
  },
  'POST /annual': async (page, salon) => {
    const day = await dayAhead(salon, 4);
    await aGuestBooking(salon, day, '09:00', 'Sara Panić');
    await arriveAsOwner(page, salon, '/admin/annual');
    await typeAbsence(page, day);
    await page.getByRole('button', { name: 'Otkaži sve i javi (1)' }).click();
  },
  'DELETE /annual/{id}': async (page, salon) => {
    const day = await dayAhead(salon, 5);
    await send(salon, 'POST /annual', { date_from: day, date_to: day, reason: 'Popravke' });
    await arriveAsOwner(page, salon, '/admin/annual');
    const card = page.getByRole('article').filter({ hasText: 'Popravke' });
    await card.getByRole('button', { name: 'Detalji' }).click();
    await card.getByRole('button', { name: 'Obriši' }).click();
  },
  'DELETE /templates/{id}': async (page, salon) => {
    await send(salon, 'POST /templates', { weekday: 2, time_start: '09:00:00' });
    await arriveAsOwner(page, salon, '/admin/appoitments?tab=sabloni');
    await unfold(page, 'Utorak');
    await page.getByRole('button', { name: 'Obriši' }).first().click();
  },
  'POST /payments/{id}/void': async (page, salon) => {
    await send(salon, 'PUT /settings', { payments: 1 });
    await send(salon, 'POST /payments', { kind: 'EXPENSE', method: 'CASH', amount: 300, note: 'Aceton' });
    await arriveAsOwner(page, salon, '/admin/cash');
    await page.getByRole('list', { name: 'Troškovi' }).getByRole('button', { name: 'Poništi' }).click();
  },
};

const ASKED = acts().filter(({ question }) => question !== 'no');

test('each question of the table has its steps here', { tag: '@once' }, () => {
  expect(ASKED.map((row) => row.request).sort()).toEqual(Object.keys(ASK).sort());
});

for (const { act, request: name, question } of ASKED)
  test(`${act}: asks before anything is sent`, { tag: '@once' }, async ({ page, salon }) => {
    const sent: string[] = [];
    const [method = '', path = ''] = name.split(' ');
    const wanted = new RegExp(`^${method} .*${path.replaceAll(/\{\w+\}/g, '\\d+')}(\\?|$)`);
    page.on('request', (made) => sent.push(`${made.method()} ${made.url()}`));
    await ASK[name]?.(page, salon);
    const dialog = page.getByRole(question === 'the reason' ? 'dialog' : 'alertdialog').last();
    const confirm = dialog
      .locator('button')
      .filter({ hasText: /^(Potvrdi otkazivanje|Otkaži \d+ termin.*|Poništi|Obriši)$/ });
    if (question === 'the reason') {
      const reason = dialog.getByLabel('Razlog').last();
      await reason.fill('');
      expect(sent.filter((one) => wanted.test(one))).toEqual([]);
      await reason.fill('Bolest u porodici.');
    } else await expect(dialog).toContainText(question);
    expect(sent.filter((one) => wanted.test(one))).toEqual([]);
    await confirm.click();
    await expect.poll(() => sent.filter((one) => wanted.test(one)).length).toBe(1);
  });

test('an absence is added without a question, and its toast undoes it with its cancellations', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 8);
  await arriveAsOwner(page, salon, '/admin/annual');
  await typeAbsence(page, day, 'Odmor');
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Odmor' });
  await expect(card).toHaveCount(1);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(card).toHaveCount(0);

  const booked = await aBooking(salon, day, '09:00', await aPerson(salon, 'Nađa Vasić'));
  await typeAbsence(page, day, 'Odmor');
  await page.getByRole('button', { name: 'Otkaži sve i javi (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži 1 termin' }).click();
  await expect(card).toHaveCount(1);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(card).toHaveCount(0);
  expect(await appointmentNow(salon, booked.id)).toMatchObject({ status: 'BOOKED', cancel_reason: null });
});

test('a series is booked without a question, and its toast undoes all of it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 9);
  const booked = await aGuestBooking(salon, day, '11:00', 'Rada Šijan');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booked);
  await dialog.getByRole('button', { name: 'Ponavljaj' }).click();
  await page
    .getByRole('dialog', { name: 'Ponavljanje' })
    .getByRole('button', { name: /^Upiši \d/ })
    .click();
  await expect(page.getByText(/^Upisano: \d+ termin/)).toBeVisible();
  const ahead = async () => {
    const query = { from: await todayAt(salon), to: addDays(day, 30) };
    const rows = await request(
      'GET /analytics/calendar',
      { headers: await asAdmin(salon), query },
      at(salon),
    );
    return rows.filter(({ series_id }) => series_id !== null).length;
  };
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  expect(await ahead()).toBe(0);
});
