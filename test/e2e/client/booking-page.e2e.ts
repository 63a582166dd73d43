// The booking page: day strip with months, absences, the fields of a guest, refusals, and the bar with the chosen
// slot.
import type { Page } from '@playwright/test';
import { stripDays } from '../../../src/domain/booking.ts';
import { monthName } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../network.ts';
import { choose, confirm, confirmation, day, expectNarrow, proceed, slot } from './booking-steps.ts';
import { aPerson, aPhone, aSlot, dayAhead, storeSession } from './prepare.ts';

const onward = (page: Page) => page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' });

test('the day strip has as many days as the settings say, and names each month', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const asked: URLSearchParams[] = [];
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (url.pathname === '/api/appointments') asked.push(url.searchParams);
  });
  await request('PUT /settings', { headers, body: { booking_days: 40 } }, at(salon));
  await withoutStream(page); // an event stream would make the page request the slots again
  await page.goto(`${salon.url}/booking`);
  const days = stripDays(await todayAt(salon), 40);
  await expect(page.getByRole('group', { name: 'Datum' }).getByRole('radio')).toHaveCount(days.length);
  for (const month of new Set(days.map(monthName)))
    await expect(page.getByText(month, { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect.poll(() => asked).toHaveLength(2);
  await expectAccessible(page);
  await expectNarrow(page);
  await request('PUT /settings', { headers, body: { booking_days: 15 } }, at(salon));
});

test('a day of an absence is shown as closed, with the dates of the absence and a link to the first free day', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [free, closed] = [await dayAhead(salon, 1), await dayAhead(salon, 9)];
  await aSlot(salon, free, '18:00');
  const headers = await asAdmin(salon);
  const body = { date_from: closed, date_to: await dayAhead(salon, 10), reason: 'Godišnji odmor' };
  const { id } = await request('POST /annual', { headers, body }, at(salon));
  await page.goto(`${salon.url}/booking`);
  await expect(day(page, closed)).toHaveAccessibleDescription('ne radi');
  await day(page, closed).click();
  await expect(page.getByText(/^Salon ne radi (od \d+\. \S+ do|\d+\. i) \d+\. \S+\.$/)).toBeVisible();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Obavesti me ako se oslobodi termin' })).toBeVisible();
  await expect(page.getByText('Godišnji odmor')).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectNarrow(page);

  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking?dan=${closed}`);
  await expect(page.getByText('Godišnji odmor')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /novembar|decembar|,/ })
    .first()
    .click();
  await expect(day(page, closed)).not.toBeChecked();
  await request('DELETE /annual/{id}', { params: { id }, headers }, at(salon));
});

test('the fields for a guest’s name and phone number are in the confirmation while it is open, otherwise on the page', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  await expect(page.getByLabel('Telefon')).toHaveCount(1);
  await confirmation(page).getByLabel('Ime').fill('Mila');
  await confirmation(page).getByLabel('Telefon').fill('064 99');
  await confirm(page);
  await expect(confirmation(page).getByLabel('Telefon')).toBeFocused();
  await expect(confirmation(page).getByLabel('Telefon')).toHaveAccessibleDescription(
    'Proverite broj telefona.',
  );
  await expect(confirmation(page).getByRole('alert')).toBeEmpty();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await confirmation(page).getByRole('button', { name: 'Otkaži' }).click();
  await expect(page.getByLabel('Telefon')).toHaveCount(1);
  await expect(page.getByLabel('Ime')).toHaveValue('Mila');

  await proceed(page);
  await expect(confirmation(page).getByLabel('Telefon')).toBeFocused();
  await confirmation(page).getByRole('button', { name: 'Otkaži' }).click();
  await page.getByLabel('Telefon').fill('064 555 2210');
  await proceed(page);
  await expect(confirmation(page)).toContainText('Mila, 064 555 2210');
  // 'za:' appears only if a client books for another person
  await expect(confirmation(page)).not.toContainText('za:');
  await expect(confirmation(page).getByLabel('Telefon')).toHaveCount(0);
  await expect(confirmation(page).getByLabel('Email')).toHaveCount(0);

  const refused = {
    error: 'Proverite broj telefona.',
    code: 'bad_input',
    fields: { guest_phone: 'Proverite broj telefona.' },
  };
  await page.route('**/api/appointments/*/book', (route) => route.fulfill({ status: 400, json: refused }));
  await confirm(page);
  await expect(confirmation(page).getByLabel('Telefon')).toBeFocused();
  await expect(confirmation(page).getByLabel('Telefon')).toHaveAccessibleDescription(
    'Proverite broj telefona.',
  );
  await expect(page.getByLabel('Telefon')).toHaveCount(1);
});

test('if the server refuses a booking, the page shows the reason, for each kind of refusal', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '09:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  const answers = [
    [400, 'unknown_service', 'Izabrana usluga više ne postoji.'],
    [422, 'service_too_long', 'Usluga traje duže od termina.'],
    [429, 'too_many_actions', 'Previše pokušaja. Pozovite salon.'],
    [503, 'stopping', 'Servis se ponovo pokreće. Pokušajte ponovo za nekoliko sekundi.'],
  ] as const;
  for (const [status, code, error] of answers) {
    await page.route('**/api/appointments/*/book', (route) =>
      route.fulfill({ status, json: { code, error } }),
    );
    await confirm(page);
    await expect(confirmation(page).getByRole('alert')).toHaveText(error);
    await page.unrouteAll();
  }
  const gone = { code: 'not_found', error: 'Traženi podatak ne postoji.' };
  await page.route('**/api/appointments/*/book', (route) => route.fulfill({ status: 404, json: gone }));
  await confirm(page);
  await expect(page.getByText('Termin više nije dostupan')).toBeVisible();
  await expect(confirmation(page)).toHaveCount(0);
});

test('a visitor can book even if the salon’s settings fail to load', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 4);
  await aSlot(salon, date, '09:00');
  await page.route('**/api/salon', (route) => route.abort());
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  await confirmation(page).getByLabel('Ime').fill('Mila');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect(page.getByText('Karticu vidite i na ovom telefonu.')).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem('guest-tickets'));
  expect(JSON.parse(kept ?? '[]')).toMatchObject([{ end: `${date} 10:00:00` }]);
});

test('the bar with the chosen slot is fixed at the bottom of the screen; if the screen is not high enough, it is below the slots', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking?dan=${date}`);
  const bar = page.locator('.choice-bar');
  const isOver = () => bar.evaluate((element) => getComputedStyle(element).position === 'fixed');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(isOver).toBe(false);
  const top = await page.getByRole('navigation').boundingBox();
  const low = await slot(page, '09:00 - 10:00').boundingBox();
  // the slot is above the navigation, so it is visible without scrolling
  expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThan(top?.y ?? 0);
  await slot(page, '09:00 - 10:00').click();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(isOver).toBe(false);
  const [times, button] = [await slot(page, '09:00 - 10:00').boundingBox(), await onward(page).boundingBox()];
  expect(button?.y).toBeGreaterThan((times?.y ?? 0) + (times?.height ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isOver).toBe(true);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    window.dispatchEvent(new Event('resize'));
  });
  await expect.poll(isOver).toBe(false);
});

test('the booking bar and the navigation are hidden while the phone’s keyboard is open', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await slot(page, '09:00 - 10:00').tap();
  await page.getByLabel('Ime').tap();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.keyboard.type('Mila');
  await page.getByLabel('Telefon').fill(aPhone());
  await onward(page).tap();
  await expect(confirmation(page)).toContainText('Mila');
  await confirmation(page).getByRole('button', { name: 'Otkaži' }).tap();
  await expect(page.getByRole('navigation')).toBeVisible();
});
