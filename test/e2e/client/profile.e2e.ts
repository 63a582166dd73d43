import { readFile } from 'node:fs/promises';
import { stripDays } from '../../../src/domain/booking.ts';
import { expect, test } from '../fixture.ts';
import { holdRequests, todayAt } from '../network.ts';
import { aPerson, aSlot, book, dayAhead, notifyClient, PASSWORD, storeSession } from './prepare.ts';

test('when a client changes the password, this device stays logged in and the other devices are logged out', {
  tag: '@once',
}, async ({ page, browser, salon }) => {
  const client = await aPerson(salon);
  const other = await (await browser.newContext({ baseURL: salon.url })).newPage();
  for (const device of [page, other]) await storeSession(device, salon, client);
  await page.goto(`${salon.url}/profile`);
  await page.getByLabel('Grad').fill('Novi Sad');
  await page.getByRole('tab', { name: 'Notifikacije' }).click();
  await page.getByRole('tab', { name: 'Podaci' }).click();
  await expect(page.getByLabel('Grad')).toHaveValue('Novi Sad');

  const save = page.getByRole('button', { name: 'Sačuvaj' });
  await save.click();
  await expect(page.getByText('Unesite staru lozinku za potvrdu.')).toBeVisible();
  await expect(page.getByLabel('Stara lozinka')).toBeFocused();
  await page.getByLabel('Stara lozinka').fill(PASSWORD);
  await page.getByLabel('Nova lozinka', { exact: true }).fill('nova-lozinka');
  await save.click();
  await expect(page.getByText('Nova lozinka i potvrda se ne poklapaju.')).toBeVisible();
  await page.getByLabel('Nova lozinka', { exact: true }).fill('kratk');
  await page.getByLabel('Potvrda nove lozinke').fill('kratk');
  await save.click();
  await expect(page.getByText('Nova lozinka mora imati bar 6 karaktera.')).toBeVisible();
  await page.getByLabel('Nova lozinka', { exact: true }).fill('nova-lozinka');
  await page.getByLabel('Potvrda nove lozinke').fill('nova-lozinka');
  await save.click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(page.getByLabel('Stara lozinka')).toHaveValue('');

  await page.reload();
  await expect(page.getByLabel('Grad')).toHaveValue('Novi Sad');
  await other.goto('/appointments');
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
});

