import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import { expectAccessible } from '../../axe.ts';
import { aService, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { aClient, anAppointment } from '../new-steps.ts';
import { arriveAsOwner } from '../prepare.ts';

const cardOf = (page: Page) => page.getByRole('dialog', { name: 'Klijent', exact: true });

test('beside an open card at 1366 px, the head of the list stays in one line', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const { id } = await aClient(salon, 'Aleksandra Jovanović-Hadžistefanović');
  await arriveAsOwner(page, salon, `/admin/clients?klijent=${id}`);
  await expect(cardOf(page).getByLabel('Ime i prezime')).toBeVisible();
  const main = page.getByRole('main');
  const middle = async (one: Locator): Promise<number> => {
    const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const heading = await middle(main.getByRole('heading', { name: 'Klijenti', level: 1 }));
  for (const one of [
    main.getByText(/^\d+ osob/),
    main.getByRole('link', { name: 'Uvoz klijenata' }),
    main.getByRole('button', { name: 'Još' }).first(), // the second one is the card's
  ])
    expect(Math.abs((await middle(one)) - heading)).toBeLessThan(12);
});

test('the client card shows the contact data and the past and next appointments; each appointment opens in its dialog', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service_id = (await aService(salon, 'Gel lak', 60)) as never;
  const { id } = await aClient(salon, 'Marta Đukanović');
  const body = { phone: '063 555 018', city: 'Novi Sad', notes: 'Alergija na akril' };
  await request(
    'PUT /users/{id}',
    { params: { id: String(id) }, body, headers: await asAdmin(salon) },
    at(salon),
  );
  const today = await todayAt(salon);
  for (let ago = 1; ago <= 8; ago++)
    await anAppointment(salon, {
      client_id: id,
      service_id,
      start_datetime: `${addDays(today, -7 * ago)} 12:00:00`,
    });
  await anAppointment(salon, {
    client_id: id,
    service_id,
    start_datetime: `${await dayAhead(salon, 2)} 10:00:00`,
  });
  await arriveAsOwner(page, salon, `/admin/clients?klijent=${id}`);
  const card = cardOf(page);
  for (const label of ['Ime i prezime', 'Email', 'Telefon', 'Grad', 'Status', 'Beleška'])
    await expect(card.getByLabel(label, { exact: true })).toBeVisible();
  await expect(card.getByLabel('Telefon')).toHaveValue('063 555 018');
  await expect(card.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', 'tel:+38163555018');
  await expect(card.getByRole('definition').first()).toHaveText('8');
  const rows = card.getByRole('listitem');
  await expect(rows).toHaveCount(6);
  await expectAccessible(page);
  await expectFitting(page);
  await card.getByRole('button', { name: 'Prikaži sve posete' }).click();
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(6).getByRole('button')).toBeFocused();
  await rows.first().getByRole('button').click();
  const appointment = page.getByRole('dialog', { name: 'Termin', exact: true });
  await appointment.getByRole('button', { name: 'Nije došla' }).click();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toContainText('Nije došla');
  await card.getByRole('button', { name: /^Sledeći termin/ }).click();
  await expect(appointment).toContainText('10:00 - 11:00');
  await page.keyboard.press('Escape');
  await expect(appointment).toHaveCount(0);
  await expect(card).toBeVisible();
});

test('on a desktop the client card shows the attendance of each appointment, on a phone it does not', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service_id = (await aService(salon, 'Ojačavanje', 60)) as never;
  const { id } = await aClient(salon, 'Dora Došić');
  const start_datetime = `${addDays(await todayAt(salon), -11)} 15:00:00`;
  const appointment = await anAppointment(salon, { client_id: id, service_id, start_datetime });
  const headers = await asAdmin(salon);
  const params = { id: String(appointment.id) };
  await request('POST /appointments/{id}/attendance', { params, body: { attended: 1 }, headers }, at(salon));
  await page.setViewportSize({ width: 1366, height: 900 });
  await arriveAsOwner(page, salon, `/admin/clients?klijent=${id}`);
  const came = cardOf(page).getByRole('listitem').first().getByText('Došla', { exact: true });
  await expect(came).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(came).toBeHidden();
});

test('in the client card the owner sets the client’s password; a password that is too short is refused', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { id } = await aClient(salon, 'Lana Lozinka');
  await arriveAsOwner(page, salon, `/admin/clients?klijent=${id}`);
  const card = cardOf(page);
  await card.getByLabel('Email').fill('lana@primer.rs');
  await card.getByLabel('Lozinka', { exact: true }).fill('12345');
  await card.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(card.getByText('Lozinka mora imati bar 6 karaktera.')).toBeVisible();
  await card.getByLabel('Lozinka', { exact: true }).fill('123456');
  await card.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(card).toHaveCount(0);
  const body = { email: 'lana@primer.rs', password: '123456' };
  expect((await request('POST /auth/login', { body }, at(salon))).token).not.toBe('');
});

