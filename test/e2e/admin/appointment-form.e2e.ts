import { request } from '../../../src/web/lib/api.ts';
import { aPerson, aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { aBooking, appointmentNow, arriveAsOwner, editElsewhere, listOf, openFromList } from './prepare.ts';

test('Escape first closes an open list or calendar; if text was typed, closing the dialog needs a confirmation', async ({
  page,
  salon,
}, { project }) => {
  const day = await dayAhead(salon, 9);
  const slot = await aSlot(salon, day, '09:00');
  await aPerson(salon, 'Vida Treća');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Napomena').fill('Zvala je.');
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  for (const isAsking of [true, false, true, false, true]) {
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(isAsking ? 1 : 0);
    await expect(dialog).toBeVisible();
  }
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await dialog.getByLabel('Klijent').fill('vida');
  const found = dialog.getByRole('option', { name: /Vida Treća/ });
  await expect(found).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(found).toHaveCount(0);
  await expect(question).toHaveCount(0);
  if (project.name === 'desktop') {
    await dialog.getByRole('button', { name: 'Kalendar' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(question).toHaveCount(0);
  }
  await dialog.getByRole('button', { name: 'Zatvori', exact: true }).click();
  await question.getByRole('button', { name: 'Odbaci' }).click();
  await expect(dialog).toHaveCount(0);
});

test('choosing another client clears the guest and the note of the appointment; choosing the original client restores them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 10);
  const booking = await aBooking(salon, day, '11:00', await aPerson(salon, 'Olga Prva'));
  await aPerson(salon, 'Vida Druga');
  await editElsewhere(salon, booking.id, {
    guest_name: 'Mila',
    guest_phone: '064 100001',
    notes: 'Trudna je.',
  });
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  const pick = async (name: string) => {
    await dialog.getByLabel('Klijent').fill(name);
    await dialog.getByRole('option', { name: new RegExp(name) }).click();
  };
  const shows = async (guest: string, notes: string) => {
    await expect(dialog.getByLabel('Ime gosta')).toHaveValue(guest);
    await expect(dialog.getByLabel('Napomena')).toHaveValue(notes);
  };
  await shows('Mila', 'Trudna je.');
  await pick('Vida Druga');
  await shows('', '');
  await pick('Olga Prva');
  await shows('Mila', 'Trudna je.');
  await pick('Vida Druga');
  await dialog.getByLabel('Napomena').fill('Kratki nokti.');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await appointmentNow(salon, booking.id)).toMatchObject({
    client_name: 'Vida Druga',
    guest_name: null,
    guest_phone: null,
    notes: 'Kratki nokti.',
  });
});

test('if the service of an appointment was deleted, the form still names it, and the owner can remove it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 11);
  const headers = await asAdmin(salon);
  const service_id = await aService(salon, 'Nestala usluga', 60);
  const booking = await aBooking(salon, day, '09:00', await aPerson(salon, 'Petra Ukić'));
  await editElsewhere(salon, booking.id, { service_id });
  await request('DELETE /services/{id}', { headers, params: { id: service_id } }, at(salon));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  const service = dialog.getByLabel('Usluga');
  await expect(service.locator('option:checked')).toHaveText('Nestala usluga (više nije u ponudi)');
  await service.selectOption({ label: 'Bez usluge za sada' });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  expect(await appointmentNow(salon, booking.id)).toMatchObject({ service_name: null, status: 'BOOKED' });
});
