import { expectAccessible } from '../axe.ts';
import { aPerson, aService, aSlot, dayAhead } from '../client/prepare.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import {
  aBooking,
  aGuestBooking,
  appointmentNow,
  arriveAsOwner,
  editElsewhere,
  listed,
  listOf,
  openFromList,
} from './prepare.ts';

test('the owner moves and lengthens a booking and adds a service; before saving, the dialog shows the client’s notification', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  await aService(salon, 'Gel lak', 60);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Marta Đukanović'));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await expect(dialog).toContainText('Marta Đukanović');
  await expect(dialog).toContainText('Rezervisan');
  await expect(dialog).toContainText('10:00 - 11:00');
  await expect(dialog.getByRole('button', { name: /lokiraj/ })).toHaveCount(0);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await expect(dialog.getByLabel('Datum')).toHaveValue(dayInField(day));
  await expect(dialog.getByLabel('Početak')).toHaveValue('10:00');
  await dialog.getByLabel('Početak').fill('10:30');
  await dialog.getByLabel('Trajanje (min)').fill('90');
  await expect(dialog.getByText('Kraj u 12:00')).toBeVisible();
  await dialog.getByLabel('Usluga').selectOption({ label: 'Gel lak, 60 min, 1.800 din' });
  await dialog.getByLabel('Napomena').fill('Boja višnje.');
  await expect(dialog.getByRole('status').filter({ hasText: 'Marta Đukanović dobija' })).toContainText(
    'produžen je sa 60 na 90 minuta: 10:30 - 12:00.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(listed(page, booking.id)).toContainText('Gel lak');
  await expect(listed(page, booking.id).getByRole('button').first()).toBeFocused();
  expect(await appointmentNow(salon, booking.id)).toMatchObject({
    start_datetime: `${day} 10:30:00`,
    end_datetime: `${day} 12:00:00`,
    service_name: 'Gel lak',
    notes: 'Boja višnje.',
  });
});

test('the owner finds a client by a part of the name and books a free slot for the client', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  const slot = await aSlot(salon, day, '09:00');
  await aPerson(salon, 'Ljubica Đorđević-Šarac');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await expect(dialog.getByLabel('Status')).toHaveValue('AVAILABLE');
  await dialog.getByLabel('Klijent').fill('djordjevic');
  await dialog.getByRole('option', { name: /Ljubica/ }).click();
  await expect(dialog.getByLabel('Status')).toHaveValue('BOOKED');
  await expect(dialog.getByRole('status').filter({ hasText: 'Salon vas je upisao' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(listed(page, slot.id)).toContainText('Ljubica Đorđević-Šarac');
});

test(
  'the owner adds a new client in the dialog; for a guest’s booking, the dialog says that the guest gets no notification',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const day = await dayAhead(salon, 3);
    const slot = await aSlot(salon, day, '09:00');
    const guests = await aGuestBooking(salon, day, '12:00', 'Rada Šijan');
    const name = `Nada ${info.project.name}`;
    await arriveAsOwner(page, salon, listOf(day));
    const dialog = await openFromList(page, slot);
    await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
    await dialog.getByLabel('Klijent').fill(name);
    await expect(dialog.getByText('Nema takve klijentkinje.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Nova klijentkinja' }).click();
    const made = page.getByRole('dialog', { name: 'Nova klijentkinja' });
    await expect(made.getByLabel('Ime i prezime')).toHaveValue(name);
    await made.getByLabel('Email').fill('nije-email');
    await made.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(made).toContainText('Email adresa nije ispravna.');
    await expectAccessible(page);
    await made.getByLabel('Email').fill('');
    await made.getByLabel('Telefon').fill('064 555 777');
    await made.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(dialog.getByLabel('Klijent')).toHaveValue(`${name}, 064 555 777`);
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await appointmentNow(salon, slot.id)).client_name).toBe(name);

    const other = await openFromList(page, guests);
    await other.getByRole('button', { name: 'Izmeni', exact: true }).click();
    await other.getByLabel('Početak').fill('12:30');
    await expect(other).toContainText('Rada Šijan nema nalog i ne dobija obaveštenje');
    await expect(other.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', /^tel:065\d+5501$/);
  },
);

