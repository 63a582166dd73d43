// Pages behind the login show frame and skeleton of the stored role before their scripts run.
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, keepOnDevice } from '../network.ts';
import { aTechnician } from '../technicians/prepare.ts';
import {
  fillSalon,
  followShifts,
  holdScripts,
  openDay,
  parsed,
  recordConsole,
  started,
  storedClient,
} from './prepare.ts';

test.use({ reducedMotion: 'no-preference' });
test.beforeEach(async ({ salon }) => {
  await fillSalon(salon);
  await book(salon);
});

/** Adds a booking, once per server: without any, the owner's pages show the first steps of a new salon. */
async function book(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  const start_datetime = `${addDays(await openDay(salon), 1)} 15:00:00` as const;
  const body = {
    start_datetime,
    duration_minutes: 60,
    guest_name: 'Vesna Rakić',
    guest_phone: '064 555 100',
  };
  const { length } = await request('GET /appointments/upcoming', { headers }, at(salon));
  if (length === 0) await request('POST /appointments', { headers, body }, at(salon));
}

type Stored = Record<string, string>;

async function storedLogin(salon: Server, body: { email: string; password: string }): Promise<Stored> {
  const { token, name, email } = await request('POST /auth/login', { body }, at(salon));
  return { token, role: 'ADMIN', email: email ?? '', name };
}

const storedOwner = (salon: Server): Promise<Stored> => storedLogin(salon, salon.admin);

async function storedTechnician(salon: Server): Promise<Stored> {
  const login = { email: `t${crypto.randomUUID()}@primer.rs`, password: 'lozinka12' };
  await aTechnician(salon, { name: 'Mina Savić', ...login });
  return { ...(await storedLogin(salon, login)), technician: '1' };
}

const STORED = { owner: storedOwner, technician: storedTechnician, client: storedClient };
type Role = keyof typeof STORED;

/** Opens a page as it is before its scripts run. Returns a function that lets them run. */
async function openHeld(page: Page, url: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: 'commit' });
  await parsed(page);
  return release;
}

/** Per role: a page, a part that only its frame has, and a part that only the frames of others have. */
const FRAMES: readonly [Role, string, has: string, hasNot: string][] = [
  ['owner', '/', 'Sledeći termin', 'Aktivni termini'],
  ['owner', '/admin', 'Statistika', 'Pozovi'],
  ['owner', '/profile', 'Podaci', 'Pozovi'],
  ['technician', '/', 'Sledeći termin', 'Aktivni termini'],
  ['technician', '/admin', 'Odsustva', 'Statistika'],
  ['technician', '/admin/calendar', 'Nedelja', 'Klijenti'],
  ['client', '/', 'Aktivni termini', 'Sledeći termin'],
  ['client', '/appointments', 'Aktivni termini', 'Admin panel'],
  ['client', '/profile?tab=notifikacije', 'Notifikacije', 'Admin panel'],
];