test(
  'Back closes the client card; if the card has unsaved text, it asks for confirmation first',
  { tag: '@once' },
  async ({ page, salon }, { project }) => {
    const name = `Natrag ${project.name}`;
    await aClient(salon, name);
    await arriveAsOwner(page, salon, '/admin/clients');
    const open = () => page.getByRole('button', { name, exact: true }).click();
    const card = cardOf(page);
    await open();
    await expect(page).toHaveURL(/\?klijent=\d+$/);
    await expect(card.getByLabel('Grad')).toBeVisible();
    await page.goBack();
    await expect(card).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/clients$/);
    await open();
    await card.getByRole('button', { name: 'Otkaži' }).click();
    await expect(card).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/clients$/);
    await open();
    await card.getByLabel('Grad').fill('Niš');
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Nastavi unos' }).click();
    await expect(card.getByLabel('Grad')).toHaveValue('Niš');
    await card.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByText('Niš').first()).toBeVisible();
  },
);

test(
  'the owner finds a client by phone number with at most two taps from the home page',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const { name, id } = {
      ...(await aClient(salon, `Pozvala ${info.project.name}`)),
      name: `Pozvala ${info.project.name}`,
    };
    const phone = info.project.name === 'phone' ? '064 812 7799' : '064 812 7788';
    await request(
      'PUT /users/{id}',
      { params: { id: String(id) }, body: { phone }, headers: await asAdmin(salon) },
      at(salon),
    );
    await arriveAsOwner(page, salon, '/');
    const ways = [
      page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Admin panel' }),
      page.getByRole('main').getByRole('link', { name: /^Klijenti/ }),
    ];
    for (const way of ways) await way.click();
    await expect(page.getByLabel('Pretraga')).toBeFocused();
    await page.keyboard.type(phone.replaceAll(' ', ''));
    await expect(page.getByText(/pronađeno 1$/)).toBeVisible();
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: phone })).toHaveAttribute(
      'href',
      `tel:${phone.replaceAll(' ', '').replace('0', '+381')}`,
    );
    info.annotations.push({ type: 'taps', description: String(ways.length) });
    expect(ways.length).toBeLessThanOrEqual(2);
  },
);

test('on a wide screen the card stands beside the list, which stays usable; narrower it is a sheet', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const [ana, bojana] = [await aClient(salon, 'Ana Anić'), await aClient(salon, 'Bojana Simić')];
  await arriveAsOwner(page, salon, '/admin/clients');
  const card = cardOf(page);
  const nameOf = ({ name }: { name: string }) => page.getByRole('main').getByRole('button', { name });
  const shows = async ({ id, name }: { id: number; name: string }) => {
    await expect(card).toContainText(name);
    await expect(page).toHaveURL(`${salon.url}/admin/clients?klijent=${id}`);
  };
  await nameOf(ana).click();
  await shows(ana);
  await expect(nameOf(ana)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitting(page);

  await nameOf(ana).press('ArrowDown');
  await expect(nameOf(bojana)).toBeFocused();
  await nameOf(bojana).press('Enter');
  await shows(bojana);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(nameOf(bojana)).toBeFocused();
  await expect(page).toHaveURL(`${salon.url}/admin/clients`);
  await nameOf(bojana).press('ArrowUp');
  await expect(nameOf(ana)).toBeFocused();

  await nameOf(ana).click();
  await nameOf(bojana).click();
  await shows(bojana);
  await card.getByLabel('Grad').fill('Sombor');
  const question = page.getByRole('alertdialog');
  for (const press of [nameOf(ana), page.getByRole('link', { name: 'Kalendar' })]) {
    await press.click();
    await question.getByRole('button', { name: 'Nastavi unos' }).click();
    await shows(bojana);
    await expect(card.getByLabel('Grad')).toHaveValue('Sombor');
  }
  await nameOf(ana).click();
  await question.getByRole('button', { name: 'Odbaci' }).click();
  await expect(card).toHaveCount(0);
  await nameOf(ana).click();
  await shows(ana);
  await page.goBack();
  await expect(card).toHaveCount(0);
  await expect(page).toHaveURL(`${salon.url}/admin/clients`);
  await nameOf(ana).click();
  await page.getByRole('link', { name: 'Kalendar' }).click();
  await expect(page).toHaveURL(`${salon.url}/admin/calendar`);

  await page.setViewportSize({ width: 1279, height: 800 });
  await page.goto(`${salon.url}/admin/clients?klijent=${bojana.id}`);
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await shows(bojana);
});