test('the dialog refuses a time that is taken, and keeps the typed values', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 4);
  await aSlot(salon, day, '09:00');
  const slot = await aSlot(salon, day, '11:00');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Početak').fill('09:30');
  await dialog.getByLabel('Napomena').fill('Za dve osobe.');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Već postoji termin u tom vremenu.')).toBeVisible();
  await expect(dialog.getByLabel('Početak')).toBeFocused();
  await expect(dialog.getByLabel('Napomena')).toHaveValue('Za dve osobe.');
  await dialog.getByLabel('Trajanje (min)').fill('3');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Termin traje najmanje 5 minuta.')).toBeVisible();
  await dialog.getByLabel('Status').selectOption('BOOKED');
  await dialog.getByLabel('Trajanje (min)').fill('60');
  await dialog.getByLabel('Početak').fill('12:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Rezervisan termin mora imati klijentkinju ili ime gosta.')).toBeVisible();

  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Potvrda' })
    .getByRole('button', { name: 'Nastavi unos' })
    .click();
  await dialog.getByRole('button', { name: 'Odustani' }).click();
  await expect(dialog.getByRole('button', { name: 'Izmeni', exact: true })).toBeVisible();
});

test('if another tab moves an appointment that is being edited, saving shows the new time first, and saving again keeps both changes', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Nađa Krstić'));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Napomena').fill('Donosi svoj lak.');
  await editElsewhere(salon, booking.id, {
    start_datetime: `${day} 15:00:00`,
    end_datetime: `${day} 16:00:00`,
  });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  const alert = dialog.getByRole('alert').filter({ hasText: 'Termin je u međuvremenu promenjen.' });
  await expect(alert).toContainText('10:00 - 11:00');
  await expect(alert).toContainText('15:00 - 16:00');
  await expect(dialog.getByLabel('Početak')).toHaveValue('15:00');
  await expect(dialog.getByLabel('Napomena')).toHaveValue('Donosi svoj lak.');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await appointmentNow(salon, booking.id)).toMatchObject({
    start_datetime: `${day} 15:00:00`,
    notes: 'Donosi svoj lak.',
  });
});

test('in the dialog the owner blocks, unblocks and deletes a slot, turns a booking into a free slot, and cancels a booking with a reason', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 6);
  const slot = await aSlot(salon, day, '08:00');
  const freed = await aBooking(salon, day, '10:00', await aPerson(salon, 'Vesna Čubrilo'));
  const cancelled = await aBooking(salon, day, '12:00', await aPerson(salon, 'Lena Vukašinović'));
  await arriveAsOwner(page, salon, listOf(day));

  let dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Blokiraj' }).click();
  await expect(dialog).toContainText('Blokiran');
  await dialog.getByRole('button', { name: 'Odblokiraj' }).click();
  await expect(dialog).toContainText('Dostupan');
  await dialog.getByRole('button', { name: 'Obriši' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Otkaži' }).click();
  await dialog.getByRole('button', { name: 'Obriši' }).click();
  await confirm.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Termin je obrisan.')).toBeVisible();
  await expect(listed(page, slot.id)).toHaveCount(0);

  dialog = await openFromList(page, freed);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Status').selectOption({ label: 'Dostupan' });
  await expect(
    dialog.getByText('Klijentkinja ili gošća, usluga i napomena uklanjaju se sa termina.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Klijent')).toHaveValue('');
  await expect(dialog).toContainText('Salon je oslobodio vaš termin');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(listed(page, freed.id)).toContainText('Dostupan');

  dialog = await openFromList(page, cancelled);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const reason = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await expect(reason.getByRole('button', { name: 'Potvrdi otkazivanje' })).toBeDisabled();
  await reason.getByLabel('Razlog otkazivanja').fill('Kvar na grejanju.');
  await expect(reason).toContainText('Lena Vukašinović dobija obaveštenje');
  await reason.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
  await expect(listed(page, cancelled.id)).toContainText('Otkazan');
});
