import type { Page } from '@playwright/test';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { aGuestBooking, arriveAsOwner, listed, listOf, openFromList } from './prepare.ts';

// If the server does not respond, every screen shows its own error. docs/spec/product.md §8.1

const breakCalls = (page: Page, method: string, path: string) =>
  page.route(`**/api${path}`, (route) =>
    route.request().method() === method ? route.abort() : route.fallback(),
  );
const mend = (page: Page, path: string) => page.unroute(`**/api${path}`);

test.describe('failed requests of the owner’s pages', { tag: '@once' }, () => {
  test('the appointment list shows an error if adding a slot, loading the list or loading an appointment fails', async ({
    page,
    salon,
  }) => {
    await withoutStream(page);
    const day = await dayAhead(salon, 1);
    const slot = await aSlot(salon, day, '09:00');
    await arriveAsOwner(page, salon, '/admin/appoitments');
    await breakCalls(page, 'POST', '/appointments/slot');
    await page.getByRole('button', { name: 'Dodaj termin' }).click();
    await expect(page.getByText('Neuspešno dodavanje.')).toBeVisible();
    await breakCalls(page, 'GET', '/appointments/list?*');
    await page.goto(`${salon.url}${listOf(day)}`);
    const alert = page.getByRole('alert').filter({ hasText: 'Greška pri učitavanju termina.' });
    await expect(alert).toBeVisible();
    await mend(page, '/appointments/list?*');
    await alert.getByRole('button', { name: 'Pokušaj ponovo' }).click();
    await expect(listed(page, slot.id)).toBeVisible();
    await breakCalls(page, 'GET', `/appointments/${slot.id}`);
    const dialog = await openFromList(page, slot);
    await expect(dialog.getByText('Greška pri učitavanju termina.')).toBeVisible();
  });

  test('the appointment dialog shows a different error if saving, blocking, deleting, canceling or the search for clients fails', async ({
    page,
    salon,
  }) => {
    const day = await dayAhead(salon, 2);
    const slot = await aSlot(salon, day, '09:00');
    const booking = await aGuestBooking(salon, day, '11:00', 'Mila Đokić');
    await arriveAsOwner(page, salon, listOf(day));
    for (const [method, path] of [
      ['PUT', '/appointments/*'],
      ['DELETE', '/appointments/*'],
      ['POST', '/appointments/*/*'],
      ['GET', '/people?*'],
      ['POST', '/users/clients'],
    ] as const)
      await breakCalls(page, method, path);
    const dialog = await openFromList(page, slot);
    await dialog.getByRole('button', { name: 'Blokiraj' }).click();
    await expect(dialog.getByText('Greška pri promeni statusa.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Obriši' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
    await confirm.getByRole('button', { name: 'Obriši' }).click();
    await expect(confirm.getByText('Greška pri brisanju.')).toBeVisible();
    await confirm.getByRole('button', { name: 'Otkaži' }).click();
    await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
    await dialog.getByLabel('Napomena').fill('Ostaje.');
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(dialog.getByText('Greška pri čuvanju izmena.')).toBeVisible();
    await expect(dialog.getByLabel('Napomena')).toHaveValue('Ostaje.');
    await dialog.getByLabel('Klijent').fill('Ana');
    await expect(dialog.getByText('Greška pri učitavanju korisnika.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Nova klijentkinja' }).click();
    const made = page.getByRole('dialog', { name: 'Nova klijentkinja' });
    await made.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(made.getByText('Neuspešno dodavanje.')).toBeVisible();
    await page.goto(`${salon.url}${listOf(day)}`);
    const booked = await openFromList(page, booking);
    await booked.getByRole('button', { name: 'Otkaži termin' }).click();
    const reason = page.getByRole('dialog', { name: 'Otkazivanje termina' });
    await reason.getByLabel('Razlog otkazivanja').fill('Kvar.');
    await reason.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
    await expect(reason.getByText('Greška pri otkazivanju termina.')).toBeVisible();
    await expect(reason.getByLabel('Razlog otkazivanja')).toHaveValue('Kvar.');
  });

  test('the templates show an error of their own for each of loading, adding, changing, deleting and generating slots', async ({
    page,
    salon,
  }) => {
    await arriveAsOwner(page, salon, '/admin/appoitments?tab=sabloni');
    await page.getByRole('button', { name: 'Dodaj šablon' }).click();
    await expect(page.getByText('Šablon je dodat.')).toBeVisible();
    await breakCalls(page, 'POST', '/templates');
    await breakCalls(page, 'DELETE', '/templates/*');
    await breakCalls(page, 'PUT', '/templates/*');
    await breakCalls(page, 'POST', '/templates/generate-range');
    await page.getByRole('button', { name: 'Dodaj šablon' }).click();
    await expect(page.getByText('Neuspešno dodavanje.')).toBeVisible();
    await page.getByRole('button', { name: 'Generiši termine' }).click();
    await expect(page.getByText('Greška pri čuvanju.')).toBeVisible();
    await page.getByRole('button', { name: /^Ponedeljak \d/ }).click();
    await page.getByRole('switch', { name: /^Aktivan/ }).click();
    await expect(page.getByText('Greška pri promeni statusa.')).toBeVisible();
    await expect(page.getByRole('switch', { name: /^Aktivan/ })).toBeChecked();
    await page.getByRole('button', { name: 'Obriši' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
    await confirm.getByRole('button', { name: 'Obriši' }).click();
    await expect(confirm.getByText('Neuspešno brisanje.')).toBeVisible();
    await breakCalls(page, 'GET', '/templates');
    await page.reload();
    await expect(page.getByText('Greška pri učitavanju podataka.')).toBeVisible();
  });

  test('the services show an error of their own for each of adding, changing, deleting and loading', async ({
    page,
    salon,
  }) => {
    await aService(salon, 'Gel lak', 60);
    await arriveAsOwner(page, salon, '/admin/services?tab=dodaj');
    await breakCalls(page, 'POST', '/services');
    await breakCalls(page, 'PUT', '/services/*');
    await breakCalls(page, 'DELETE', '/services/*');
    await page.getByLabel('Naziv').fill('Manikir');
    await page.getByRole('button', { name: 'Dodaj uslugu' }).click();
    await expect(page.getByText('Greška pri dodavanju usluge.')).toBeVisible();
    await expect(page.getByText('Pokušajte ponovo.')).toBeVisible();
    await expect(page.getByLabel('Naziv')).toHaveValue('Manikir');
    await page.getByRole('tab', { name: 'Pregled svih usluga' }).click();
    await page.getByRole('button', { name: 'Izmeni' }).click();
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(page.getByText('Greška pri čuvanju.')).toBeVisible();
    await page.getByRole('button', { name: 'Odustani' }).click();
    await page.getByRole('button', { name: 'Obriši' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
    await confirm.getByRole('button', { name: 'Obriši' }).click();
    await expect(confirm.getByText('Greška pri brisanju.')).toBeVisible();
    await breakCalls(page, 'GET', '/services');
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Greška pri učitavanju.' });
    await expect(alert).toBeVisible();
    await mend(page, '/services');
    await alert.getByRole('button', { name: 'Pokušaj ponovo' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Gel lak' })).toBeVisible();
  });

  test('the absences show an error of their own for each of loading, adding and deleting', async ({
    page,
    salon,
  }) => {
    await arriveAsOwner(page, salon, '/admin/annual');
    await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
    await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
    await breakCalls(page, 'POST', '/annual?undo=1');
    await breakCalls(page, 'DELETE', '/annual/*');
    await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
    await expect(page.getByText('Neuspešno dodavanje.')).toBeVisible();
    await page.getByRole('button', { name: 'Obriši' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
    await confirm.getByRole('button', { name: 'Obriši' }).click();
    await expect(confirm.getByText('Neuspešno brisanje.')).toBeVisible();
    await breakCalls(page, 'GET', '/annual/mine');
    await page.reload();
    await expect(page.getByText('Greška pri učitavanju odsustava.')).toBeVisible();
  });
});