test('text that a client types while the profile is being saved stays in the form', {
  tag: '@once',
}, async ({ page, salon }) => {
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/profile`);
  await page.getByLabel('Grad').fill('Novi Sad');
  await page.getByLabel('Stara lozinka').fill(PASSWORD);
  const release = await holdRequests(page, '**/api/auth/me');
  const sent = page.waitForRequest('**/api/auth/me');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await sent;
  await page.getByLabel('Telefon').fill('064 111 222');
  release();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(page.getByLabel('Stara lozinka')).toHaveValue('');
  await expect(page.getByLabel('Grad')).toHaveValue('Novi Sad');
  await expect(page.getByLabel('Telefon')).toHaveValue('064 111 222');
});

test.describe('if the server sends mails', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  test('a notification switch is saved as soon as it is tapped, and needs no password', {
    tag: '@once',
  }, async ({ page, salon }) => {
    const client = await aPerson(salon);
    await storeSession(page, salon, client);
    await page.goto(`${salon.url}/profile`);
    await page.getByLabel('Grad').fill('Novi Sad');
    const mails = page.getByRole('switch', { name: 'Obaveštenja na email' });
    await expect(mails).toBeChecked();
    const messages = page.getByRole('switch', { name: 'Podsetnik za novi termin' });
    await expect(messages).not.toBeChecked();
    await expect(page.getByRole('switch')).toHaveCount(2);
    const savedBy = (tap: () => Promise<void>) =>
      Promise.all([page.waitForResponse('**/api/auth/me/notifications'), tap()]);
    await savedBy(() => messages.click());
    await expect(messages).toBeChecked();
    await savedBy(() => mails.click());
    await expect(mails).not.toBeChecked();
    await expect(page.getByLabel('Grad')).toHaveValue('Novi Sad');
    await page.reload();
    await expect(mails).not.toBeChecked();
    await expect(messages).toBeChecked();
    await expect(page.getByLabel('Grad')).toHaveValue('');
  });

  test('two switches that are tapped one after the other both show the new state while they are saved', {
    tag: '@once',
  }, async ({ page, salon }) => {
    await storeSession(page, salon, await aPerson(salon));
    await page.goto(`${salon.url}/profile`);
    const [mails, messages] = ['Obaveštenja na email', 'Podsetnik za novi termin'].map((name) =>
      page.getByRole('switch', { name }),
    );
    const release = await holdRequests(page, '**/api/auth/me/notifications');
    await mails?.click();
    await messages?.click();
    const both = () => Promise.all([mails?.isChecked(), messages?.isChecked()]);
    await expect.poll(both).toEqual([false, true]);
    release();
    await expect.poll(both).toEqual([false, true]);
  });
});

test('a client’s notifications load twenty at a time, and can be filtered, marked as read and deleted', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const slot = await aSlot(salon, await dayAhead(salon, 5), '10:00');
  await notifyClient(salon, client, slot, 21);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByRole('link', { name: 'Profil' })).toHaveAccessibleDescription(/^21 /);
  await page.getByRole('tab', { name: 'Notifikacije' }).click();
  await expect(page.getByText('NOVO')).toHaveCount(20);
  await page.getByRole('button', { name: 'Učitaj još' }).click();
  await expect(page.getByText('NOVO')).toHaveCount(21);
  await expect(page.getByRole('button', { name: 'Učitaj još' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Označi kao pročitano' }).first().click();
  await expect(page.getByText('NOVO')).toHaveCount(20);
  await expect(page.getByRole('link', { name: 'Profil' })).toHaveAccessibleDescription(/^20 /);
  await page.getByLabel('Tip').selectOption({ label: 'Salon je otkazao termin' });
  await expect(page.getByText('Nema notifikacija za izabrani filter.')).toBeVisible();
  await page.getByLabel('Tip').selectOption({ label: 'Svi tipovi' });
  await page.getByLabel('Samo nepročitane').check();
  await page.getByRole('button', { name: 'Označi sve kao pročitano' }).click();
  await expect(page.getByText('Nema notifikacija za izabrani filter.')).toBeVisible();
  await page.getByLabel('Samo nepročitane').uncheck();
  await page.getByRole('button', { name: 'Obriši sve' }).click();
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(question).toContainText('Ova radnja je nepovratna.');
  await question.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Još nema notifikacija.')).toBeVisible();
});

test('a client exports the personal data, then deletes the account and chooses to cancel the bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon, 'Zaboravljena Osoba');
  await book(salon, await aSlot(salon, await dayAhead(salon, 6), '10:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/profile`);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi moje podatke' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain(client.email);

  await page.getByRole('button', { name: 'Obriši nalog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Obriši nalog' });
  await expect(dialog.getByRole('listitem')).toContainText('10:00 - 11:00');
  await expect(dialog.getByRole('button', { name: 'Obriši nalog' })).toBeDisabled();
  await dialog.getByLabel('Otkaži ih i obriši nalog').check();
  await dialog.getByLabel('Lozinka', { exact: true }).fill('pogrešna');
  await dialog.getByRole('button', { name: 'Obriši nalog' }).click();
  await expect(dialog.getByText('Stara lozinka nije ispravna.')).toBeVisible();
  await dialog.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Obriši nalog' }).click();
  await expect(page.getByText('Nalog je obrisan.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/`);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test.describe('on a phone in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });
  test('pages show times in the salon’s time zone, and the correct time until an appointment even if the phone’s clock is wrong', {
    tag: '@once',
  }, async ({ page, salon }) => {
    const client = await aPerson(salon);
    const date = await dayAhead(salon, 7);
    await book(salon, await aSlot(salon, date, '10:00'), client);
    await page.clock.setFixedTime(new Date('2020-02-01T12:00:00Z'));
    await storeSession(page, salon, client);
    await page.goto(`${salon.url}/appointments`);
    const card = page.locator('[data-appointment-id]');
    await expect(card).toContainText('10:00 - 11:00');
    await expect(card).toContainText(/Termin za \d dan/);
    await page.goto(`${salon.url}/booking`);
    const days = page.getByRole('group', { name: 'Datum' }).getByRole('radio');
    await expect(days.nth(stripDays(await todayAt(salon)).indexOf(date))).toHaveValue(date);
  });
});
