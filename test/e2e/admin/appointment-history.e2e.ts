import { expectAccessible } from '../axe.ts';
import { aPerson, aService, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { aBooking, arriveAsOwner, listOf, openFromList } from './prepare.ts';

test('the history of an appointment shows who changed what and when, and has a button back to the appointment', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  await aService(salon, 'Gel lak', 60);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Marta Đukanović'));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  const { id } = booking;
  await dialog.getByRole('button', { name: 'Istorija' }).click();
  const history = page.getByRole('dialog', { name: 'Istorija' });
  await expect(history).toContainText('Marta Đukanović');
  await expect(history).toContainText('Istorija se čuva dve godine.');
  await history.getByRole('button', { name: 'Termin', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Istorija' })).toBeFocused();

  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Početak').fill('10:30');
  await dialog.getByLabel('Napomena').fill('Boja višnje.');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await openFromList(page, { ...booking, id });
  await page.getByRole('button', { name: 'Istorija' }).click();
  const [start, note] = [history.getByRole('listitem').nth(0), history.getByRole('listitem').nth(1)];
  await expect(start).toContainText(/Početak.*10:00.*10:30/s);
  await expect(start).toContainText('Admin, danas u ');
  await expect(note).toContainText(/Napomena.*prazno.*Boja višnje\./s);
  await expectAccessible(page);
});

test('if the history fails to load, the dialog shows an error and a button to retry', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  const day = await dayAhead(salon, 2);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Una Simić'));
  await arriveAsOwner(page, salon, listOf(day));
  await openFromList(page, booking);
  const path = '**/api/appointments/*/history*';
  await page.route(path, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.getByRole('button', { name: 'Istorija' }).click();
  await expect(page.getByText('Greška pri učitavanju istorije.')).toBeVisible();
  await page.unroute(path);
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('Greška pri učitavanju istorije.')).toHaveCount(0);
});
