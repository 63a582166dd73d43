// The owner's screens in Cyrillic (docs/spec/behaviour.md §33.3).
import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { aBooking, aGuestBooking, arriveAsOwner } from '../admin/prepare.ts';
import { aPerson, aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { expectTranslated } from './latin-texts.ts';

/** Fills the salon with what the owner and people type, in Cyrillic: everything else must be in Cyrillic too. */
async function fillInCyrillic(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  const body = {
    salon_name: 'Месечина',
    salon_headline: 'Лепи нокти.',
    salon_text: 'Дођите.',
    salon_address: 'Булевар 84',
    salon_hours: '08:00 - 20:00',
    payments: 1,
  } as const;
  await request('PUT /settings', { headers, body }, at(salon));
  await request(
    'PUT /auth/me',
    { headers, body: { name: 'Јелена', old_password: salon.admin.password } },
    at(salon),
  );
  const day = await dayAhead(salon, 2);
  await aService(salon, 'Гел лак', 60);
  const client = await aPerson(salon, 'Милица Ђурић');
  await aBooking(salon, day, '09:00', client);
  await aGuestBooking(salon, day, '11:00', 'Рада Матић');
  await aSlot(salon, day, '13:00');
  const { id } = await aBooking(salon, day, '15:00', client);
  const reason = { reason: 'Путујем' };
  await request(
    'POST /appointments/{id}/cancel',
    { params: { id }, headers: client.headers, body: reason },
    at(salon),
  );
  const away = await dayAhead(salon, 8);
  const absence = { date_from: away, date_to: away, reason: 'Пут' };
  await request('POST /annual', { headers, body: absence }, at(salon));
}

const setLanguage = async (salon: Server, language: 'sr-Cyrl' | 'sr-Latn'): Promise<void> => {
  await request(
    'PUT /auth/me/notifications',
    { headers: await asAdmin(salon), body: { language } },
    at(salon),
  );
};

const scriptOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'pismo')?.value;

/** The owner's names, the fields of work that a new salon has, and the halves of an email address. */
const TYPED = /(?:Jelena|Admin)$|^(?:Boja|Oblik|Dužina|Baza)$|^osoba[\d.]+$|^@primer\.rs$/;

const SETTINGS =
  'salon radnice zakazivanje vremena ko naplata uradjeno jezici obavestenja link kalendar privatnost';
const SCREENS = [
  '/',
  '/admin',
  '/admin/calendar?view=day',
  '/admin/calendar?view=week',
  '/admin/calendar?view=month',
  '/admin/appoitments',
  '/admin/appoitments?tab=pregled',
  '/admin/appoitments?tab=sabloni',
  '/admin/clients',
  '/admin/clients?tab=dodaj',
  '/admin/due',
  '/admin/services',
  '/admin/services?tab=dodaj',
  '/admin/services?tab=paketi',
  '/admin/services?tab=radovi',
  '/admin/cash',
  '/admin/statistics',
  '/admin/shares',
  '/admin/notifications',
  '/admin/annual',
  '/admin/waitlist',
  '/admin/deleted',
  '/admin/help',
  '/admin/settings',
  ...SETTINGS.split(' ').map((part) => `/admin/settings?deo=${part}`),
  '/appointments',
  '/profile',
  '/profile?tab=notifikacije',
];

test("the owner's screens have no Latin word besides brands and what was typed", async ({ page, salon }) => {
  await fillInCyrillic(salon);
  await setLanguage(salon, 'sr-Cyrl');
  await page.context().addCookies([{ name: 'pismo', value: 'sr-Cyrl', url: salon.url }]);
  await arriveAsOwner(page, salon, '/');
  for (const path of SCREENS)
    await test.step(path, async () => {
      await page.goto(`${salon.url}${path}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl');
      await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectTranslated(page, path, TYPED);
    });
});

test('a choice in the profile changes the script; names and what is sent stay as typed', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/profile');
  await page.getByRole('radio', { name: 'Српски, ћирилица' }).click();
  await expect(page.getByRole('heading', { name: 'Профил' })).toBeVisible();
  expect(await scriptOf(page)).toBe('sr-Cyrl');
  await page.goto(`${salon.url}/admin/services?tab=dodaj`);
  await page.getByLabel('Назив').fill('Ojačavanje');
  await page.getByLabel('Цена (дин)').fill('2500');
  await page.getByRole('button', { name: 'Додај услугу' }).click();
  await expect(page.getByText('Ojačavanje').first()).toBeVisible();
  const services = await request('GET /services', {}, at(salon));
  expect(services.map(({ name }) => name)).toContain('Ojačavanje');
  const data = { name: '', price: 1 };
  const refused = await page.request.post('/api/services', { headers: await asAdmin(salon), data });
  const { error, fields } = await refused.json();
  expect([error, ...Object.values(fields)].join(' ')).not.toMatch(/[a-z]/i);
  await page.goto(`${salon.url}/profile`);
  await page.getByRole('radio', { name: 'Srpski, latinica' }).click();
  await expect(page.getByRole('heading', { name: 'Profil' })).toBeVisible();
});

test('a message to a client stays in the script of the salon', { tag: '@once' }, async ({ page, salon }) => {
  await setLanguage(salon, 'sr-Cyrl');
  await page.context().addCookies([{ name: 'pismo', value: 'sr-Cyrl', url: salon.url }]);
  await arriveAsOwner(page, salon, '/admin/settings?deo=poruke');
  await expect(page.getByRole('heading', { name: 'Поруке' })).toBeVisible();
  await expect(page.getByText(/^Termin je zakazan: [a-zčš]+, \d+\. [a-z]+ u 11:45, Gel lak\./)).toBeVisible();
});

test('a login brings the script of the profile, a logout ends it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await setLanguage(salon, 'sr-Cyrl');
  await page.goto(`${salon.url}/login`);
  await page.locator('input[type=email]').fill(salon.admin.email);
  await page.locator('input[type=password]').fill(salon.admin.password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('link', { name: 'Почетна' }).first()).toBeVisible();
  await page.goto(`${salon.url}/logout`);
  await expect.poll(() => scriptOf(page)).toBeUndefined();
  await page.goto(`${salon.url}/`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'sr-Latn');
  await setLanguage(salon, 'sr-Latn');
});
