import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { aPerson, aPhone, aSlot, book, dayAhead, seen, storeSession } from './prepare.ts';

test.use({ settings: { SALON_PHONE: '021 555 333' } });

const cancelling = (page: Page) => page.getByRole('dialog', { name: 'Otkazivanje termina' });
const reason = (page: Page) => cancelling(page).getByLabel('Razlog otkazivanja');
const chip = (page: Page, name: string) => cancelling(page).getByRole('button', { name, exact: true });
const confirm = (page: Page) => chip(page, 'Otkaži termin');

/** Adds a client with a booking and opens “Moji termini” as this client. */
async function arriveBooked(page: Page, salon: Server, dayNumber: number) {
  const client = await aPerson(salon);
  const booked = await book(salon, await aSlot(salon, await dayAhead(salon, dayNumber), '10:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  return booked;
}

/** Replaces rules of the salon in the response that the page receives. */
const withRules = (page: Page, rules: Record<string, number>) =>
  page.route('**/api/salon', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...rules } });
  });

test('a client cancels with three taps: the cancel button, a suggested reason and the confirmation', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveBooked(page, salon, 3);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(cancelling(page).getByRole('group', { name: 'Zašto otkazujete?' })).toBeVisible();
  await expect(reason(page)).toHaveAccessibleDescription('Vidi ga samo salon.');
  await expect(confirm(page)).toBeDisabled();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await chip(page, 'Druge obaveze').click();
  await confirm(page).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: /Otkazan/ }).click();
  await expect(page.getByRole('dialog', { name: 'Detalji termina' })).toContainText('Druge obaveze');
});

test('a tap chooses a suggested reason, a second tap removes it, and typed text replaces it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveBooked(page, salon, 4);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await chip(page, 'Bolest').click();
  await expect(chip(page, 'Bolest')).toHaveAttribute('aria-pressed', 'true');
  await expect(reason(page)).toHaveValue('Bolest');
  // the character counter appears only near the limit
  await expect(cancelling(page).getByText('6/300')).toHaveCount(0);
  await chip(page, 'Posao').click();
  await expect(chip(page, 'Bolest')).toHaveAttribute('aria-pressed', 'false');
  await expect(reason(page)).toHaveValue('Posao');
  await chip(page, 'Posao').click();
  await expect(reason(page)).toHaveValue('');
  await expect(confirm(page)).toBeDisabled();

  await chip(page, 'Bolest').click();
  await page.keyboard.press('Escape'); // Escape closes the sheet without asking for confirmation, because no text was typed
  await expect(cancelling(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await chip(page, 'Bolest').click();
  await reason(page).pressSequentially(' deteta');
  await expect(chip(page, 'Bolest')).toHaveAttribute('aria-pressed', 'false');
  await expect(reason(page)).toHaveValue('Bolest deteta');
  await chip(page, 'Posao').click();
  await chip(page, 'Posao').click();
  await expect(reason(page)).toHaveValue('Bolest deteta');
});

test('the dialog that asks whether to discard typed text has different button texts from the cancellation dialog', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveBooked(page, salon, 5);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await reason(page).fill('Put.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(question).toContainText('Odbaciti ono što ste upisali?');
  await expect(question.getByRole('button')).toHaveText(['Nastavi unos', 'Odbaci']);
  await expect(question.getByRole('button', { name: 'Nastavi unos' })).toBeFocused();
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await expect(reason(page)).toHaveValue('Put.');
});

test('the cancellation dialog offers to move the booking instead, as long as it can be moved', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { id } = await arriveBooked(page, salon, 6);
  const move = cancelling(page).getByRole('link', { name: 'Pomeri termin' });
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(cancelling(page)).toContainText('Odgovara vam drugo vreme?');
  await expect(move).toHaveAttribute('href', `/booking?pomeri=${id}`);
  await withRules(page, { move_until_hours: 1000 });
  await page.reload();
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(reason(page)).toBeVisible();
  await expect(move).toHaveCount(0);
});

test('on the page of a guest link, the cancellation dialog also offers to move the booking instead', {
  tag: '@once',
}, async ({ page, salon }) => {
  const free = await aSlot(salon, await dayAhead(salon, 7), '10:00');
  const guest = { guest_name: 'Nevena', guest_phone: aPhone() };
  const booking = { params: { id: free.id }, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  await page.goto(`${salon.url}/booking#termin=${guest_link}`);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  const move = cancelling(page).getByRole('link', { name: 'Pomeri termin' });
  await expect(move).toHaveAttribute('href', `/booking#pomeri=${guest_link}`);
  await chip(page, 'Posao').click();
  await confirm(page).click();
  await expect(page.getByText('Razlog: Posao')).toBeVisible();
});

test('after the deadline for canceling, the cancellation dialog shows the deadline and the salon’s phone number instead of the form', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withRules(page, { cancel_until_hours: 1000 });
  await arriveBooked(page, salon, 8);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(cancelling(page)).toContainText(
    'Termin se može otkazati najkasnije 1000 h ranije. Pozovite salon.',
  );
  await expect(reason(page)).toHaveCount(0);
  await expect(cancelling(page).getByRole('link', { name: 'Pozovi 021 555 333' })).toHaveAttribute(
    'href',
    'tel:+38121555333',
  );
  await expect(cancelling(page).getByRole('link', { name: 'Pomeri termin' })).toBeVisible();
  await expectAccessible(page);
  await cancelling(page).getByRole('button', { name: 'Zatvori' }).click();
  await expect(page.getByRole('button', { name: 'Otkaži termin' })).toBeFocused();
});

test('if the salon changes the deadline while the form is open, canceling shows the new deadline and the salon’s phone number', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveBooked(page, salon, 2);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await chip(page, 'Bolest').click();
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { cancel_until_hours: 168 } }, at(salon));
  await confirm(page).click();
  await expect(cancelling(page)).toContainText(
    'Termin se može otkazati najkasnije 168 h ranije. Pozovite salon.',
  );
  await expect(cancelling(page).getByRole('link', { name: 'Pozovi 021 555 333' })).toBeVisible();
  await expect(confirm(page)).toHaveCount(0);
  await request('PUT /settings', { headers, body: { cancel_until_hours: 0 } }, at(salon));
});
