// The user data that a device stores, and its removal at logout.
import { request } from '../../../src/web/lib/api.ts';
import {
  aPerson,
  aPhone,
  aSlot,
  book,
  dayAhead,
  PASSWORD,
  type Person,
  seen,
  storeSession,
} from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { at, keepOnDevice } from '../network.ts';
import { cachedPaths, keptLastSeen, leftOnDevice, NOTHING, workerReady } from './device.ts';

test.use({ serviceWorkers: 'allow' });

const LONGER_THAN_BACKGROUND_TASKS_MS = 4000;

test('a visitor’s device has no service worker, no cache and no stored data', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  for (const path of ['/', '/booking', '/services']) {
    await page.goto(salon.url + path);
    await page.waitForTimeout(LONGER_THAN_BACKGROUND_TASKS_MS);
    expect(await leftOnDevice(page)).toEqual(NOTHING);
  }
});

test('a device that stores a guest’s booking gets the service worker', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const slot = await aSlot(salon, await dayAhead(salon, 2), '10:00');
  const { guest_link, end_datetime } = await request(
    'POST /appointments/{id}/book',
    { params: { id: slot.id }, body: { ...seen(slot), guest_name: 'Ana', guest_phone: aPhone() } },
    at(salon),
  );
  await keepOnDevice(page, salon, {
    'guest-tickets': JSON.stringify([{ token: guest_link, end: end_datetime }]),
  });
  await page.goto(salon.url);
  await workerReady(page);
  expect((await leftOnDevice(page)).storage).toEqual(['guest-tickets']);
});

test('the caches contain only assets and the empty index.html, but no API response and no rendered page', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon, 'Ana Tajna');
  await book(salon, await aSlot(salon, await dayAhead(salon, 3), '10:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await workerReady(page);
  for (const path of ['/', '/booking', '/services', '/profile', '/appointments']) {
    await page.goto(salon.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const paths = await cachedPaths(page);
  expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html']);
  expect(paths.length).toBeGreaterThan(20);
  const texts = await page.evaluate(async () => {
    const found = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const responses = (await cache.keys()).map(async (one) => (await cache.match(one))?.text() ?? '');
      return Promise.all(responses);
    });
    return (await Promise.all(found)).flat();
  });
  expect(texts.join('\n')).not.toMatch(/Ana Tajna|id="start"/);
  expect(texts.filter((text) => text.startsWith('<!doctype html>'))).toHaveLength(1);
});

async function openUntilStored(page: import('@playwright/test').Page, url: string): Promise<void> {
  await page.goto(`${url}/appointments`);
  await workerReady(page);
  await keptLastSeen(page);
}

test('logging out removes all user data from the device, and the next client sees no data of the first client', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  const first = await aPerson(salon, 'Ana Prva');
  await book(salon, await aSlot(salon, await dayAhead(salon, 4), '10:00'), first);
  await storeSession(page, salon, first);
  await openUntilStored(page, salon.url);
  const other = await context.newPage();
  await openUntilStored(other, salon.url);
  await page.getByRole('link', { name: 'Profil' }).last().click();
  await page.getByRole('link', { name: 'Odjavi se' }).click();
  await expect(page).toHaveURL(`${salon.url}/`);
  await expect.poll(() => leftOnDevice(page)).toEqual(NOTHING);
  await other.waitForTimeout(LONGER_THAN_BACKGROUND_TASKS_MS); // time in which a background task of the other tab could store data again
  expect(await leftOnDevice(other)).toEqual(NOTHING);
  await other.close();

  const second = await aPerson(salon, 'Mira Druga');
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
  await workerReady(page);
  await keptLastSeen(page);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Ana');
  await context.setOffline(true);
  await page.goto(`${salon.url}/appointments`);
  await expect(page.getByText(/^Bez mreže - stanje od/)).toBeVisible();
  await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a page removes all user data from the device when its session has ended or its account is deleted', {
  tag: '@once',
}, async ({ page, salon }) => {
  const ends = [
    ({ headers }: Person) => request('POST /auth/logout', { headers }, at(salon)),
    ({ headers }: Person) =>
      request(
        'POST /auth/me/delete',
        { headers, body: { password: PASSWORD, cancel_bookings: true } },
        at(salon),
      ),
  ];
  for (const end of ends) {
    const person = await aPerson(salon);
    await storeSession(page, salon, person);
    await openUntilStored(page, salon.url);
    await end(person);
    await page.reload();
    await expect(page).toHaveURL(`${salon.url}/login`);
    await expect.poll(() => leftOnDevice(page)).toEqual(NOTHING);
  }
});

test('logging out offline removes all user data from the device', { tag: '@once' }, async ({
  page,
  context,
  salon,
}) => {
  await storeSession(page, salon, await aPerson(salon));
  await openUntilStored(page, salon.url);
  await page.waitForTimeout(LONGER_THAN_BACKGROUND_TASKS_MS);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Profil' }).last().click();
  await page.getByRole('link', { name: 'Odjavi se' }).click();
  await expect.poll(() => leftOnDevice(page)).toEqual(NOTHING);
});
