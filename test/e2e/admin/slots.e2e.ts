import { addDays } from '../../../src/domain/wall-clock.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aSlot, book, dayAhead } from '../client/prepare.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { todayAt } from '../network.ts';
import { aBooking, arriveAsOwner, listed, listOf } from './prepare.ts';

const PATH = '/admin/appoitments';

test('the owner adds a slot and then the next slot right after it; a time that is taken or invalid is refused', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const today = await todayAt(salon);
  const past = await aSlot(salon, addDays(today, -1), '09:00');
  await arriveAsOwner(page, salon, PATH);
  const form = page.getByRole('tabpanel');
  await expect(form.getByLabel('Datum')).toHaveValue(dayInField(today));
  await form.getByLabel('Datum').fill(addDays(today, -1));
  await expect(listed(page, past.id)).toContainText('Dostupan');
  await expect(listed(page, past.id)).not.toContainText('završen');
  await expect(form.getByLabel('Trajanje (min)')).toHaveValue('120');
  await form.getByLabel('Datum').fill(day);
  await form.getByLabel('Vreme').fill('09:00');
  await form.getByLabel('Trajanje (min)').fill('90');
  await expect(form.getByText('Kraj u 10:30')).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(page.getByText('Termin je uspešno dodat.').last()).toBeVisible();
  await expect(page.getByText('Uspešno', { exact: true }).last()).toBeVisible();
  await form.getByRole('button', { name: 'Dodaj još jedan posle ovog' }).click();
  const slots = form.locator('[data-appointment-id]');
  await expect(slots).toHaveCount(2);
  await expect(slots.last()).toContainText('10:30');
  await expect(slots.last()).toContainText('12:00');

  await form.getByLabel('Vreme').fill('09:30');
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(form.getByText('Već postoji termin u tom vremenu.')).toBeVisible();
  await form.getByLabel('Vreme').fill('05:55');
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(form.getByText('Termin mora biti između 06:00 i 22:00.')).toBeVisible();
  await form.getByLabel('Vreme').fill('21:00');
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(form.getByText('Termin mora biti između 06:00 i 22:00.')).toBeVisible();
  await form.getByLabel('Datum').fill(addDays(day, 400));
  await form.getByLabel('Vreme').fill('09:00');
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(form.getByText('Datum može biti najviše godinu dana unazad ili unapred.')).toBeVisible();
  await expect(slots).toHaveCount(0);
});

test('the list of appointments covers the last 7 and the next 30 days, and keeps its filters in the URL', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const day = await dayAhead(salon, 2);
  const free = await aSlot(salon, day, '09:00');
  const booked = await aBooking(salon, day, '11:00', await aPerson(salon, 'Teodora Žikić'));
  await arriveAsOwner(page, salon, PATH);
  await page.getByRole('tab', { name: 'Pregled termina' }).click();
  await expect(page.getByLabel('Od', { exact: true })).toHaveValue(dayInField(addDays(today, -7)));
  await expect(page.getByLabel('Do', { exact: true })).toHaveValue(dayInField(addDays(today, 30)));
  await expect(listed(page, free.id)).toContainText('Dostupan');
  await expect(listed(page, booked.id)).toContainText('Teodora Žikić');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await page.getByLabel('Status').selectOption({ label: 'Rezervisan' });
  await expect(listed(page, free.id)).toHaveCount(0);
  await page.reload();
  await expect(listed(page, booked.id)).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('BOOKED');
  await page.getByLabel('Do', { exact: true }).fill(addDays(today, -8));
  await expect(page.getByText('Kraj perioda ne može biti pre početka.')).toBeVisible();
});

test('the owner blocks, unblocks and deletes selected slots together, and one message says how many succeeded', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  const slots = [
    await aSlot(salon, day, '08:00'),
    await aSlot(salon, day, '10:00'),
    await aSlot(salon, day, '12:00'),
  ];
  const person = await aPerson(salon);
  await arriveAsOwner(page, salon, listOf(day));
  await page.getByRole('checkbox', { name: /Izaberi slobodne/ }).check();
  const bar = page.getByRole('region', { name: 'Izabrani termini' });
  await expect(bar).toContainText('Izabrano: 3 termina');
  await expect(bar.getByRole('button', { name: 'Odblokiraj' })).toBeDisabled();
  await expectAccessible(page);
  const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
  await bar.getByRole('button', { name: 'Blokiraj', exact: true }).click();
  await expect(confirm).toContainText('Blokirati 3 termina?');
  await confirm.getByRole('button', { name: 'Blokiraj' }).click();
  await expect(page.getByText('Blokirano: 3, odbijeno: 0.')).toBeVisible();
  for (const { id } of slots) await expect(listed(page, id)).toContainText('Blokiran');

  await page.getByRole('checkbox', { name: /Izaberi slobodne/ }).check();
  await bar.getByRole('button', { name: 'Odblokiraj' }).click();
  await confirm.getByRole('button', { name: 'Odblokiraj' }).click();
  await expect(page.getByText('Odblokirano: 3, odbijeno: 0.')).toBeVisible();

  await page.getByRole('checkbox', { name: /Izaberi slobodne/ }).check();
  await bar.getByRole('button', { name: 'Obriši' }).click();
  await expect(confirm).toContainText('Ova radnja je nepovratna.');
  const [first] = slots;
  if (!first) throw new Error('There is no slot.');
  await book(salon, first, person); // a client books one of the selected slots before the owner confirms
  await confirm.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Obrisano: 2, odbijeno: 1.')).toBeVisible();
  await expect(page.getByText('08:00: Termin više nije dostupan.')).toBeVisible();
  await expect(listed(page, first.id)).toContainText('Rezervisan');
  await expect(page.locator('[data-appointment-id]')).toHaveCount(1);
});
