import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { choose, confirm, confirmation } from './booking-steps.ts';
import { aPerson, aService, aSlot, book, dayAhead, notifyClient, storeSession } from './prepare.ts';

/** Aborts the requests to these paths, as if the server did not respond. docs/spec/product.md §8.1 */
const silence = (page: Page, calls: string) => page.route(`**/api/${calls}`, (route) => route.abort());

test.describe('failed requests of a client’s pages', { tag: '@once' }, () => {
  test('the booking page shows an error if loading the slots or booking fails; a client can book even if the services fail to load', async ({
    page,
    salon,
  }) => {
    await withoutStream(page);
    const date = await dayAhead(salon, 2);
    await aSlot(salon, date, '09:00');
    await storeSession(page, salon, await aPerson(salon));
    await silence(page, 'appointments?*');
    await page.goto(`${salon.url}/booking`);
    await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
    await page.unroute('**/api/appointments?*');
    await silence(page, 'services');
    await silence(page, 'appointments/*/book');
    await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
    await choose(page, date, '09:00 - 10:00');
    await expect(confirmation(page).getByLabel('Usluga').getByRole('option')).toHaveText([
      'Bez usluge za sada',
    ]);
    await confirm(page);
    await expect(confirmation(page).getByRole('alert')).toHaveText('Neuspešna rezervacija.');
    await page.unrouteAll();
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  });

  test('“Moji termini” shows an error of its own for each of loading a list, saving the guest, saving the service and canceling', async ({
    page,
    salon,
  }) => {
    const client = await aPerson(salon);
    await aService(salon, 'Gel lak', 60);
    await book(salon, await aSlot(salon, await dayAhead(salon, 3), '09:00'), client);
    await storeSession(page, salon, client);
    await silence(page, 'appointments/upcoming');
    await silence(page, 'appointments/past*');
    await page.goto(`${salon.url}/appointments`);
    await expect(page.getByText('Greška pri učitavanju predstojećih termina')).toBeVisible();
    await expect(page.getByText('Greška pri učitavanju prethodnih termina')).toBeVisible();
    await page.unrouteAll();
    await silence(page, 'appointments/*/{guest,service,cancel}');
    await page.reload();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Dolazi neko drugi' }).click();
    await dialog.getByLabel('Ime').fill('Mila');
    await dialog.getByLabel('Telefon').fill('064 100001');
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Greška pri čuvanju gosta.');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odbaci' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Promeni uslugu' }).click();
    await dialog.getByLabel('Usluga').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Greška pri čuvanju usluge.');
    await page.keyboard.press('Escape'); // the dialog closes without asking for confirmation, because no text was typed
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Otkaži termin' }).click();
    await dialog.getByLabel('Razlog otkazivanja').fill('Put.');
    await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Greška pri otkazivanju termina.');
  });

  test('the profile shows one error if loading fails and another if saving fails', async ({
    page,
    salon,
  }) => {
    await storeSession(page, salon, await aPerson(salon));
    await silence(page, 'auth/me');
    await page.goto(`${salon.url}/profile`);
    await expect(page.getByText('Greška pri učitavanju profila')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
    await page.getByLabel('Stara lozinka').fill('lak-za-nokte');
    await silence(page, 'auth/me');
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(page.getByRole('alert')).toHaveText('Greška pri čuvanju podataka.');
  });

  test('the notifications show an error of their own for each of loading, marking as read and deleting', async ({
    page,
    salon,
  }) => {
    await withoutStream(page);
    const client = await aPerson(salon);
    await notifyClient(salon, client, await aSlot(salon, await dayAhead(salon, 4), '09:00'));
    await storeSession(page, salon, client);
    await silence(page, 'client-notifications**');
    await silence(page, 'client-notifications/**');
    await page.goto(`${salon.url}/profile?tab=notifikacije`);
    await expect(page.getByText('Greška pri učitavanju notifikacija.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Profil' })).not.toHaveAccessibleDescription(/./);
    await page.unroute('**/api/client-notifications**');
    await page.unroute('**/api/client-notifications/**');
    await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
    await expect(page.getByText('NOVO')).toBeVisible();
    await page.route('**/api/client-notifications**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await silence(page, 'client-notifications/{*/read,read-all}');
    await page.route('**/api/client-notifications/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );

    await page.getByRole('button', { name: 'Označi kao pročitano' }).click();
    await expect(page.getByText('Greška pri označavanju kao pročitano.')).toBeVisible();
    await page.getByRole('button', { name: 'Označi sve kao pročitano' }).click();
    await expect(page.getByText('Greška pri označavanju svih kao pročitano.')).toBeVisible();
    await expect(page.getByText('NOVO')).toBeVisible();
    const question = page.getByRole('alertdialog', { name: 'Potvrda' });
    await page.getByRole('button', { name: 'Obriši', exact: true }).click();
    await question.getByRole('button', { name: 'Obriši' }).click();
    await expect(question.getByText('Greška pri brisanju notifikacije.')).toBeVisible();
    await question.getByRole('button', { name: 'Otkaži' }).click();
    await page.getByRole('button', { name: 'Obriši sve' }).click();
    await question.getByRole('button', { name: 'Obriši' }).click();
    await expect(question.getByText('Greška pri brisanju notifikacija.')).toBeVisible();
  });

  test('if a booking fails offline, the error says that there is no network; if the server is down, a banner says so until it responds again', async ({
    page,
    context,
    salon,
  }) => {
    const date = await dayAhead(salon, 6);
    await aSlot(salon, date, '09:00');
    await storeSession(page, salon, await aPerson(salon));
    // waits until the page opens the event stream: by then it has loaded the code that checks the connection
    const started = page.waitForRequest('**/api/events');
    await page.goto(`${salon.url}/booking`);
    await choose(page, date, '09:00 - 10:00');
    await started;
    await context.setOffline(true);
    await confirm(page);
    await expect(confirmation(page).getByRole('alert')).toHaveText('Neuspešna rezervacija. Nema mreže.');
    await context.setOffline(false);
    await expect(page.getByText('Nema mreže. Čim')).toBeHidden();
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await confirm(page);
    await expect(
      page.getByText('Nema veze sa salonom. Čim se vrati, stranica se osvežava sama.'),
    ).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByText('Nema veze sa salonom. Čim')).toBeHidden();
  });
});
