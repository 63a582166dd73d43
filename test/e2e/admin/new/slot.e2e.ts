// Booking a free slot: the person, the note of the slot, and a service that takes longer than the slot.
import type { Page } from '@playwright/test';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { sheetsInHistory } from '../../client/booking-steps.ts';
import { aService, aSlot, dayAhead, type Slot } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { withoutStream } from '../../network.ts';
import { aClient, anAppointment, rowsOn } from '../new-steps.ts';
import { appointmentNow, arriveAsOwner, editElsewhere, listOf, openFromList } from '../prepare.ts';

/** Opens a free slot from the list and presses the button that books it. */
async function filling(page: Page, salon: Server, day: string, slot: Slot) {
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Upiši klijentkinju' }).click();
  return dialog;
}

test('booking a free slot first asks for the client, and keeps the time of the slot even if the service takes longer', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const service_id = (await aService(salon, 'Izlivanje', 90)) as never;
  const { id } = await aClient(salon, 'Mira Panić');
  await anAppointment(salon, { client_id: id, service_id, start_datetime: `${day} 08:00:00` });
  const slot = await aSlot(salon, day, '12:00', 60);
  const sheet = await filling(page, salon, day, slot);
  await expect(sheet.getByText('12:00 - 13:00').first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Sačuvaj' })).toHaveCount(0);
  await expect(sheet.getByRole('heading', { name: 'Nedavno' })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await sheet.getByRole('button', { name: /Mira Panić/ }).click();
  await expect(sheet.getByText('Rezervisan')).toBeVisible();
  await expect(sheet.getByLabel('Početak')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Izmeni Usluge' }).click();
  await expect(sheet.getByText('Usluga traje 90 min, a termin 60 min.')).toBeVisible();
  await expectFitting(page);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Mira Panić, .*, 12:00 - 13:00$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await rowsOn(salon, day)).toEqual([
    '08:00-09:30 BOOKED Mira Panić',
    '12:00-13:00 BOOKED Mira Panić',
  ]);
});

test('the booking of a free slot keeps the note of the slot, unless the owner removes the note', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  const noted = await aSlot(salon, day, '10:00');
  const other = await aSlot(salon, day, '12:00');
  for (const { id } of [noted, other]) await editElsewhere(salon, id, { notes: 'Samo kratak termin' });
  const sheet = await filling(page, salon, day, noted);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await expect(sheet.getByLabel('Ime gosta')).toBeVisible();
  await expect(sheet.getByLabel('Napomena')).toHaveValue('Samo kratak termin');
  await expect(sheet.getByText('Sa slobodnog termina. Klijentkinja vidi napomenu.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Gost, .*, 10:00 - 11:00$/)).toBeVisible();
  await sheetsInHistory(page, 0);

  const again = await filling(page, salon, day, other);
  await again.getByRole('button', { name: 'Gost' }).click();
  await expect(again.getByLabel('Napomena')).toHaveValue('Samo kratak termin');
  await again.getByLabel('Napomena').fill('');
  await expect(again.getByText(/Sa slobodnog termina/)).toHaveCount(0);
  await again.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Gost, .*, 12:00 - 13:00$/)).toBeVisible();
  const rows = page.locator('[data-appointment-id]');
  await expect(rows.filter({ hasText: 'Rezervisan' })).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Samo kratak termin' })).toHaveCount(1);
});

test('if the slot was booked in the meantime, the error names the person who has it, and the form keeps the chosen guest', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  const slot = await aSlot(salon, day, '10:00');
  await withoutStream(page);
  const sheet = await filling(page, salon, day, slot);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByLabel('Ime gosta').fill('Rada Šijan');
  // the page cannot load the booking made elsewhere, so the name of its guest must come from the server's refusal
  await page.route('**/api/analytics/calendar?*', (route) => route.abort());
  await editElsewhere(salon, slot.id, { status: 'BOOKED', guest_name: 'Katarina Pešić' });
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: 'Katarina Pešić, 10:00 - 11:00' })).toBeVisible();
  await expect(sheet.getByLabel('Ime gosta')).toHaveValue('Rada Šijan');
  expect((await appointmentNow(salon, slot.id)).guest_name).toBe('Katarina Pešić');
});
