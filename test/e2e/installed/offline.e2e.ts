// What pages show while the network is down, while the server does not respond, and after the network is back.
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { onDay } from '../../../src/domain/wording/dates.ts';
import type { Server } from '../../support/server.ts';
import { aGuestBooking, arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aSlot, book, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { todayAt } from '../network.ts';
import { keptLastSeen, workerReady } from './device.ts';

test.use({ serviceWorkers: 'allow' });

/** Suspends the server: connections stay open without responses, as in a tunnel. */
const hang = (salon: Server) => salon.process.kill('SIGSTOP');
const goOn = (salon: Server) => salon.process.kill('SIGCONT');

async function aClientWithBooking(page: Page, salon: Server, clock = '10:00'): Promise<void> {
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, await dayAhead(salon, 3), clock), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await expect(page.getByRole('article')).toContainText(clock);
  await workerReady(page);
  await keptLastSeen(page);
}

test('an installed app opens offline with the last known data, read-only', { tag: '@once' }, async ({
  page,
  context,
  salon,
}) => {
  await aClientWithBooking(page, salon, '10:00');
  await page.close();
  await context.setOffline(true);
  const started = await context.newPage();
  await started.goto(salon.url);
  const card = started.getByRole('article');
  await expect(card).toContainText('10:00 - 11:00');
  await expect(card).toContainText(/Termin za \d/);
  await expect(started.getByRole('status').filter({ hasText: 'Bez mreže' })).toHaveText(
    /^Bez mreže - stanje od \d\d:\d\d$/,
  );
  await expect(started.getByRole('heading', { level: 1 })).toContainText('Milica');
  await started.getByRole('link', { name: 'Moji termini' }).last().click();
  await expect(started.getByRole('heading', { level: 1, name: 'Moji termini' })).toBeVisible();
  await expect(card).toContainText('10:00 - 11:00');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(card.getByRole('link')).toHaveCount(0);
  await expectAccessible(started);
  await expectFitting(started);
  await expectAccessibleOnDesktop(started);
  await context.setOffline(false);
  await expect(started.getByText('Bez mreže')).toBeHidden();
  await expect(card.getByRole('button', { name: 'Otkaži termin' })).toBeVisible();
});

test('an offline page shows from which day its data is, and omits appointments that have ended', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  await aClientWithBooking(page, salon, '12:00');
  const yesterday = addDays(await todayAt(salon), -1);
  await page.evaluate((day) => {
    const kept = JSON.parse(localStorage.getItem('last-seen') ?? '');
    const over = {
      ...kept.appointments[0],
      id: 1,
      start_datetime: `${day} 08:00:00`,
      end_datetime: `${day} 09:00:00`,
    };
    kept.at = `${day} 14:05:00`;
    kept.appointments.unshift(over);
    localStorage.setItem('last-seen', JSON.stringify(kept));
  }, yesterday);
  await page.goto('about:blank');
  await context.setOffline(true);
  await page.goto(`${salon.url}/appointments`);
  await expect(page.getByText(`Bez mreže - stanje od ${onDay(yesterday, yesterday)} u 14:05`)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('12:00 - 13:00');
});

test('when the server hangs, the app opens after three seconds and shows the last known data', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aClientWithBooking(page, salon, '14:00');
  await page.goto('about:blank');
  hang(salon);
  try {
    const begun = Date.now();
    await page.goto(`${salon.url}/appointments`);
    await expect(page.getByRole('heading', { name: 'Moji termini' })).toBeVisible();
    expect(Date.now() - begun).toBeGreaterThan(2900);
    await expect(page.getByText(/^Spora mreža - stanje od \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole('article')).toContainText('14:00 - 15:00');
  } finally {
    goOn(salon);
  }
  await expect(page.getByText('Spora mreža')).toBeHidden();
  await expect(page.getByRole('article').getByRole('button', { name: 'Otkaži termin' })).toBeVisible();
});

test('the owner’s next bookings and the clients’ phone numbers are available offline, but private notes are not', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  const date = await dayAhead(salon, 5);
  await aGuestBooking(salon, date, '09:00', 'Mila Đokić');
  await arriveAsOwner(page, salon, '/admin');
  await workerReady(page);
  await page.waitForFunction(() => localStorage.getItem('last-seen')?.includes('Mila'));
  expect(await page.evaluate(() => localStorage.getItem('last-seen'))).not.toContain('client_notes');
  await page.goto('about:blank');
  await context.setOffline(true);
  for (const path of ['/', '/appointments']) {
    await page.goto(salon.url + path);
    await expect(page.getByText(/^Bez mreže - stanje od/)).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: 'Mila Đokić' });
    await expect(row).toContainText('09:00');
    await expect(row.getByRole('link', { name: 'Pozovi' })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    await expectFitting(page);
    await expectAccessibleOnDesktop(page);
  }
});

test('pages without offline data say that they need a network, and reload when the network is back', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  await aClientWithBooking(page, salon, '16:00');
  await context.setOffline(true);
  await page.goto(`${salon.url}/profile`);
  const note = page
    .getByRole('status')
    .filter({ hasText: 'Nema mreže. Čim se vrati, stranica se osvežava sama.' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pokušaj ponovo' })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await page.goto(`${salon.url}/services`);
  await expect(note.getByRole('button', { name: 'Pokušaj ponovo' })).toBeVisible();
  await page.goto(`${salon.url}/profile`);
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(note).toBeHidden();
  await expect(page.getByLabel('Ime i prezime')).toHaveValue('Milica Đurić');
});

test('pages opened without a network show no error cards, and /booking shows no skeleton', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  const client = await aPerson(salon);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/services`); // starts on /services, because this page fetches neither appointments nor slots
  await workerReady(page); // the service worker must have cached the code of the other pages
  await context.setOffline(true);
  const navigation = page.getByRole('navigation', { name: 'Navigacija' });
  const missing = page.getByText('Prikazaće se čim se veza vrati.');
  await navigation.getByRole('link', { name: 'Zakaži termin' }).click();
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toBeVisible();
  await expect(missing.first()).toBeVisible({ timeout: 1500 });
  await expect(page.locator('[data-loading]')).toHaveCount(0, { timeout: 1500 });
  await navigation.getByRole('link', { name: 'Moji termini' }).click();
  await expect(missing.first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Nema mreže.')).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
});

test('an open page that goes offline keeps its content and hides the actions', { tag: '@once' }, async ({
  page,
  context,
  salon,
}) => {
  await aClientWithBooking(page, salon, '18:00');
  const act = page.getByRole('article').getByRole('button', { name: 'Otkaži termin' });
  await expect(act).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Nema mreže.')).toBeVisible();
  await expect(act).toBeHidden();
  await expect(page.getByRole('article')).toContainText('18:00 - 19:00');
  await context.setOffline(false);
  await expect(act).toBeVisible();
});
