// Tests web push: subscriptions, shown and tapped notifications, and the end of a subscription with its session.
import type { Page } from '@playwright/test';
import type { PushMessage } from '../../../src/contract/push.ts';
import { request } from '../../../src/web/lib/api.ts';
import { openPushService, type PushService } from '../../support/push/push-service.ts';
import type { Server } from '../../support/server.ts';
import { aClient } from '../admin/new-steps.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aSlot, book, dayAhead, PASSWORD, type Person, storeSession } from '../client/prepare.ts';
import { test as base, expect } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { leftOnDevice, NOTHING, workerReady } from './device.ts';
import { deliver, type Phone, phoneOf, shownOn, tapNotification } from './phone.ts';

const test = base.extend<{ service: PushService; phone: Phone }>({
  service: async ({ browserName: _ }, use) => {
    const service = await openPushService();
    await use(service);
    await service.close();
  },
  phone: async ({ context, service }, use) => use(await phoneOf(context, service)),
});
test.use({ settings: { NODE_ENV: 'test' }, serviceWorkers: 'allow' }); // NODE_ENV=test allows a push service on localhost

const PUSH: PushMessage = {
  kind: 'APPT_REMINDER_24H',
  title: 'Podsetnik za termin',
  body: 'Sutra u 10:00.',
  tag: 'reminder-4',
  url: '/appointments',
};

const on = (page: Page) => page.getByRole('button', { name: 'Uključi obaveštenja' });
const off = (page: Page) => page.getByRole('button', { name: 'Isključi na ovom uređaju' });

async function onProfile(page: Page, salon: Server, person: Person): Promise<void> {
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByRole('heading', { name: 'Obaveštenja', exact: true })).toBeVisible();
}

test('a client switches pushes on, receives a push for a cancellation and switches pushes off', {
  tag: '@once',
}, async ({ page, salon, service, phone }) => {
  const person = await aPerson(salon);
  const booked = await aSlot(salon, await dayAhead(salon, 6), '10:00');
  await book(salon, booked, person);
  await onProfile(page, salon, person);
  await expect(on(page)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  expect(phone.device()).toBeNull(); // the device has no subscription before the tap
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await workerReady(page);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);

  const headers = await asAdmin(salon);
  const body = { reason: 'Bolest.' };
  await request('POST /appointments/{id}/cancel', { headers, params: { id: booked.id }, body }, at(salon));
  await service.until(1);
  const push = phone.device()?.pushes[0];
  if (!push) throw new Error('Nothing came to this device.');
  expect(push.signedBy).toBe(phone.key());
  await deliver(page, push.message);
  await expect.poll(() => shownOn(page)).toHaveLength(1);
  const [shown] = await shownOn(page);
  expect(shown).toMatchObject({ title: 'Salon je otkazao termin', body: push.message.body });
  expect(shown?.body).not.toContain('Bolest');

  await page.reload();
  await expect(off(page)).toBeVisible();
  await page.getByRole('button', { name: 'Isključi na svim uređajima' }).click();
  await expect(page.getByText('ne stižu ni na jedan uređaj')).toBeVisible();
  await expect(off(page)).toHaveCount(0);
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await off(page).click();
  await expect(on(page)).toBeVisible();
  await expect.poll(() => phone.device()).toBeNull();
});

test('the owner switches pushes on in the settings and receives a push for a booking', {
  tag: '@once',
}, async ({ page, salon, service, phone }) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=obavestenja');
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  const person = await aPerson(salon);
  await book(salon, await aSlot(salon, await dayAhead(salon, 7), '10:00'), person);
  await service.until(1);
  expect(phone.device()?.pushes[0]?.message).toMatchObject({ kind: 'NEW_BOOKING', title: 'Novi termin' });
});

test('a push replaces the notification with the same tag, an unreadable push shows a general notification, and a tap opens the notification’s page in the open tab', {
  tag: '@once',
}, async ({ page, context, salon, phone: _ }) => {
  await onProfile(page, salon, await aPerson(salon));
  await workerReady(page);
  await deliver(page, PUSH);
  await deliver(page, { ...PUSH, body: 'Sutra u 11:00.' });
  await expect
    .poll(() => shownOn(page))
    .toEqual([
      {
        title: 'Podsetnik za termin',
        body: 'Sutra u 11:00.',
        tag: 'reminder-4',
        icon: '/icon-192.png',
        badge: '/badge-96.png',
        data: { url: '/appointments' },
        lang: 'sr-Latn',
      },
    ]);
  for (const icon of ['/icon-192.png', '/badge-96.png'])
    expect((await page.request.get(salon.url + icon)).headers()['content-type']).toBe('image/png');
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await tapNotification(page);
  await expect(page).toHaveURL(`${salon.url}/appointments`);
  expect(context.pages()).toHaveLength(1);
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true); // the page that was open has navigated without a page load
  await expect.poll(() => shownOn(page)).toEqual([]);

  await deliver(page, 'no JSON');
  await expect
    .poll(async () => (await shownOn(page)).map(({ title }) => title))
    .toEqual(['Novo obaveštenje']);
  await deliver(page, { ...PUSH, tag: 'elsewhere', url: '//elsewhere.test/' });
  await expect.poll(() => shownOn(page)).toHaveLength(2);
});

