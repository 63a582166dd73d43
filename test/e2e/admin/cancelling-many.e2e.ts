import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aPhone, aSlot, book, dayAhead, type Slot, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { arriveAsOwner, listed, listOf } from './prepare.ts';

test.use({ settings: { TRUST_PROXY: '127.0.0.1' } });

test('the owner lists all bookings from one IP address, cancels them together and offers their slots again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const bookFrom = async (address: string, slot: Slot, phone = aPhone()) => {
    const body = { ...seen(slot), guest_name: 'Vandal Vandalović', guest_phone: phone };
    const headers = { 'x-forwarded-for': address };
    await request('POST /appointments/{id}/book', { params: { id: slot.id }, headers, body }, at(salon));
    return slot;
  };
  const vandals = [];
  for (const clock of ['08:00', '09:00', '10:00'])
    vandals.push(await bookFrom('203.0.113.7', await aSlot(salon, day, clock)));
  const [first, second] = vandals;
  if (!first || !second) throw new Error('There is no slot.');
  const guests = await bookFrom('203.0.113.8', await aSlot(salon, day, '11:00'), '063 999 888');
  const clients = await aSlot(salon, day, '12:00');
  await book(salon, clients, await aPerson(salon));
  const free = await aSlot(salon, day, '13:00');

  await arriveAsOwner(page, salon, listOf(day));
  await expect(listed(page, guests.id).getByRole('button', { name: /ista adresa/ })).toHaveCount(0);
  await page.getByLabel('Telefon', { exact: true }).fill('999');
  await expect(page.locator('[data-appointment-id]')).toHaveCount(1);
  await expect(page).toHaveURL(/phone=999/);
  await page.getByLabel('Telefon', { exact: true }).fill('');
  await expect(page.locator('[data-appointment-id]')).toHaveCount(6);

  await listed(page, first.id).getByRole('button', { name: 'ista adresa (još 2)' }).click();
  await expect(page.locator('[data-appointment-id]')).toHaveCount(3);
  await expect(page.getByText('Prikazani su termini zakazani sa iste adrese.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Izaberi sve rezervisane (3)' }).check();
  const bar = page.getByRole('region', { name: 'Izabrani termini' });
  await expect(bar).toContainText('Izabrano: 3 termina');
  await expect(bar.getByRole('button', { name: 'Blokiraj' })).toHaveCount(0);
  await expectAccessible(page);
  await expectFitting(page);

  await bar.getByRole('button', { name: 'Otkaži izabrane' }).click();
  const dialog = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await expect(dialog).toContainText('3 termina.');
  await expect(dialog.getByRole('button', { name: 'Potvrdi otkazivanje' })).toBeDisabled();
  await dialog.getByLabel('Razlog otkazivanja').fill('Lažne rezervacije.');
  await dialog.getByRole('checkbox', { name: 'Ponudi ponovo' }).check();
  await expectAccessible(page);
  const headers = await asAdmin(salon); // meanwhile another device cancels one of the selected bookings
  const body = { reason: 'Drugde' };
  await request('POST /appointments/{id}/cancel', { params: { id: second.id }, headers, body }, at(salon));
  await dialog.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(
    page.getByRole('tabpanel').getByText('Otkazano: 2 termina. Preskočeno: 1 termin.'),
  ).toBeVisible();
  await expect(page.getByText('09:00: Termin više nije rezervisan.')).toBeVisible();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: 'Prikaži sve' }).click();
  await expect(page.locator('[data-appointment-id]')).toHaveCount(8);
  await expect(listed(page, free.id)).toContainText('Dostupan');
  await expect(listed(page, clients.id)).toContainText('Rezervisan');
  await expect(listed(page, first.id)).toContainText('Otkazan');
});

test('if slots and bookings are selected, “Obriši” deletes only the slots and keeps the bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 6);
  const free = await aSlot(salon, day, '08:00');
  const booked = await aSlot(salon, day, '09:00');
  await book(salon, booked, await aPerson(salon));
  await arriveAsOwner(page, salon, listOf(day));
  await page.getByRole('checkbox', { name: /Izaberi slobodne/ }).check();
  await listed(page, booked.id).getByRole('checkbox', { name: 'Izaberi 09:00 - 10:00' }).check();
  const bar = page.getByRole('region', { name: 'Izabrani termini' });
  await expect(bar).toContainText('Izabrano: 2 termina');
  await expect(bar.getByRole('button', { name: 'Otkaži izabrane' })).toBeVisible();
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await bar.getByRole('button', { name: 'Obriši' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(confirm).toContainText('Obrisati 1 termin?');
  await confirm.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Obrisano: 1, odbijeno: 0.')).toBeVisible();
  await expect(listed(page, free.id)).toHaveCount(0);
  await expect(listed(page, booked.id)).toContainText('Rezervisan');
});
