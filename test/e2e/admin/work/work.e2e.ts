// What was done at a visit: fields, suggestions, 'Prošli put' and 'Kao prošli put'.
import sharp from 'sharp';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { shortDay } from '../../../../src/domain/wording/near-days.ts';
import { expectAccessible } from '../../axe.ts';
import { dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop } from '../../layout-checks.ts';
import { todayAt } from '../../network.ts';
import { aClient, anAppointment } from '../new-steps.ts';
import { appointmentNow, arriveAsOwner, listed, listOf, openFromList } from '../prepare.ts';

test('the owner records what was done, and copies it at the next visit with two taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const [earlier, yesterday] = [addDays(today, -21), addDays(today, -1)];
  const { id: client_id } = await aClient(salon, 'Katarina Pešić');
  const visit = (day: string) =>
    anAppointment(salon, { client_id, duration_minutes: 60, start_datetime: `${day} 10:00:00` });
  const first = await visit(earlier);
  const second = await visit(yesterday);
  const next = await visit(await dayAhead(salon, 1));

  await arriveAsOwner(page, salon, listOf(earlier));
  let dialog = await openFromList(page, first);
  await dialog.getByLabel('Boja').fill('OPI N25');
  await dialog.getByLabel('Oblik').fill('badem');
  await dialog.getByLabel('Dužina').fill('kratka');
  await expect(dialog.getByRole('button', { name: 'Kao prošli put' })).toBeHidden();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await appointmentNow(salon, first.id)) as object)
    .toMatchObject({
      work: [{ value: 'OPI N25' }, { value: 'badem' }, { value: 'kratka' }],
    });

  await page.goto(listOf(yesterday));
  await listed(page, second.id).getByRole('button').first().click();
  dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog.getByText('Prošli put: OPI N25, badem, kratka')).toBeVisible();
  await expect(dialog.getByText(shortDay(earlier, today))).toBeVisible();
  await dialog.getByRole('button', { name: 'Kao prošli put' }).click();
  await expect(dialog.getByLabel('Boja')).toHaveValue('OPI N25');
  await expect(dialog.getByRole('button', { name: 'Kao prošli put' })).toBeHidden();
  await dialog.getByLabel('Boja').fill('opi');
  await dialog.getByRole('group', { name: 'Predlozi' }).getByRole('button', { name: 'OPI N25' }).click();
  await expect(dialog.getByLabel('Boja')).toHaveValue('OPI N25');
  await expect(dialog.getByLabel('Boja')).toBeFocused();
  await dialog.getByLabel('Oblik').fill('balerina');
  await dialog.getByLabel('Oblik').press('Enter');
  await expect
    .poll(async () => (await appointmentNow(salon, second.id)) as object)
    .toMatchObject({
      work: [{ value: 'OPI N25' }, { value: 'balerina' }, { value: 'kratka' }],
    });

  await page.goto('/');
  await expect(listed(page, next.id).first()).toContainText('Prošli put: OPI N25, balerina, kratka');
  await listed(page, next.id).getByRole('button').first().click();
  dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog.getByText('Prošli put: OPI N25, balerina, kratka')).toBeVisible();
  await expect(dialog.getByText('Urađeno')).toBeHidden();
  await dialog.getByRole('button', { name: 'Katarina Pešić' }).click();
  const card = page.getByRole('dialog', { name: 'Klijent' });
  await expect(card.getByText('OPI N25 · badem · kratka')).toBeVisible();
  await expect(card.getByText('OPI N25 · balerina · kratka')).toBeVisible();
  await expectAccessible(page);
});

test('the owner renames, orders, hides and adds fields of work', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=uradjeno');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Pomeri dole' }) });
  await expect(rows).toHaveText([/Boja/, /Oblik/, /Dužina/, /Baza/]);
  await expectAccessible(page);
  await rows.nth(1).getByRole('button', { name: 'Pomeri gore' }).click();
  await expect(rows).toHaveText([/Oblik/, /Boja/, /Dužina/, /Baza/]);
  await rows.nth(3).getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: 'Baza' });
  await dialog.getByLabel('Naziv').fill('Podloga');
  await dialog.getByLabel('Prikazuje se').click();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(rows.nth(3)).toContainText('Podloga');
  await expect(rows.nth(3)).toContainText('Ne prikazuje se');
  await page.getByRole('button', { name: 'Dodaj polje' }).click();
  await page.getByRole('dialog', { name: 'Novo polje' }).getByLabel('Naziv').fill('Dizajn');
  await page.getByRole('dialog', { name: 'Novo polje' }).getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(rows).toHaveText([/Oblik/, /Boja/, /Dužina/, /Podloga/, /Dizajn/]);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/admin/settings?deo=uradjeno');
  await expect(rows).toHaveText([/Oblik/, /Boja/, /Dužina/, /Podloga/, /Dizajn/]);
});

test('the owner adds the result of a visit as a picture, looks at it and deletes it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const yesterday = addDays(await todayAt(salon), -1);
  const { id: client_id } = await aClient(salon, 'Nina Babić');
  const visit = await anAppointment(salon, {
    client_id,
    duration_minutes: 60,
    start_datetime: `${yesterday} 12:00:00`,
  });
  await arriveAsOwner(page, salon, listOf(yesterday));
  const dialog = await openFromList(page, visit);
  const buffer = await sharp({ create: { width: 1800, height: 900, channels: 3, background: '#8c2f45' } })
    .jpeg()
    .toBuffer();
  const add = dialog.getByLabel('Dodaj, Rezultat');
  await add.setInputFiles({ name: 'nokti.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nije slika') });
  await expect(dialog.getByText('Ova slika ne može da se otvori. Izaberite drugu.')).toBeVisible();
  await page.reload();
  await openFromList(page, visit);
  await add.setInputFiles({ name: 'nokti.jpg', mimeType: 'image/jpeg', buffer });
  const thumb = dialog.getByRole('button', { name: 'Rezultat 1' });
  await expect(thumb).toBeVisible();
  await expect
    .poll(() => thumb.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(320);
  expect(await appointmentNow(salon, visit.id)).toMatchObject({ pictures: [{ width: 1600, height: 800 }] });
  await expectAccessible(page);
  await thumb.click();
  const viewer = page.getByRole('dialog', { name: 'Rezultat' });
  await expect(viewer.getByRole('img', { name: 'Rezultat' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Obriši' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Slika je obrisana.')).toBeVisible();
  await expect(thumb).toBeHidden();
});
