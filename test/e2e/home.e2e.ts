import { addDays } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';
import { sheetsInHistory } from './client/booking-steps.ts';
import { started } from './first-screen/prepare.ts';
import { expect, test } from './fixture.ts';
import { asAdmin, at, keepOnDevice, todayAt, withoutStream } from './network.ts';

const PHONE = '+381 (0)64 123-456';
test.use({
  settings: {
    SALON_NAME: 'Mesečina',
    SALON_PHONE: PHONE,
    SALON_SOCIAL_URL: 'https://www.instagram.com/mesecina.nokti',
    SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad',
    SALON_HOURS: 'radnim danom 9-20',
  },
});

/** Creates a service and books it for a guest tomorrow at ten. */
async function bookGuest(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  const [known] = await request('GET /services', {}, at(salon));
  if (known) return;
  const service = await request(
    'POST /services',
    { headers, body: { name: 'Gel lak', price: 1800, duration_minutes: 60 } },
    at(salon),
  );
  const start = `${addDays(await todayAt(salon), 1)} 10:00:00`;
  const slot = await request(
    'POST /appointments/slot',
    { headers, body: { start_datetime: start, duration_minutes: 60 } },
    at(salon),
  );
  const guest = { guest_name: 'Ljubica Šarac', guest_phone: '064 555 018' };
  const seen = { seen_start: slot.start_datetime, seen_end: slot.end_datetime };
  await request(
    'POST /appointments/{id}/book',
    { params: { id: slot.id }, body: { ...seen, ...guest, service_id: service.id } },
    at(salon),
  );
}

test('a visitor sees the headline, the price list and the salon’s contact data, also at an unknown path', {
  tag: '@once',
}, async ({ page, salon }) => {
  await bookGuest(salon);
  await page.goto(`${salon.url}/`);
  await expect(page).toHaveTitle('Početna - Mesečina');
  await expect(page.getByRole('heading', { name: 'Lepi nokti, bez čekanja.' })).toBeVisible();
  const service = page.getByRole('listitem').filter({ hasText: 'Gel lak' });
  await expect(service).toContainText('1.800 din');
  await expect(service).toContainText('60 min');
  await expect(page.getByRole('link', { name: '@mesecina.nokti' })).toBeVisible();
  await expect(page.getByText('radnim danom 9-20')).toBeVisible();

  const opener = page.getByRole('button', { name: 'Pozovi' });
  await opener.click();
  const popup = page.getByRole('dialog', { name: 'Kontakt telefon' });
  await expect(popup).toContainText(PHONE);
  await expect(popup.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', 'tel:+38164123456');
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(opener).toBeFocused();

  await sheetsInHistory(page, 0);
  await page.goto(`${salon.url}/nema/me`);
  await expect(page.getByRole('heading', { name: 'Cenovnik' })).toBeVisible();
});

test('the owner’s home page shows the next client’s name, service and phone number', {
  tag: '@once',
}, async ({ page, salon }) => {
  await bookGuest(salon);
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  const next = page.locator('section', { has: page.getByRole('heading', { name: 'Sledeći termin' }) });
  await expect(next).toContainText('Ljubica Šarac');
  await expect(next).toContainText('10:00 - 11:00');
  await expect(next).toContainText('Gel lak, 1.800 din');
  await expect(next).toContainText(/Termin za .*(dan|sat|minut)/);
  await expect(next.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', 'tel:+38164555018');
  await expect(page.getByText('Danas nema zakazanih termina')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Salon ne radi' })).toBeVisible();
  const bell = page.getByRole('main').getByRole('link', { name: 'Notifikacije' });
  await expect(bell).toHaveAccessibleDescription('1 nepročitana notifikacija');
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('tab', { name: 'Notifikacije' })).toHaveText('Notifikacije'); // the owner's tab has no badge, although the salon has an unread notification
});

test(
  'a client’s home page shows an error for each failed request, keeps the price list and offers to retry',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    await withoutStream(page);
    await bookGuest(salon);
    const person = { name: 'Ana', email: `ana.${info.project.name}@primer.rs` };
    const password = 'lak-za-nokte';
    const { token } = await request(
      'POST /auth/register',
      { body: { ...person, password, password_confirm: password } },
      at(salon),
    );
    await keepOnDevice(page, salon, { token, role: 'CLIENT', email: 'ana@primer.rs' });
    const broken =
      /api\/(appointments\/upcoming|annual\/upcoming|services|client-notifications\/unread-count)/;
    await page.route(broken, (route) => route.abort());
    await page.goto(`${salon.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ana@primer.rs');
    await expect(page.getByText('Greška pri učitavanju predstojećih termina')).toBeVisible();
    await expect(page.getByText('Greška pri učitavanju odsustava.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Gel lak' })).toBeVisible();

    await page.goto(`${salon.url}/profile`); // the HTML of /profile has no price list, so the home page must fetch it
    await started(page);
    await page.getByRole('link', { name: 'Početna' }).last().click();
    await expect(page.getByText('Trenutno nema usluga.')).toBeVisible();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Pokušaj ponovo' }).first().click();
    await expect(page.getByRole('link', { name: 'Rezervišite termin' })).toBeVisible();
  },
);

test('the owner’s home page shows an error for each failed request', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { authorization } = await asAdmin(salon);
  const token = authorization.slice('Bearer '.length);
  await keepOnDevice(page, salon, { token, role: 'ADMIN' });
  await page.route(/api\/appointments\//, (route) => route.abort());
  await page.goto(`${salon.url}/`);
  await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await expect(page.getByText('Greška pri učitavanju termina za danas')).toBeVisible();
});
