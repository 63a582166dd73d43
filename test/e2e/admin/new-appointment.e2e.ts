import { expectAccessible } from '../axe.ts';
import { rowAt, timesIn } from '../calendar/grid.ts';
import { sheetsInHistory } from '../client/booking-steps.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { arriveAsOwner, listOf } from './prepare.ts';

test('the owner books a guest in one request; if the request fails, nothing is saved and the owner can retry', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByLabel('Datum').fill(day);
  await dialog.getByLabel('Početak').fill('16:00');
  await expect(dialog.getByLabel('Trajanje (min)')).toHaveValue('120');
  await dialog.getByRole('button', { name: 'Gost' }).click();
  await dialog.getByLabel('Ime gosta').fill('Rada Šijan');
  await dialog.getByLabel('Telefon gosta').fill('065 222 333');
  await dialog.getByRole('button', { name: 'Izmeni Status' }).click();
  await expect(dialog.getByLabel('Status')).toHaveValue('BOOKED');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);

  await page.route('**/api/appointments?*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Greška pri čuvanju izmena.')).toBeVisible();
  expect(await timesIn(salon, day, day)).toEqual([]);
  await page.unrouteAll();
  const requests: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() !== 'GET') requests.push(`${sent.method()} ${new URL(sent.url()).pathname}`);
  });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(requests).toEqual(['POST /api/appointments']);

  await sheetsInHistory(page, 0);
  await page.goto(`${salon.url}${listOf(day)}`);
  await expect(page.locator('[data-appointment-id]')).toHaveCount(1);
  await expect(page.locator('[data-appointment-id]')).toContainText('Rada Šijan');
});

test('if the time is taken, the start field is marked as invalid and the form keeps the typed values', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  await rowAt(salon, `${day} 16:00`, 60, 'Mila');
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByLabel('Datum').fill(day);
  await dialog.getByLabel('Početak').fill('16:00');
  await dialog.getByRole('button', { name: 'Gost' }).click();
  await dialog.getByLabel('Ime gosta').fill('Rada Šijan');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByLabel('Početak')).toBeFocused();
  await expect(dialog.getByLabel('Početak')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Rada Šijan');
  await dialog.getByLabel('Početak').fill('17:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await timesIn(salon, day, day)).toEqual([
    `${day.slice(5)} 16:00-17:00`,
    `${day.slice(5)} 17:00-19:00`,
  ]);
});

test('the owner adds a slot in the dialog, and can undo this', { tag: '@once' }, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByLabel('Datum').fill(day);
  await dialog.getByLabel('Početak').fill('16:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  expect(await timesIn(salon, day, day)).toEqual([`${day.slice(5)} 16:00-18:00`]);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  expect(await timesIn(salon, day, day)).toEqual([]);
});

test('after booking a person with a phone, the owner sends the confirmation from the toast', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  await arriveAsOwner(page, salon, '/admin/calendar');
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  const book = async (start: string, phone: string) => {
    await page.getByRole('button', { name: 'Novi termin' }).click();
    await sheet.getByLabel('Datum').fill(day);
    await sheet.getByLabel('Početak').fill(start);
    await sheet.getByRole('button', { name: 'Gost' }).click();
    await sheet.getByLabel('Ime gosta').fill('Rada Šijan');
    await sheet.getByLabel('Telefon gosta').fill(phone);
    await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(sheet).toHaveCount(0);
  };
  const send = page.getByRole('button', { name: 'Pošalji potvrdu' });
  await book('12:00', '');
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await expect(send).toHaveCount(0);

  await book('16:00', '065 222 333');
  await send.click();
  const confirmation = page.getByRole('dialog', { name: 'Pošalji potvrdu' });
  const viber = confirmation.getByRole('link', { name: 'Viber' });
  await expect(viber).toHaveAttribute('href', 'viber://chat?number=%2B38165222333');
  const text = await confirmation.getByText(/#termin=/).textContent();
  const links = confirmation.getByRole('link', { name: /SMS|WhatsApp/ });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.map((href) => decodeURIComponent(href.replace(/^[^?]*\?&?(body|text)=/, '')))).toEqual([
    text,
    text,
  ]);
  expect(text).toContain('/booking#termin=');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await expect(page).toHaveURL(`${salon.url}/admin/calendar`);
});
