import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';
import { openSection, put, save, settingsNow } from './open.ts';

test('a phone lists the sections of the settings, each with a summary; a desktop also opens the first section', async ({
  page,
  salon,
}, { project }) => {
  await put(salon, { salon_name: 'Lunula', salon_phone: '021 555 330' });
  await arriveAsOwner(page, salon, '/admin/settings');
  const title = page.getByRole('heading', { name: 'Podešavanja', level: 1 });
  await expect(title).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin panel' }).first()).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  const booking = page.getByRole('main').getByRole('link', { name: /^Zakazivanje/ });
  if (project.name === 'phone') {
    const rows = page.getByRole('list', { name: 'Delovi podešavanja' });
    await expect(rows.getByRole('listitem')).toHaveText([
      'Podaci o salonuLunula, 021 555 330',
      'RadniceKo radi, boje i usluge',
      'Zakazivanje15 dana unapred, do 2 termina',
      'VremenaDo samog početka',
      'Ko može da zakažeSvi zakazuju odmah',
      'Kapara i naplataIsključeno',
      'UrađenoŠta upisujete posle termina',
      'PorukePotvrda, podsetnik i druge',
      'JeziciSrpski, latinica',
      'ObaveštenjaEmail nije podešen',
      `Link i QR kod${new URL(salon.url).host}`,
      'Kalendar na telefonuNije povezan',
      'Privatnost i kopijePodaci gošća se brišu posle 24 meseca',
    ]);
  } else {
    await expect(page.getByRole('form', { name: 'Podaci o salonu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Podaci o salonu' })).toHaveAttribute('aria-current', 'page');
  }
  await booking.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zakazivanje', exact: true })).toBeFocused();
  await expect(page).toHaveURL(`${salon.url}/admin/settings?deo=zakazivanje`);
  await page.goBack();
  await expect(page.getByRole('form', { name: 'Zakazivanje' })).toHaveCount(0);
  await expect(title).toBeVisible();
});

test('the home page shows visitors the contact data that the owner has saved, and leaves out empty fields', {
  tag: '@once',
}, async ({ page, salon }) => {
  await put(salon, { salon_phone: '', salon_address: '', salon_hours: '', salon_social_url: '' });
  await page.goto(`${salon.url}/`);
  await page.getByRole('button', { name: 'Pozovi' }).click();
  const popup = page.getByRole('dialog', { name: 'Kontakt telefon' });
  await expect(popup).toContainText('Salon još nije upisao telefon.');
  await expect(page.getByRole('main').getByText('Radno vreme')).toHaveCount(0);

  const form = await openSection(page, salon, 'salon', 'Podaci o salonu');
  await form.getByLabel('Naziv salona').fill('Salon Mesečina');
  await form.getByLabel('Naslov na početnoj').fill('Dođite nam.');
  await form.getByLabel('Tekst ispod naslova').fill('Nokti po meri.');
  await form.getByLabel('Telefon').fill('021 555 330');
  await form.getByLabel('Adresa').fill('Bulevar oslobođenja 84, Novi Sad');
  await form.getByLabel('Radno vreme').fill('Pon - sub, 08:00 - 20:00');
  await form.getByLabel('Link za Instagram').fill('https://instagram.com/mesecina');
  await expectAccessible(page);
  await expectFitting(page);
  await save(page, form);
  await page.reload();
  await expect(form.getByLabel('Adresa')).toHaveValue('Bulevar oslobođenja 84, Novi Sad');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${salon.url}/`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Dođite nam.', level: 1 })).toBeVisible();
  await expect(main).toContainText('Nokti po meri.');
  await expect(main).toContainText('Salon Mesečina');
  await expect(main).toContainText('Bulevar oslobođenja 84');
  await expect(main).toContainText('@mesecina');
  await page.getByRole('button', { name: 'Pozovi' }).click();
  await expect(popup).toContainText('021 555 330');
});

test('if the salon has no headline, the title of the home page is the salon’s name', {
  tag: '@once',
}, async ({ page, salon }) => {
  await put(salon, { salon_headline: '', salon_text: '', salon_name: 'Salon Zora' });
  await page.goto(`${salon.url}/`);
  await expect(page.getByRole('heading', { name: 'Salon Zora', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await put(salon, { salon_headline: 'Lepi nokti, bez čekanja.', salon_name: 'Lunula' });
});

test('a salon’s name that is one long word wraps inside the navigation rail', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await put(salon, { salon_name: 'Noktolakirnicamesečinanakeju' });
  await page.setViewportSize({ width: 1180, height: 768 });
  await page.goto(`${salon.url}/login`);
  const name = page.getByRole('navigation').getByText('Noktolakirnica');
  await expect(name).toBeVisible();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await put(salon, { salon_name: 'Lunula' });
});

test('the form does not send invalid contact data, and sends only changed fields; if saving fails, the owner can retry', {
  tag: '@once',
}, async ({ page, salon }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  const form = await openSection(page, salon, 'salon', 'Podaci o salonu');
  const fields = [
    ['Naziv salona', '', 'Unesite naziv salona.'],
    ['Naslov na početnoj', 'š'.repeat(61), 'Najviše 60 karaktera.'],
    ['Telefon', 'na vratima', 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).'],
    ['Link za Instagram', 'instagram.com', 'Unesite adresu koja počinje sa https://.'],
  ] as const;
  for (const [label, typed, sentence] of fields) {
    await form.getByLabel(label).fill(typed);
    await expect(form.getByText(sentence)).toBeVisible();
  }
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form.getByLabel('Naziv salona')).toBeFocused();
  await expectAccessible(page);
  expect(sent).toBe(0);

  await page.reload();
  await form.getByLabel('Adresa').fill('Dunavska 1, Novi Sad');
  await put(salon, { salon_phone: '011 222 333' });
  await save(page, form);
  await expect(form.getByLabel('Telefon')).toHaveValue('011 222 333');
  expect(await settingsNow(salon)).toMatchObject({
    salon_phone: '011 222 333',
    salon_address: 'Dunavska 1, Novi Sad',
  });

  await form.getByLabel('Radno vreme').fill('Pon - pet, 10:00 - 18:00');
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '{}' }));
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form.getByText('Greška pri čuvanju podešavanja.')).toBeVisible();
  await expect(form.getByLabel('Radno vreme')).toHaveValue('Pon - pet, 10:00 - 18:00');
  await page.unroute('**/api/settings');
  await save(page, form);
  expect((await settingsNow(salon)).salon_hours).toBe('Pon - pet, 10:00 - 18:00');
});

test('if the settings fail to load, the owner can retry', { tag: '@once' }, async ({ page, salon }) => {
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '{}' }));
  await arriveAsOwner(page, salon, '/admin/settings?deo=salon');
  await expect(page.getByText('Greška pri učitavanju podešavanja.')).toBeVisible();
  await page.unroute('**/api/settings');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByRole('form', { name: 'Podaci o salonu' })).toBeVisible();
});