test('a tap on a notification asks before it discards unsaved changes of a dialog or of the settings', {
  tag: '@once',
}, async ({ page, salon, phone: _ }) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=radnice');
  await workerReady(page);
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  const tap = async (url: string) => {
    await deliver(page, { ...PUSH, url });
    await expect.poll(() => shownOn(page)).toHaveLength(1);
    await tapNotification(page);
  };
  const add = page.getByRole('button', { name: 'Dodaj radnicu' });
  await add.click();
  const name = page.getByLabel('Ime i prezime');
  await expect(name).toBeVisible();
  await tap('/admin/settings?deo=obavestenja');
  await expect(page).toHaveURL(/deo=obavestenja$/);
  await page.goBack();
  await add.click();
  await name.fill('Nina');
  await tap('/admin/settings?deo=obavestenja');
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await expect(name).toHaveValue('Nina');
  await tap('/admin/settings?deo=obavestenja');
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(page).toHaveURL(/deo=obavestenja$/);

  const morning = page.getByLabel('Jutarnji pregled u');
  await morning.fill('06:45');
  await tap('/admin/notifications');
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(page).toHaveURL(`${salon.url}/admin/notifications`);

  const { id } = await aClient(salon, 'Zora Kartić');
  await page.goto(`${salon.url}/admin/clients?klijent=${id}`);
  await expect(page.getByRole('dialog')).toBeVisible(); // the client card; closing it goes back in the browser’s history
  await tap('/admin/statistics');
  await expect(page).toHaveURL(`${salon.url}/admin/statistics`);
});

test('a device subscribes again after its key changed, its subscription was dropped or its user set a new password', {
  tag: '@once',
}, async ({ page, salon, phone }) => {
  await onProfile(page, salon, await aPerson(salon));
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await expect.poll(() => phone.key()).not.toBe('');
  const key = phone.key();
  const requestSent = () =>
    page.waitForRequest((sent) => sent.url().endsWith('/api/push') && sent.method() === 'POST');
  const first = phone.device()?.subscription.endpoint;

  phone.become({ key: `C${key.slice(1)}` });
  const again = requestSent();
  await page.reload();
  expect((await again).postDataJSON().endpoint).not.toBe(first);
  expect(phone.key()).toBe(key);

  phone.become('dropped');
  const thirdTime = requestSent();
  await page.reload();
  expect((await thirdTime).postDataJSON()).toEqual(phone.device()?.subscription);

  const fourth = requestSent();
  await page.getByLabel('Stara lozinka').fill(PASSWORD);
  await page.getByLabel('Nova lozinka', { exact: true }).fill('nova-lozinka');
  await page.getByLabel('Potvrda nove lozinke').fill('nova-lozinka');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await fourth;
  await expect(off(page)).toBeVisible();
});

test('logging out ends the push subscription and removes shown notifications', { tag: '@once' }, async ({
  page,
  salon,
  phone,
}) => {
  await onProfile(page, salon, await aPerson(salon));
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await workerReady(page);
  await deliver(page, PUSH);
  await expect.poll(() => shownOn(page)).toHaveLength(1);
  await page.getByRole('link', { name: 'Odjavi se' }).click();
  await expect(page).toHaveURL(`${salon.url}/`);
  await expect.poll(() => phone.device()).toBeNull();
  await expect.poll(() => leftOnDevice(page)).toEqual(NOTHING);
});

test('the next user of a device gets no pushes of the previous user', {
  tag: '@once',
}, async ({ page, salon, phone }) => {
  const [first, second] = [await aPerson(salon), await aPerson(salon, 'Mira Druga')];
  await onProfile(page, salon, first);
  await on(page).click();
  await expect(off(page)).toBeVisible();
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
  await expect.poll(() => phone.device()).toBeNull();
  await page.getByRole('link', { name: 'Profil' }).last().click();
  await expect(on(page)).toBeVisible();
});

test('the profile offers no pushes if the login lasts only until the tab is closed', {
  tag: '@once',
}, async ({ page, salon, phone }) => {
  const person = await aPerson(salon);
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Zapamti me').click(); // uncheck() fails before hydration, when the page only records the press
  await expect(page.getByLabel('Zapamti me')).not.toBeChecked();
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Milica');
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByText('Prijavljeni ste samo u ovom prozoru.')).toBeVisible();
  await expect(on(page)).toHaveCount(0);
  await page.waitForTimeout(4000);
  expect((await leftOnDevice(page)).workers).toBe(0);
  expect(phone.device()).toBeNull();
});
