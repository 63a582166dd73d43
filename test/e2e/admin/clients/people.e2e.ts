// Somebody without an account: she is found like a client, gets an account, and is joined with another person.
import type { Page } from '@playwright/test';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aPhone, aSlot, dayAhead, PASSWORD, seen } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { aTechnician } from '../../technicians/prepare.ts';
import { chooseClient, sheetOf } from '../new-steps.ts';
import { appointmentNow, arriveAsOwner } from '../prepare.ts';

const LIST = '/admin/clients';
const cardOf = (page: Page) => page.getByRole('dialog', { name: 'Klijent', exact: true });
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').locator('[data-index]').filter({ hasText: name });

let hour = 7;

/** Books a slot as a visitor; returns the booking with its person. */
async function aGuest(salon: Server, dayNumber: number, name: string, phone: string) {
  const day = await dayAhead(salon, dayNumber);
  const slot = await aSlot(salon, day, `${String(++hour).padStart(2, '0')}:00`, 30);
  const body = { ...seen(slot), guest_name: name, guest_phone: phone };
  await request('POST /appointments/{id}/book', { params: { id: slot.id }, body }, at(salon));
  return { day, clock: slot.start_datetime.slice(11, 16), ...(await appointmentNow(salon, slot.id)) };
}

const found = async (salon: Server, q: string) =>
  request('GET /people', { query: { q }, headers: await asAdmin(salon) }, at(salon));

