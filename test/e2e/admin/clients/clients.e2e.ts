import type { Page } from '@playwright/test';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, withoutStream } from '../../network.ts';
import { aBooking, arriveAsOwner } from '../prepare.ts';

const PATH = '/admin/clients';
const LIST = PATH;
const ADD = `${PATH}?tab=dodaj`;

const addClient = async (salon: Server, name: string, contact: { phone?: string; city?: string } = {}) =>
  request('POST /users/clients', { headers: await asAdmin(salon), body: { name, ...contact } }, at(salon));

const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test(
  'if a new client is refused, the form shows the reason and keeps the values; a corrected client is added',
  { tag: '@once' },
  async ({ page, salon }, { project }) => {
    const name = `Nova ${project.name}`;
    const email = `nova.${project.name}@primer.rs`;
    await arriveAsOwner(page, salon, ADD);
    await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByText('Unesite ime.')).toBeVisible();
    await page.getByLabel('Ime i prezime').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Lozinka', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByText('Lozinka mora imati bar 6 karaktera.')).toBeVisible();
    await page.getByRole('tab', { name: 'Pregled svih klijenta' }).click();
    await page.getByRole('tab', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByLabel('Ime i prezime')).toHaveValue(name);
    await page.getByLabel('Lozinka', { exact: true }).fill('123456');
    await page.route('**/api/users/clients', (route) => route.abort());
    await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByText('Neuspešno dodavanje.')).toBeVisible();
    await page.unroute('**/api/users/clients');
    await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByText('Klijentkinja je dodata.')).toBeVisible();
    await expect(page.getByLabel('Ime i prezime')).toHaveValue('');
    await expect(page.getByLabel('Ime i prezime')).toBeFocused();
    await expectAccessible(page);
    await page.mouse.move(0, 0); // a toast under the mouse stays, and covers the button
    await page.getByLabel('Ime i prezime').fill('Ista adresa');
    await page.getByLabel('Email').fill(email.toUpperCase());
    await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
    await expect(page.getByText('Email adresa je već u upotrebi.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    const { token } = await request('POST /auth/login', { body: { email, password: '123456' } }, at(salon));
    expect(token).not.toBe('');
  },
);

test('the client search ignores diacritics, the alphabet and the format of phone numbers, and shows how many clients it found', {
  tag: '@once',
}, async ({ page, salon }) => {
  await addClient(salon, 'Đorđe Žđanski', { phone: '+381 64 777-88-99', city: 'Petrovaradin' });
  await addClient(salon, 'Una Simić');
  await arriveAsOwner(page, salon, LIST);
  await expect(rowOf(page, 'Una Simić').first()).toBeVisible();
  for (const query of ['djordje zdj', 'ЂОРЂЕ', '0647778', 'petrovar']) {
    await page.getByLabel('Pretraga').fill(query);
    await expect(rowOf(page, 'Una Simić')).toHaveCount(0);
    await expect(rowOf(page, 'Đorđe Žđanski').first()).toBeVisible();
  }
  await expect(page.getByText(/^ukupno \d+, pronađeno \d+$/)).toBeVisible();
  await page.getByLabel('Pretraga').fill('niko se tako ne zove');
  await expect(page.getByText(/pronađeno 0$/)).toBeVisible();
  await page.getByLabel('Pretraga').fill('');
  await expectAccessible(page);
  await addClient(salon, 'Aleksandra-Anastasija Hadžistefanović-Radosavljević-Petrović');
  await page.reload();
  await expect(rowOf(page, 'Aleksandra-Anastasija').first()).toBeVisible();
  await expectFitting(page);
});

test('a client’s name in the list opens the card; if the client is deactivated in the card, the list shows the client as inactive', async ({
  page,
  salon,
}, { project }) => {
  const name = `Mirna ${project.name}`;
  await addClient(salon, name);
  await arriveAsOwner(page, salon, LIST);
  await rowOf(page, name).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Klijent', exact: true });
  await dialog.getByLabel('Status').selectOption({ label: 'Neaktivan' });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText('Neaktivan');
  await expect(rowOf(page, name).getByRole('button', { name })).toBeFocused();
});

test(
  'the only button in a client’s row opens the card; if saving in the card fails, the owner can retry',
  {
    tag: '@once',
  },
  async ({ page, salon }, { project }) => {
    const name = `Staro Ime ${project.name}`;
    await addClient(salon, name, { city: 'Sombor' });
    await arriveAsOwner(page, salon, LIST);
    await expect(rowOf(page, name).getByRole('button')).toHaveText([name]);
    await rowOf(page, name).click();
    const card = page.getByRole('dialog', { name: 'Klijent', exact: true });
    await expect(card.getByLabel('Grad')).toHaveValue('Sombor');
    const save = card.getByRole('button', { name: 'Sačuvaj' });
    await expect(save).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Zakaži' })).toBeVisible();
    await card.getByRole('button', { name: 'Dodaj belešku' }).click();
    await expect(card.getByLabel('Beleška')).toBeFocused();
    await card.getByLabel('Ime i prezime').fill('');
    await save.click();
    await expect(card.getByText('Unesite ime.')).toBeVisible();
    await expectAccessible(page);
    await card.getByLabel('Ime i prezime').fill(`Novo Ime ${project.name}`);
    await page.route('**/api/people/*', (route) => route.abort());
    await save.click();
    await expect(card.getByText('Greška pri čuvanju.')).toBeVisible();
    await page.unroute('**/api/people/*');
    await save.click();
    await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
    await expect(rowOf(page, `Novo Ime ${project.name}`)).toBeVisible();
  },
);

