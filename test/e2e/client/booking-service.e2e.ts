// The chosen service decides which slots are long enough (docs/spec/behaviour.md §5.20).
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { at } from '../network.ts';
import {
  choose,
  confirm,
  confirmation,
  day,
  expectNarrow,
  proceed,
  serviceRow,
  slot,
} from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, seen, storeSession } from './prepare.ts';

const WARNING = 'Usluga traje 120 min, a termin 60 min. Termin je prekratak: salon mora prvo da potvrdi.';

test('a service chosen by URL or in the list decides which days count as free, and is also selected in the confirmation', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [short, long] = [await dayAhead(salon, 1), await dayAhead(salon, 2)];
  await aSlot(salon, short, '09:00');
  await aSlot(salon, long, '10:00', 120);
  const id = await aService(salon, 'Izlivanje', 120);
  await page.goto(`${salon.url}/booking?usluga=${id}`);
  await expect(serviceRow(page)).toContainText('Izlivanje');
  await expect(serviceRow(page)).toContainText('120 min, 1.800 din');
  await expect(day(page, long)).toBeChecked();
  await expect(day(page, long)).toHaveAccessibleDescription('još malo');
  await expect(day(page, short)).toHaveAccessibleDescription('popunjeno');
  await day(page, short).click();
  await expect(page.getByText('Nijedan slobodan termin nije dovoljno dug za ovu uslugu.')).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectNarrow(page);

  await page.getByRole('button', { name: 'Promeni' }).click();
  const sheet = page.getByRole('dialog', { name: 'Usluga' });
  await expect(sheet.getByRole('radio', { name: 'Izlivanje' })).toBeChecked();
  await expectAccessible(page);
  await sheet.getByText('Još ne znam uslugu').click();
  await expect(sheet).toHaveCount(0);
  await expect(serviceRow(page)).toContainText('Izaberite uslugu');
  await expect(day(page, short)).toBeChecked();

  await page.getByLabel('Ime').fill('Mila');
  await page.getByLabel('Telefon').fill(aPhone());
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  await confirmation(page)
    .getByLabel('Usluga')
    .selectOption({ value: String(id) });
  await expect(confirmation(page).getByRole('status')).toHaveText(WARNING);
  await page.keyboard.press('Escape');
  await expect(serviceRow(page)).toContainText('Izlivanje');
  await expect(slot(page, '09:00 - 10:00')).toHaveAttribute('aria-pressed', 'true');
});

test('the booking page ignores an unknown service in the URL', { tag: '@once' }, async ({ page, salon }) => {
  for (const id of ['999999', 'abc', '-1']) {
    await page.goto(`${salon.url}/booking?usluga=${id}`);
    await expect(serviceRow(page)).toContainText('Izaberite uslugu');
  }
});

test('a slot that is shorter than the service can be booked, but the confirmation shows a warning', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '09:00');
  const id = await aService(salon, 'Izlivanje', 120);
  await page.goto(`${salon.url}/booking?usluga=${id}`);
  await day(page, date).click();
  await expect(slot(page, '09:00 - 10:00')).toBeHidden();
  await page.getByText('Prekratka vremena (1)').click();
  await expect(slot(page, '09:00 - 10:00')).toHaveAccessibleDescription('premalo vremena');
  await choose(page, date, '09:00 - 10:00');
  await expect(confirmation(page).getByRole('status')).toHaveText(WARNING);
  await confirmation(page).getByLabel('Ime').fill('Mila');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await expect(page.getByRole('article')).toContainText('Izlivanje');
});

test('two adjacent slots are offered and booked as one if the service needs both', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 4);
  await aSlot(salon, date, '09:00');
  await aSlot(salon, date, '10:00');
  await aSlot(salon, date, '12:00', 120);
  const id = await aService(salon, 'Izlivanje', 120);
  await page.goto(`${salon.url}/booking?usluga=${id}`);
  await day(page, date).click();
  await expect(slot(page, '09:00 - 11:00')).not.toHaveAccessibleDescription(/./);
  await expect(slot(page, '12:00 - 14:00')).not.toHaveAccessibleDescription(/./);
  await expect(page.getByRole('button', { name: /^10:00/ })).toHaveCount(0);
  await page.getByLabel('Ime').fill('Mila');
  await page.getByLabel('Telefon').fill(aPhone());
  await slot(page, '09:00 - 11:00').click();
  await expectAccessible(page);
  await proceed(page);
  await expect(confirmation(page)).toContainText('09:00 - 11:00');
  await expect(confirmation(page).getByRole('status')).toBeEmpty();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('09:00 - 11:00');
});