test('a guest who calls is found by name and by number in the list, the search and a new appointment', async ({
  page,
  salon,
  isMobile,
}, { project }) => {
  const name = `Tea Vidić ${project.name}`;
  const phone = aPhone();
  const { day, person_id } = await aGuest(salon, isMobile ? 2 : 3, name, phone);
  await aSlot(salon, day, '20:00');
  await arriveAsOwner(page, salon, LIST);
  await expect(rowOf(page, name)).toContainText('bez naloga');
  const listed = await found(salon, '');
  const accounts = listed.filter(({ client_id }) => client_id !== null);
  await expect(
    page.getByText(new RegExp(`^${listed.length} osob[ae], ${accounts.length} sa nalogom$`)),
  ).toBeVisible();
  for (const q of [name.toUpperCase(), phone.replaceAll(' ', ''), phone.slice(4)]) {
    await page.getByLabel('Pretraga').fill(q);
    await expect(page.getByText(/pronađeno 1$/)).toBeVisible();
    await expect(rowOf(page, name)).toBeVisible();
  }
  await expectAccessible(page);
  await expectFitting(page);
  await rowOf(page, name).getByRole('button', { name }).click();
  await expect(page).toHaveURL(/\?osoba=\d+$/);
  const card = cardOf(page);
  await expect(card.getByText('bez naloga')).toBeVisible();
  await expect(card.getByRole('button', { name: /^Sledeći termin/ })).toBeVisible();
  await expect(card.getByLabel('Status')).toHaveCount(0);
  await expect(card.getByLabel('Lozinka')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitting(page);
  await page.goBack();
  await expect(card).toHaveCount(0);

  if (!isMobile) {
    for (const q of [name, phone]) {
      await page.keyboard.press('Control+k');
      const search = page.getByRole('dialog', { name: 'Pretraga' });
      await search.getByRole('searchbox').fill(q);
      await search.getByRole('link', { name }).click();
      await expect(card.getByLabel('Ime i prezime')).toHaveValue(name);
      await card.getByRole('button', { name: 'Otkaži' }).click();
      await expect(card).toHaveCount(0);
    }
  }

  await page.goto(`${salon.url}/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByLabel('Klijent').fill(phone.replaceAll(' ', ''));
  await page.getByRole('option', { name: new RegExp(`${name}.*bez naloga`) }).click();
  await expect(sheet.getByText(`${phone}, bez naloga`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Slobodni termini' }).click();
  await sheet.locator(`input[type="radio"][value="${day}"]`).check();
  await sheet.getByRole('button', { name: '20:00 - 21:00' }).click();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(new RegExp(`^${name}, .* u 20:00$`))).toBeVisible();
  const [person, ...others] = await found(salon, name);
  expect(others).toEqual([]);
  expect(person).toMatchObject({ id: person_id, client_id: null });
  const { id } = await request(
    'GET /people/{id}',
    { params: { id: person?.id ?? 0 }, headers: await asAdmin(salon) },
    at(salon),
  );
  expect(id).toBe(person_id);
});

test('an appointment is given to a person without an account, whose name then opens her card', {
  tag: '@once',
}, async ({ page, salon }) => {
  const phone = aPhone();
  const { person_id } = await aGuest(salon, 4, 'Zora Perić', phone);
  const other = await aGuest(salon, 4, 'Lana Bojić', aPhone());
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${other.day}`);
  await page.getByRole('button', { name: new RegExp(`^Lana Bojić, ${other.clock}`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Lana Bojić');
  await chooseClient(dialog, 'Zora Perić');
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Zora Perić');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  expect(await appointmentNow(salon, other.id)).toMatchObject({ person_id, guest_name: 'Zora Perić' });
  await page.getByRole('button', { name: new RegExp(`^Zora Perić, ${other.clock}`) }).click();
  await dialog.getByRole('button', { name: 'Zora Perić' }).click();
  await expect(cardOf(page).getByLabel('Telefon')).toHaveValue(phone);
});

test('“Napravi nalog” gives a guest an account with her bookings', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { id, person_id } = await aGuest(salon, 5, 'Nina Lukić', aPhone());
  await arriveAsOwner(page, salon, `${LIST}?osoba=${person_id}`);
  const card = cardOf(page);
  await card.getByRole('button', { name: 'Napravi nalog' }).click();
  const form = page.getByRole('dialog', { name: 'Napravi nalog' });
  await form.getByRole('button', { name: 'Napravi nalog' }).click();
  await expect(form.getByText('Unesite email adresu.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Email').fill('nina.lukic@primer.rs');
  await form.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Napravi nalog' }).click();
  await expect(page.getByText('Nalog je napravljen.')).toBeVisible();
  await expect(card.getByLabel('Status')).toHaveValue('1');
  await expect(card.getByRole('button', { name: 'Napravi nalog' })).toHaveCount(0);
  const body = { email: 'nina.lukic@primer.rs', password: PASSWORD };
  const { token } = await request('POST /auth/login', { body }, at(salon));
  const headers = { authorization: `Bearer ${token}` };
  const own = await request('GET /appointments/upcoming', { headers }, at(salon));
  expect(own.map((row) => row.id)).toEqual([id]);
});

test('people with the same number are proposed to be joined; the question shows both, and one stays', async ({
  page,
  salon,
}, { project }) => {
  const phone = aPhone();
  const [name, nick] = [`Katarina ${project.name}`, `Kaća ${project.name}`];
  const headers = await asAdmin(salon);
  const body = { name, phone, email: `${project.name}@primer.rs`, notes: 'Ne voli dugačke.' };
  const client = await request('POST /users/clients', { headers, body }, at(salon));
  const guest = await aGuest(salon, 6, nick, phone);
  await arriveAsOwner(page, salon, LIST);
  await expect(rowOf(page, nick)).toContainText('isti telefon');
  await page.getByText(/^Isti telefon \(\d+\)$/).click();
  const proposed = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Spoji' }) });
  await proposed.filter({ hasText: nick }).getByRole('button', { name: 'Spoji' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spoji' });
  await expect(dialog.getByRole('columnheader').first()).toContainText(`Ostaje${name}`);
  await expect(dialog.getByRole('row', { name: /^Posete/ })).toBeVisible();
  await expect(dialog.getByText('Spajanje ne može da se poništi.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await dialog.getByRole('button', { name: 'Zameni strane' }).click();
  await expect(dialog.getByRole('columnheader').first()).toContainText(`Ostaje${nick}`);
  await dialog.getByRole('button', { name: 'Zameni strane' }).click();
  await page.route('**/api/people/*/merge', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Spoji' }).click();
  await expect(dialog.getByText('Spajanje nije uspelo.')).toBeVisible();
  await page.unroute('**/api/people/*/merge');
  await dialog.getByRole('button', { name: 'Spoji' }).click();
  await expect(page.getByText(`Spojeno: ${name}.`)).toBeVisible();
  await expect(rowOf(page, nick)).toHaveCount(0);
  await expect(rowOf(page, name)).toHaveCount(1);
  expect(await appointmentNow(salon, guest.id)).toMatchObject({
    client_id: client.id,
    person_id: client.person_id,
  });
});

test('from the card, the owner adds a daughter with the same number, then joins two people without a common number', {
  tag: '@once',
}, async ({ page, salon }) => {
  const phone = aPhone();
  const mother = await aGuest(salon, 7, 'Vera Ćosić', phone);
  await aGuest(salon, 7, 'Veka Ć.', aPhone());
  await arriveAsOwner(page, salon, `${LIST}?osoba=${mother.person_id}`);
  const card = cardOf(page);
  await card.getByRole('button', { name: 'Još neko s ovim brojem' }).click();
  const form = page.getByRole('dialog', { name: 'Još neko s ovim brojem' });
  await form.getByLabel('Ime i prezime').fill('Anja Ćosić');
  await form.getByRole('button', { name: 'Dodaj' }).click();
  await expect(page.getByText('Osoba je dodata.')).toBeVisible();
  expect((await found(salon, phone)).map(({ name }) => name).sort()).toEqual(['Anja Ćosić', 'Vera Ćosić']);
  await card.getByRole('button', { name: 'Spoji' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spoji' });
  await expect(dialog.getByRole('button', { name: 'Anja Ćosić' })).toBeVisible();
  await expectAccessible(page);
  await chooseClient(dialog, 'Veka Ć.');
  await dialog.getByRole('button', { name: 'Spoji' }).click();
  await expect(page.getByText('Spojeno: Vera Ćosić.')).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await found(salon, 'Veka')).toEqual([]);
});

test('the owner deletes a person without an account, but not one with a booking ahead', {
  tag: '@once',
}, async ({ page, salon }) => {
  const guest = await aGuest(salon, 8, 'Ruža Ilin', aPhone());
  await arriveAsOwner(page, salon, `${LIST}?osoba=${guest.person_id}`);
  const ask = page.getByRole('alertdialog');
  await cardOf(page).getByRole('button', { name: 'Obriši' }).click();
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(ask.getByText('Klijentkinja ima zakazane termine.')).toBeVisible();
  const params = { id: guest.id };
  await request('DELETE /appointments/{id}', { params, headers: await asAdmin(salon) }, at(salon));
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Osoba je obrisana.')).toBeVisible();
  await expect(rowOf(page, 'Ruža Ilin')).toHaveCount(0);
});

test('the note for everybody in the salon is shown to owner and technician: in the dialog, the calendar and the print', async ({
  page,
  salon,
  isMobile,
}, { project }) => {
  const name = `Iva Rašić ${project.name}`;
  const email = `tehnicarka.${project.name}@primer.rs`;
  const technician_id = await aTechnician(salon, {
    name: `Sanja ${project.name}`,
    email,
    password: PASSWORD,
  });
  const start_datetime = `${await dayAhead(salon, isMobile ? 9 : 10)} 10:00:00`;
  const booking = {
    start_datetime,
    duration_minutes: 60,
    technician_id,
    guest_name: name,
    guest_phone: aPhone(),
  };
  const { person_id } = await request(
    'POST /appointments',
    { headers: await asAdmin(salon), body: booking },
    at(salon),
  );
  await arriveAsOwner(page, salon, `${LIST}?osoba=${person_id}`);
  const card = cardOf(page);
  await card.getByLabel('Beleška').fill('Kasni.');
  await card.getByLabel('Za sve u salonu').fill('Alergija na akril');
  await card.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(card).toHaveCount(0);

  const day = `/admin/calendar?view=day&date=${start_datetime.slice(0, 10)}`;
  const block = page.getByRole('button', { name: new RegExp(`^${name}, 10:00.*Alergija na akril`) });
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  const note = dialog.getByText('Za sve u salonu: Alergija na akril');
  await page.goto(salon.url + day);
  await block.click();
  await expect(note).toBeVisible();
  await expect(dialog.getByText('Kasni.')).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page).toHaveURL(/\/admin\/calendar/);
  await page.goto(salon.url + day);
  await block.click();
  await expect(note).toBeVisible();
  await expect(dialog.getByText('Kasni.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet').getByText('Alergija na akril')).toBeVisible();
});

test('behind the + and in a series, a person without account and number is booked as herself', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const name = 'Olja Simić';
  const past = addDays(await todayAt(salon), -40);
  const body = { start_datetime: `${past} 21:00:00`, duration_minutes: 30, guest_name: name } as const;
  const { person_id } = await request('POST /appointments', { headers, body }, at(salon));
  const bookings = async () =>
    (
      await request(
        'GET /appointments/list',
        { query: { from: past, to: addDays(past, 200), status: 'BOOKED' }, headers },
        at(salon),
      )
    ).filter((row) => row.guest_name === name);

  const day = await dayAhead(salon, 1);
  await aSlot(salon, day, '19:00');
  await arriveAsOwner(page, salon, '/booking');
  await page.getByLabel('Klijent').fill(name);
  await page.getByRole('option', { name }).click();
  await page.locator(`input[value="${day}"]`).check();
  await page.getByRole('button', { name: '19:00 - 20:00' }).click();
  await page.getByRole('button', { name: /^Upiši, / }).click();
  await expect.poll(async () => (await bookings()).length).toBe(2);
  await expect(page).toHaveURL(`${salon.url}/`);

  await page.goto(`${salon.url}/admin/calendar?view=day&date=${past}`);
  await page.getByRole('button', { name: new RegExp(`^${name}, 21:00`) }).click();
  await page.getByRole('dialog', { name: 'Termin' }).getByRole('button', { name: 'Ponavljaj' }).click();
  const series = page.getByRole('dialog', { name: 'Ponavljanje' });
  await series.getByLabel('Puta').selectOption('2');
  await series.getByRole('button', { name: /^Upiši 2/ }).click();
  await expect
    .poll(async () => (await bookings()).map((row) => row.person_id))
    .toEqual(Array(4).fill(person_id));
});
