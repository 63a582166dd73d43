// Tests that the owner creates a series of appointments ('Ponavljaj'), and moves or cancels all later ones together.
import type { Page } from '@playwright/test';
import { addDays, startOfWeek, type WallDate } from '../../src/domain/wall-clock.ts';
import { shortDay } from '../../src/domain/wording/near-days.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';
import { chooseClient } from './admin/new-steps.ts';
import { aGuestBooking, arriveAsOwner, listOf, openFromList } from './admin/prepare.ts';
import { expectAccessible } from './axe.ts';
import { aPerson, aService, aSlot, type Person } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from './layout-checks.ts';
import { asAdmin, at, todayAt } from './network.ts';

/** Returns the Tuesday of the week after next. */
const aTuesday = async (salon: Server): Promise<WallDate> => addDays(startOfWeek(await todayAt(salon)), 15);

async function aBooking(salon: Server, person: Person, day: WallDate, clock: string, service_id: number) {
  const headers = await asAdmin(salon);
  const { id: client_id } = await request('GET /auth/me', { headers: person.headers }, at(salon));
  const body = { start_datetime: `${day} ${clock}:00`, client_id, service_id };
  return request('POST /appointments', { headers, body: body as never }, at(salon));
}

const bookedOn = async (salon: Server, days: readonly WallDate[], name: string) => {
  const query = { from: days[0] as WallDate, to: days.at(-1) as WallDate };
  const rows = await request('GET /analytics/calendar', { headers: await asAdmin(salon), query }, at(salon));
  return rows
    .filter(({ client_name, status }) => client_name === name && status === 'BOOKED')
    .map(({ start_datetime }) => start_datetime.slice(0, 16))
    .sort();
};

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Ponavljanje' });

test('within 6 taps, the owner repeats an appointment six times; the repetition on a day of absence is skipped', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await aTuesday(salon);
  const service = await aService(salon, 'Serija', 60);
  const person = await aPerson(salon, 'Marta Đukanović');
  const first = await aBooking(salon, person, day, '11:00', service);
  const days = [1, 2, 3, 4, 5, 6].map((n) => addDays(day, 21 * n));
  const [one, two, three, four] = days as [WallDate, WallDate, WallDate, WallDate];
  await aSlot(salon, one, '11:00');
  await aGuestBooking(salon, three, '11:00', 'Gošća Tri');
  const absence = { date_from: two, date_to: two, reason: 'Praznik' };
  await request('POST /annual', { headers: await asAdmin(salon), body: absence as never }, at(salon));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, first);

  await dialog.getByRole('button', { name: 'Ponavljaj' }).click(); // tap 1 of 3; the clicks without a tap number test optional actions
  const sheet = sheetOf(page);
  const today = await todayAt(salon);
  const row = (date: WallDate) => sheet.getByRole('listitem').filter({ hasText: shortDay(date, today) });
  await expect(sheet.getByRole('listitem')).toHaveCount(6);
  await expect(row(one)).toContainText('slobodno');
  await expect(row(two)).toContainText('ne radi');
  await expect(row(three).first()).toContainText('zauzeto');
  await expect(row(four)).toContainText('pravi se');
  const other = sheet.getByRole('button', { name: `${shortDay(addDays(three, 1), today)}, 11:00` });
  await expect(other).toHaveAttribute('aria-pressed', 'false');
  await other.click(); // tap 2 of 3
  await expect(other).toHaveAttribute('aria-pressed', 'true');
  const skip = row(three).first().getByRole('button', { name: 'preskoči' });
  await skip.click();
  await expect(other).toHaveAttribute('aria-pressed', 'false');
  await expect(sheet.getByRole('button', { name: 'Upiši 4 termina' })).toBeVisible();
  await row(one).getByRole('button', { name: 'Preskoči' }).click();
  await expect(row(one)).toContainText('preskače se');
  await expect(sheet.getByRole('button', { name: 'Upiši 3 termina' })).toBeVisible();
  await row(one).getByRole('button', { name: 'Vrati' }).click();
  await other.click();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await sheet.getByRole('button', { name: 'Upiši 5 termina' }).click(); // tap 3 of 3
  await expect(page.getByText('Upisano: 5 termina.')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  const starts = [one, addDays(three, 1), four, ...days.slice(4)].map((date) => `${date} 11:00`);
  expect(await bookedOn(salon, [one, days.at(-1) as WallDate], 'Marta Đukanović')).toEqual(starts);
});

test('in the form for a new appointment, the owner books a series of six appointments within 6 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await aTuesday(salon), 2);
  await aPerson(salon, 'Nova Serija');
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click(); // tap 1 of 5
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await chooseClient(dialog, 'Nova Serija'); // taps 2 and 3 of 5
  await dialog.getByRole('button', { name: 'Ponavljaj' }).click(); // tap 4 of 5
  const submit = sheetOf(page).getByRole('button', { name: 'Upiši 6 termina' });
  await submit.click(); // tap 5 of 5
  await expect(page.getByText('Upisano: 6 termina.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await bookedOn(salon, [day, addDays(day, 7 * 15)], 'Nova Serija')).toHaveLength(6);
});

test('the dialog can move or cancel an appointment together with all later ones of its series', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await aTuesday(salon), 1);
  const person = await aPerson(salon, 'Sofija Niz');
  const headers = await asAdmin(salon);
  const { id: client_id } = await request('GET /auth/me', { headers: person.headers }, at(salon));
  const start_datetime = `${day} 15:00:00`;
  const rows = [0, 7, 14].map((n) => ({ start_datetime: `${addDays(day, n)} 15:00:00` }));
  const body = { client_id, start_datetime, duration_minutes: 60, every_weeks: 1, count: 3, rows };
  const { appointments } = await request(
    'POST /appointments/series',
    { headers, body: body as never },
    at(salon),
  );
  const [, second] = appointments;
  if (!second) throw new Error('no series');
  const whole = [day, addDays(day, 14)];
  await arriveAsOwner(page, salon, listOf(addDays(day, 7)));
  let dialog = await openFromList(page, second);
  await dialog.getByRole('button', { name: 'Pomeri' }).click();
  await dialog.getByRole('button', { name: 'Drugo vreme' }).click();
  await dialog.getByLabel('Početak').fill('16:30');
  await dialog.getByRole('checkbox', { name: 'I sve sledeće' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  const moved = [`${day} 15:00`, `${addDays(day, 7)} 16:30`, `${addDays(day, 14)} 16:30`];
  expect(await bookedOn(salon, whole, 'Sofija Niz')).toEqual(moved);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect
    .poll(() => bookedOn(salon, whole, 'Sofija Niz'))
    .toEqual(moved.map((at) => `${at.slice(0, 10)} 15:00`));

  dialog = await openFromList(page, second);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const cancel = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await cancel.getByRole('switch', { name: 'I sve sledeće' }).click();
  await cancel.getByRole('button', { name: 'Bolest' }).click();
  await expectAccessible(page);
  await cancel.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termini su otkazani.')).toBeVisible();
  expect(await bookedOn(salon, whole, 'Sofija Niz')).toEqual([`${day} 15:00`]);
});