test(
  'deleting a client needs a confirmation, and a client with a booking cannot be deleted',
  { tag: '@once' },
  async ({ page, salon }, { project }) => {
    const name = `Ide ${project.name}`;
    await addClient(salon, name);
    const booked = await aPerson(salon, `Dolazi ${project.name}`);
    await aBooking(salon, await dayAhead(salon, project.name === 'phone' ? 2 : 3), '10:00', booked);
    await arriveAsOwner(page, salon, LIST);
    const card = page.getByRole('dialog', { name: 'Klijent', exact: true });
    const ask = page.getByRole('alertdialog', { name: 'Potvrda' });
    await rowOf(page, booked.name).getByRole('button', { name: booked.name }).click();
    await card.getByRole('button', { name: 'Obriši' }).click();
    await ask.getByRole('button', { name: 'Obriši' }).click();
    await expect(ask.getByText('Klijentkinja ima zakazane termine.')).toBeVisible();
    await ask.getByRole('button', { name: 'Otkaži' }).click();
    await card.getByRole('button', { name: 'Otkaži' }).click();
    await rowOf(page, name).getByRole('button', { name }).click();
    await card.getByRole('button', { name: 'Obriši' }).click();
    await page.route('**/api/users/clients/*', (route) => route.abort());
    await ask.getByRole('button', { name: 'Obriši' }).click();
    await expect(ask.getByText('Neuspešno brisanje.')).toBeVisible();
    await page.unroute('**/api/users/clients/*');
    await ask.getByRole('button', { name: 'Obriši' }).click();
    await expect(page.getByText('Klijentkinja je obrisana.')).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(rowOf(page, name)).toHaveCount(0);
  },
);

test('of five thousand clients, the list renders only the visible rows', async ({
  page,
  salon,
  isMobile,
}) => {
  const client = { email: null, city: 'Novi Sad', notes: null, active: 1, is_shared_number: 0 };
  const many = Array.from({ length: 5000 }, (_, n) => ({
    ...client,
    id: n + 1,
    client_id: n + 1,
    name: `Klijentkinja ${String(n).padStart(4, '0')}`,
    phone: `064 ${100_000 + n}`,
    visits: 3,
    usual_service: n % 2 ? 'Gel lak' : null,
  }));
  await page.route('**/api/people?*', (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    return route.fulfill({ json: many.filter(({ name }) => name.toLowerCase().includes(q)) });
  });
  await arriveAsOwner(page, salon, LIST);
  await expect(page.getByText('ukupno 5.000, pronađeno 5.000')).toBeVisible();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBeLessThan(100);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await expect(page.getByText(/^Klijentkinja 2[3-6]\d\d$/).first()).toBeVisible();
  await page.getByLabel('Pretraga').fill('klijentkinja 4321');
  await expect(page.getByText('ukupno 5.000, pronađeno 1')).toBeVisible();
  await expect(page.getByText('Obično: Gel lak')).toBeVisible({ visible: !isMobile });
});

test('if the clients fail to load, the owner can retry; an empty list offers to add the first client', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  await addClient(salon, 'Una Simić');
  await page.route('**/api/people?*', (route) => route.abort());
  await arriveAsOwner(page, salon, LIST);
  await expect(page.getByText('Greška pri učitavanju', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/people?*');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByLabel('Pretraga')).toBeVisible();

  await page.route('**/api/people?*', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('Još nema klijentkinja.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Uvezi iz CSV' })).toBeVisible();
  await page.getByRole('button', { name: 'Još' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Unesi više termina']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dodaj klijenta' }).click();
  await expect(page.getByLabel('Ime i prezime')).toBeVisible();
});

test('a client’s row offers a call and messages by SMS, Viber and WhatsApp', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await addClient(salon, 'Persida Ilić', { phone: '064 909 117' });
  await arriveAsOwner(page, salon, LIST);
  await page.getByLabel('Pretraga').fill('Persida');
  await expect(page.getByText(/pronađeno 1$/)).toBeVisible();
  const row = rowOf(page, 'Persida Ilić').first();
  await expect(row.getByRole('link', { name: '064 909 117' })).toHaveAttribute('href', 'tel:+38164909117');
  await row.getByRole('button', { name: 'Poruka' }).click();
  const ways = page.getByRole('dialog', { name: 'Persida Ilić' });
  await expect(ways.getByRole('link')).toHaveText(['Pozovi', 'SMS', 'Viber', 'WhatsApp']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(ways).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Poruka' })).toBeFocused();
  await row.getByRole('button', { name: 'Poruka' }).click();
  await expect(ways).toBeVisible();
  await row.getByRole('button', { name: 'Poruka' }).click();
  await expect(ways).toHaveCount(0);
});

test('the arrow keys open the tab “Vreme je”; a half-filled form for a new client keeps its text while another tab is open', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/clients?tab=dodaj');
  await page.getByLabel('Ime i prezime').fill('Nova Klijentkinja');
  await page.getByRole('tab', { name: 'Pregled svih klijenta' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${salon.url}/admin/due`);
  await expect(page.getByText('Obično bi već došle')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Vreme je' })).toBeFocused();
  await page.getByRole('tab', { name: 'Dodaj klijenta' }).click();
  await expect(page.getByLabel('Ime i prezime')).toHaveValue('Nova Klijentkinja');
});
