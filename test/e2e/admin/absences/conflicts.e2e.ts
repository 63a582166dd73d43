import type { Page } from '@playwright/test';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, aSlot, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting, expectFittingLargeText } from '../../layout-checks.ts';
import { asAdmin, at, withoutStream } from '../../network.ts';
import { aBooking, aGuestBooking, appointmentNow, arriveAsOwner, listed } from '../prepare.ts';

const choose = async (page: Page, from: string, to = from, reason = 'Godišnji odmor') => {
  await page.getByLabel('Od', { exact: true }).fill(from);
  await page.getByLabel('Do', { exact: true }).fill(to);
  await page.getByLabel('Razlog').fill(reason);
};

const cancelAll = (page: Page, count: number) =>
  page.getByRole('button', { name: `Otkaži sve i javi (${count})` });

/** Adds a booking at each of these times of the day, each for a new client. */
async function bookings(salon: Server, day: string, hours: readonly string[]) {
  const made = [];
  for (const [n, hour] of hours.entries())
    made.push(await aBooking(salon, day, hour, await aPerson(salon, `Nađa Vasić ${n}`)));
  return made;
}

/** Lets each absence list its first conflict as many times as this. */
const repeatConflicts = (page: Page, count: number) =>
  page.route('**/api/annual/mine*', async (route) => {
    const response = await route.fetch();
    const absences: { conflicts: { id: number }[] }[] = await response.json();
    const many = absences.map(({ conflicts: [first], ...absence }) => ({
      ...absence,
      conflicts: first ? Array.from({ length: count }, (_, n) => ({ ...first, id: first.id + n })) : [],
    }));
    await route.fulfill({ response, json: many });
  });

test('the absence form lists the bookings of the chosen days and counts those that are moved or canceled; one button cancels all others', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [day, last, after] = [await dayAhead(salon, 2), await dayAhead(salon, 3), await dayAhead(salon, 4)];
  await aSlot(salon, last, '18:00');
  const [first, second, ...others] = await bookings(salon, day, ['08:00', '09:00', '10:00', '11:00']);
  if (!first || !second) throw new Error('There is no booking.');
  const guests = [
    await aGuestBooking(salon, day, '12:00', 'Rada Šijan'),
    await aGuestBooking(salon, last, '09:00', 'Sara Panić'),
  ];
  const alsoLast = await bookings(salon, last, ['10:00', '11:00']);
  await arriveAsOwner(page, salon, '/admin/annual');
  await choose(page, day, last);
  await expect(page.getByRole('heading', { name: 'Zakazani tih dana' })).toBeVisible();
  await expect(page.getByText('0 od 8 rešeno')).toBeVisible();
  await expect(page.getByText('Ne nudi se više: 1 slobodan termin.')).toBeVisible();
  await expect(page.locator('[data-appointment-id]')).toHaveCount(6);
  await expect(page.getByText('Rada Šijan, gošća')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);

  await listed(page, first.id).getByRole('button', { name: 'Otkaži termin' }).click();
  const reason = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await reason.getByRole('button', { name: 'Bolest' }).click();
  await reason.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('0 od 8 rešeno')).toBeVisible(); // no message has reached her
  await expect(page.getByText('Otkazan', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Zakazani tih dana' })).toBeFocused();
  await listed(page, second.id).getByRole('button', { name: 'Pomeri' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await dialog.getByLabel('Datum').fill(after);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Pomeren', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Prikaži još 2' }).click();
  await expect(page.locator('[data-appointment-id]')).toHaveCount(6);

  await cancelAll(page, 6).click();
  const sheet = page.getByRole('dialog', { name: 'Otkaži sve i javi' });
  await expect(sheet.getByLabel('Razlog otkazivanja')).toHaveValue('Godišnji odmor');
  await expect(sheet).toContainText(
    'Svaka klijentkinja dobija svoje obaveštenje: „Salon je otkazao vaš termin',
  );
  await expect(sheet).toContainText('Razlog: Godišnji odmor“');
  await expect(sheet).toContainText('2 gošće nemaju nalog i njih treba pozvati.');
  await expect(sheet).toContainText('Može da se poništi u prvih 10 sekundi.');
  await expectAccessible(page);
  await sheet.getByLabel('Razlog otkazivanja').fill('');
  await expect(sheet.getByRole('button', { name: 'Otkaži 6 termina' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Salon ne radi' }).click();
  await expect(sheet.getByLabel('Razlog otkazivanja')).toHaveValue('Salon ne radi');
  await sheet.getByLabel('Razlog otkazivanja').fill('Letovanje');
  await sheet.getByRole('button', { name: 'Otkaži 6 termina' }).click();
  await expect(page.getByText('Otkazano: 6 termina.')).toBeVisible();

  const card = page.getByRole('article').filter({ hasText: 'Godišnji odmor' });
  const box = card.getByRole('button', { name: 'Javljeno', exact: true });
  await expect(card.getByRole('heading', { name: 'Pozovite' })).toBeVisible();
  await expect(box).toHaveCount(3);
  await box.first().click();
  const told = page.getByRole('status').filter({ hasText: /^Javljeno\./ });
  await told.getByRole('button', { name: 'Poništi' }).click();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  for (const { id } of [...others, ...guests, ...alsoLast])
    expect(await appointmentNow(salon, id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'Letovanje',
    });
  expect(await appointmentNow(salon, second.id)).toMatchObject({ status: 'BOOKED' });

  await page.goto(`${salon.url}/`);
  await expect(page.getByRole('heading', { name: 'Pozovite' })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Svima javljeno' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sledeći termin' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pozovite' })).toHaveCount(0);
});

test('a saved absence lists the bookings of its days and counts the bookings that were canceled after the absence was saved', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 6);
  const made = await bookings(salon, day, ['08:00', '09:00', '10:00']);
  const [first] = made;
  if (!first) throw new Error('There is no booking.');
  await arriveAsOwner(page, salon, '/admin/annual');
  await choose(page, day, day, 'Sajam');
  await expect(page.getByText('0 od 3 rešeno')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: 'Sajam' });
  const body = { reason: 'Bolest' };
  const headers = await asAdmin(salon);
  await request('POST /appointments/{id}/cancel', { params: { id: first.id }, headers, body }, at(salon));
  await page.reload();
  await expect(card.getByText('0 od 3 rešeno')).toBeVisible(); // nobody has told her
  const sheet = page.getByRole('dialog', { name: 'Otkaži sve i javi' });
  await repeatConflicts(page, 201);
  await page.reload();
  await cancelAll(page, 201).click();
  await expect(sheet).toContainText('Ne može da se poništi, jer je više od 200 termina.');
  await expect(sheet).not.toContainText('sekundi');
  await page.unrouteAll();
  await page.reload();
  await cancelAll(page, 2).click();
  await expect(sheet).toContainText('Može da se poništi u prvih 10 sekundi.');
  await expect(sheet.getByLabel('Razlog otkazivanja')).toHaveValue('Sajam');
  await sheet.getByRole('button', { name: 'Otkaži 2 termina' }).click();
  await expect(page.getByText('Otkazano: 2 termina.')).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Pozovite' })).toBeVisible();
  await card.getByRole('button', { name: 'Svima javljeno' }).click();
  await expect(card.getByText('3 od 3 rešeno')).toBeVisible();
  await expect(cancelAll(page, 2)).toHaveCount(0);
});

test('if the chosen days have no bookings, the absence form says so and fits the screen with large text', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 8);
  await arriveAsOwner(page, salon, '/admin/annual');
  await choose(page, day);
  await expect(page.getByText('Tih dana nema zakazanih termina.')).toBeVisible();
  await expectFitting(page);
  await expectFittingLargeText(page);
});