test('changing the service in the confirmation changes the end time of the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '09:00');
  await aSlot(salon, date, '10:00');
  const [short, long] = [await aService(salon, 'Gel lak', 60), await aService(salon, 'Izlivanje', 120)];
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  const service = confirmation(page).getByLabel('Usluga');
  await service.selectOption({ value: String(long) });
  await expect(confirmation(page)).toContainText('09:00 - 11:00');
  await service.selectOption({ value: String(short) });
  await expect(confirmation(page)).toContainText('09:00 - 10:00');
  await expect(confirmation(page).getByRole('status')).toBeEmpty();
});

test('the booking page preselects a client’s usual service, and shows a message if the client has reached the booking limit', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  const client = await aPerson(salon);
  const service_id = await aService(salon, 'Japanski manikir', 60);
  for (const clock of ['09:00', '11:00']) {
    const free = await aSlot(salon, date, clock);
    const body = { ...seen(free), service_id };
    const params = { id: free.id };
    await request('POST /appointments/{id}/book', { params, headers: client.headers, body }, at(salon));
  }
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking`);
  await expect(serviceRow(page)).toContainText('Japanski manikir');
  await expect(page.getByText('Možete imati najviše 2 aktivna zakazana termina.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${salon.url}/booking?usluga=${await aService(salon, 'Gel lak', 60)}`);
  await expect(serviceRow(page)).toContainText('Gel lak');
  await page.getByRole('main').getByRole('link', { name: 'Moji termini' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
});

test('a visitor can book with the keyboard only', { tag: '@mouse' }, async ({ page, salon }) => {
  const date = await dayAhead(salon, 7);
  await aSlot(salon, date, '09:00');
  await aService(salon, 'Lak za tastaturu', 60);
  await page.goto(`${salon.url}/booking?dan=${date}`);
  const change = page.getByRole('button', { name: 'Promeni' });
  await change.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Usluga' });
  await sheet.getByRole('radio', { name: 'Još ne znam uslugu' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio').nth(1)).toBeChecked();
  await sheet.getByRole('radio', { name: 'Lak za tastaturu' }).focus();
  await page.keyboard.press('Space');
  await expect(sheet).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(serviceRow(page)).toContainText('Lak za tastaturu');
  await page.keyboard.press('Tab');
  await expect(day(page, date)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^09:00/ })).toBeFocused();
  await page.keyboard.press('Space');
  const onward = page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' });
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Tab');
  await expect(onward).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Ime')).toBeFocused();
  await page.keyboard.type('Mila');
  await page.keyboard.press('Tab');
  await page.keyboard.type('064 555 2210');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeFocused();
});

test('if there are at least twelve services, the list of services can be searched', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 11);
  await aSlot(salon, date, '09:00');
  for (const n of Array.from({ length: 12 }, (_, index) => index + 1))
    await aService(salon, `Dodatak ${n}`, 30);
  await aService(salon, 'Šeširić', 30);
  await page.goto(`${salon.url}/booking`);
  await page.getByRole('button', { name: 'Promeni' }).click();
  const sheet = page.getByRole('dialog', { name: 'Usluga' });
  await sheet.getByLabel('Pretraga').fill('sesir');
  await expect(sheet.getByRole('radio')).toHaveCount(1);
  await expectAccessible(page);
  await sheet.getByLabel('Pretraga').fill('qq');
  await expect(sheet.getByText('Nema takve usluge.')).toBeVisible();
  await sheet.getByLabel('Pretraga').fill('');
  await sheet.getByRole('radio', { name: 'Dodatak 12' }).click();
  await expect(serviceRow(page)).toContainText('Dodatak 12');

  await page.getByLabel('Ime').fill('Mila');
  await page.getByLabel('Telefon').fill(aPhone());
  await day(page, date).click();
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  const select = confirmation(page).getByLabel('Usluga');
  await expect(confirmation(page).getByLabel('Pretraga')).toHaveCount(0);
  await select.selectOption({ label: 'Bez usluge za sada' });
});