for (const [role, path, has, hasNot] of FRAMES)
  test(`before scripts run, ${path} shows the ${role} her frame and skeleton, and no visitor's part`, async ({
    page,
    salon,
  }) => {
    const consoleLines = recordConsole(page);
    await keepOnDevice(page, salon, await STORED[role](salon));
    const release = await openHeld(page, salon.url + path);
    await expect(page.getByText(has, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(hasNot, { exact: true }).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('navigation').last().getByRole('link', { name: 'Profil' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Prijava' }).filter({ visible: true })).toHaveCount(0);
    await expect(page).toHaveTitle(/ - Lunula$/);
    release();
    await started(page);
    await expect(page.getByText(has, { exact: true }).first()).toBeVisible();
    expect(consoleLines).toEqual([]);
  });

test('the frame of a technician appears in both forms in which browsers store the role', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { technician: _, ...stored } = await storedTechnician(salon);
  await keepOnDevice(page, salon, { ...stored, role: 'TECHNICIAN' });
  await openHeld(page, `${salon.url}/admin`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Odsustva' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Statistika' })).toHaveCount(0);
});

test('the frame shows the salon’s name, and the tab of the URL as selected', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedOwner(salon));
  await openHeld(page, `${salon.url}/admin/notifications?tab=otkazani`);
  await expect(page.getByRole('tab', { name: 'Otkazani' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveTitle('Notifikacije - Lunula');
  await page.goto(`${salon.url}/appointments`, { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('link', { name: 'Lunula' })).toBeVisible();
});

test('after a page without an HTML file of its own, the home page looks as after a reload', async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedOwner(salon));
  const looks = () =>
    page
      .getByRole('article')
      .first()
      .evaluate((card) =>
        [card, ...card.querySelectorAll('*')].map((part) => getComputedStyle(part).padding),
      );
  await page.goto(`${salon.url}/vaucer`);
  await page.getByRole('link', { name: 'Početna' }).first().click();
  await expect(page.getByRole('button', { name: 'Izmeni' })).toBeVisible();
  const arrived = await looks();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Izmeni' })).toBeVisible();
  expect(arrived).toEqual(await looks());
});

const NOT_ALLOWED: readonly [Role | 'visitor', string, leadsTo: string][] = [
  ['visitor', '/admin', '/login'],
  ['visitor', '/admin/calendar', '/login'],
  ['visitor', '/profile', '/login'],
  ['visitor', '/appointments', '/login'],
  ['client', '/admin', '/login'],
  ['client', '/admin/clients', '/login'],
  ['technician', '/admin/settings', '/admin/calendar'],
  ['technician', '/admin/statistics', '/admin/calendar'],
];

for (const [role, path, leadsTo] of NOT_ALLOWED)
  test(`a ${role} who opens ${path} sees nothing of it, and comes to ${leadsTo}`, async ({ page, salon }) => {
    if (role !== 'visitor') await keepOnDevice(page, salon, await STORED[role](salon));
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        for (const part of document.querySelectorAll('h1, [role=tab], main a, [data-loading]'))
          if (part.checkVisibility({ visibilityProperty: true }))
            seen.add(`${location.pathname} ${part.textContent}`);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const release = await openHeld(page, salon.url + path);
    await expect(page.getByRole('main')).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
    release();
    await expect(page).toHaveURL(salon.url + leadsTo);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect((await seen()).filter((part) => part.startsWith(`${path} `))).toEqual([]);
  });

const STEADY: readonly [Role, string][] = [
  ['owner', '/'],
  ['owner', '/admin/calendar'],
  ['owner', '/profile'],
  ['technician', '/'],
  ['technician', '/admin/calendar'],
  ['client', '/'],
  ['client', '/profile'],
];

for (const [role, path] of STEADY)
  test(`for a ${role}, nothing on ${path} moves from the first paint until all data are there`, async ({
    page,
    salon,
  }) => {
    await keepOnDevice(page, salon, await STORED[role](salon));
    const shift = await followShifts(page);
    await page.route(/\/api\//, async (route) => {
      await page.waitForTimeout(200);
      await route.continue();
    });
    const release = await openHeld(page, salon.url + path);
    // the title, and what follows it: the first section, the tabs or the calendar
    const heads = page.locator('main :is(h1, h2, [role=tablist], .cal)');
    const placesOf = async () =>
      (await Promise.all([heads.nth(0).boundingBox(), heads.nth(1).boundingBox()])).map((box) => box?.y);
    await page.evaluate(() => document.fonts.ready);
    const before = await placesOf();
    release();
    await started(page);
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await page.waitForTimeout(300);
    expect(await shift()).toBeLessThan(0.02);
    expect(await placesOf()).toEqual(before);
  });

test('a press on a button of the frame takes effect after the scripts have loaded', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedOwner(salon));
  const release = await openHeld(page, `${salon.url}/admin/calendar`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('after a logout, Back shows nothing of the page behind the login', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedOwner(salon));
  await page.goto(`${salon.url}/admin`);
  await started(page);
  await page.goto(`${salon.url}/api/health`);
  await page.evaluate(() => localStorage.clear());
  await holdScripts(page);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeHidden();
});