test('if the bookings of an absence fail to load, the owner can retry, or save the absence without seeing them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 9);
  await bookings(salon, day, ['08:00']);
  let isBroken = true;
  await page.route('**/api/annual/preview', (route) => (isBroken ? route.abort() : route.fallback()));
  await withoutStream(page);
  await arriveAsOwner(page, salon, '/admin/annual');
  await choose(page, day, day, 'Praznik');
  await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('0 od 1 rešeno')).toBeVisible();
  isBroken = true;
  await page.getByLabel('Do', { exact: true }).fill(await dayAhead(salon, 10));
  await expect(page.getByText('Odsustvo možete da sačuvate i bez toga')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
  await expect(cancelAll(page, 1)).toBeVisible();
});

const TAPS_AT_MOST = 8;

test('the owner enters an absence and cancels its five bookings with at most eight taps from the home page', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 11);
  await bookings(salon, day, ['08:00', '09:00', '10:00', '11:00', '12:00']);
  await page.addInitScript(() => {
    const counted = window as unknown as { taps: number };
    counted.taps = 0;
    window.addEventListener('click', ({ isTrusted }) => isTrusted && counted.taps++, true);
  });
  await arriveAsOwner(page, salon, '/');
  await page.getByRole('navigation').getByRole('link', { name: 'Admin panel' }).click();
  await page.getByRole('link', { name: 'Odsustva' }).click();
  for (const [label, value] of [
    ['Od', day],
    ['Do', await dayAhead(salon, 12)],
    ['Razlog', 'Praznik'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await cancelAll(page, 5).click();
  await page.getByRole('button', { name: 'Otkaži 5 termina' }).click();
  await expect(page.getByText('Otkazano: 5 termina.')).toBeVisible();
  const taps = await page.evaluate(() => (window as unknown as { taps: number }).taps);
  expect(taps).toBe(7);
  expect(taps).toBeLessThanOrEqual(TAPS_AT_MOST);
});
