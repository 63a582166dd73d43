// Events do not discard unsaved input, and all devices of a user show the same data.
import { request } from '../../../src/web/lib/api.ts';
import {
  aGuestBooking,
  arriveAsOwner,
  editElsewhere,
  listed,
  listOf,
  openFromList,
} from '../admin/prepare.ts';
import { confirm, confirmation, proceed, slot } from '../client/booking-steps.ts';
import { aPerson, aSlot, book, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { REFRESHED_MS, SOON, subscribed } from './subscribed.ts';

const GONE = 'Termin više nije dostupan';

test('if another client books the chosen slot, the page shows an error; when that booking is canceled, the slot can be chosen again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const free = await aSlot(salon, date, '10:00');
  await aSlot(salon, date, '12:00');
  await subscribed(page, () => page.goto(`${salon.url}/booking?dan=${date}`));
  await slot(page, '10:00 - 11:00').click();
  const { headers, ...person } = await aPerson(salon);
  await book(salon, free, { headers, ...person });
  const alert = page.getByRole('alert').filter({ hasText: GONE });
  await expect(alert).toBeVisible(SOON);
  const cancelled = { params: { id: free.id }, headers, body: { reason: 'Ne mogu.' } };
  await request('POST /appointments/{id}/cancel', cancelled, at(salon));
  await slot(page, '10:00 - 11:00').click(SOON);
  await expect(alert).toBeHidden();
  await proceed(page);
  await expect(confirmation(page)).toBeVisible();
});

test('if another client books the slot during the confirmation, the typed text stays, and the server refuses the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  const free = await aSlot(salon, date, '10:00');
  await aSlot(salon, date, '12:00');
  await subscribed(page, () => page.goto(`${salon.url}/booking?dan=${date}`));
  await slot(page, '10:00 - 11:00').click();
  await proceed(page);
  const dialog = confirmation(page);
  await dialog.getByLabel('Ime').fill('Vesna');
  await dialog.getByLabel('Telefon').fill('064 555 777');
  await dialog.getByLabel('Napomena').fill('Kratki nokti.');
  await book(salon, free, await aPerson(salon));
  await expect(slot(page, '10:00 - 11:00').and(page.locator(':visible'))).toHaveCount(0, SOON);
  await page.waitForTimeout(REFRESHED_MS);
  await expect(dialog.getByLabel('Napomena')).toHaveValue('Kratki nokti.');
  await expect(dialog.getByLabel('Ime')).toHaveValue('Vesna');
  await confirm(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(GONE).first()).toBeVisible();
});

test('if another device changes an appointment that is being edited, the typed text stays, and the list behind the dialog is updated', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 7);
  const booking = await aGuestBooking(salon, date, '09:00', 'Mira Stara');
  await subscribed(page, () => arriveAsOwner(page, salon, listOf(date)));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Napomena').fill('Zvala je.');
  await editElsewhere(salon, booking.id, { guest_name: 'Mira Nova' });
  await expect(page.getByText('Mira Nova')).toHaveCount(1, SOON);
  await expect(dialog.getByLabel('Napomena')).toHaveValue('Zvala je.');
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Mira Stara');
});

test('if the owner marks notifications as read or adds a slot on one device, another device shows the change', {
  tag: '@once',
}, async ({ browser, page, salon }) => {
  const date = await dayAhead(salon, 8);
  await aGuestBooking(salon, date, '09:00', 'Mira Ranić');
  const context = await browser.newContext();
  const other = await context.newPage();
  await subscribed(page, () => arriveAsOwner(page, salon, listOf(date)));
  await subscribed(other, () => arriveAsOwner(other, salon, '/'));
  const bell = other.getByRole('link', { name: 'Notifikacije' }).first();
  await expect(bell).toHaveAccessibleDescription(/nepročitan/);
  await page.goto(`${salon.url}/admin/notifications`);
  await page.getByRole('button', { name: 'Pročitaj sve' }).click();
  await expect(bell).not.toHaveAccessibleDescription(/nepročitan/, SOON);
  await subscribed(other, () => other.goto(`${salon.url}${listOf(date)}`));
  const body = { start_datetime: `${date} 15:00:00` as const, duration_minutes: 60 };
  const headers = await asAdmin(salon);
  const { id } = await request('POST /appointments/slot', { headers, body }, at(salon));
  await expect(listed(other, id)).toBeVisible(SOON);
  await context.close();
});
