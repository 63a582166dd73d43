// A salon that refuses services which take longer than the slot (docs/spec/behaviour.md §5.20).
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { confirm, confirmation, day, proceed, slot } from './booking-steps.ts';
import { aPhone, aService, aSlot, dayAhead } from './prepare.ts';

const REFUSED = 'Usluga traje duže od termina. Izaberite drugo vreme.';

test.beforeEach(async ({ salon }) => {
  const body = { service_fit: 'require' as const };
  await request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));
});

test('a slot that is shorter than the chosen service is disabled, and the visitor can join the waitlist instead', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '09:00');
  const id = await aService(salon, 'Izlivanje', 120);
  await page.goto(`${salon.url}/booking?usluga=${id}&dan=${date}`);
  await expect(page.getByText('Nijedan slobodan termin nije dovoljno dug za ovu uslugu.')).toBeVisible();
  await page.getByText('Prekratka vremena (1)').click();
  const short = slot(page, '09:00 - 10:00');
  await expect(short).toHaveAccessibleDescription('premalo vremena');
  await expect(short).toBeDisabled();
  await short.click({ force: true });
  await expect(short).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByLabel('Ime').fill('Mila');
  await page.getByLabel('Telefon').fill('064 99');
  const wait = page.getByRole('button', { name: 'Obavesti me ako se oslobodi termin' });
  await wait.click();
  await expect(page.getByLabel('Telefon')).toBeFocused();
  await expect(page.getByText('Proverite broj telefona.')).toBeVisible();
  const phone = aPhone();
  await page.getByLabel('Telefon').fill(phone);
  const sent = page.waitForRequest('**/api/client-notifications/free-slot');
  await wait.click();
  expect((await sent).postDataJSON()).toMatchObject({ date, service_id: id });
  await expect(page.getByText('Obavestićemo vas ako se oslobodi termin.')).toBeVisible();
  await expect(page.getByText(`Pozvaćemo vas na ${phone}.`)).toBeVisible();
});

test('in the confirmation, a service that takes longer than the slot is refused, and a shorter service is accepted', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '09:00');
  const [short, long] = [await aService(salon, 'Gel lak', 60), await aService(salon, 'Izlivanje', 120)];
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await page.getByLabel('Ime').fill('Mila');
  await page.getByLabel('Telefon').fill(aPhone());
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  const service = confirmation(page).getByLabel('Usluga');
  await service.selectOption({ value: String(long) });
  await expect(confirmation(page).getByRole('alert')).toHaveText(REFUSED);
  await confirm(page);
  await expect(confirmation(page).getByRole('alert')).toHaveText(REFUSED);
  await service.selectOption({ value: String(short) });
  await expect(confirmation(page).getByRole('alert')).toBeEmpty();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
});

test('choosing a service that does not fit the chosen slot deselects the slot', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 4);
  await aSlot(salon, date, '09:00');
  await aSlot(salon, date, '12:00', 120);
  await aService(salon, 'Izlivanje na dva sata', 120);
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await slot(page, '09:00 - 10:00').click();
  await page.getByRole('button', { name: 'Promeni' }).click();
  await page.getByRole('radio', { name: 'Izlivanje na dva sata' }).click();
  await page.getByText('Prekratka vremena (1)').click();
  await expect(slot(page, '09:00 - 10:00')).toHaveAttribute('aria-pressed', 'false');
  await proceed(page);
  await expect(page.getByRole('alert')).toHaveText('Izaberite termin pre nastavka.');
  await expect(day(page, date)).toBeChecked();
});
