import type { Page } from '@playwright/test';
import { violationsOn } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { DESKTOP } from '../layout-checks.ts';
import { choose, confirm, confirmation, day } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, notifyClient, storeSession } from './prepare.ts';

const NARROWEST = { width: 320, height: 700 };

/**
 * Expects no axe violation on phone and desktop in both color schemes, and no horizontal scrolling on the narrowest
 * phone.
 */
async function expectSound(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize() ?? NARROWEST;
  for (const size of [viewport, DESKTOP]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), `${where}, ${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  await page.setViewportSize(NARROWEST);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await page.setViewportSize(viewport);
  expect(overflow, where).toBe(0);
}

test('every screen of a visitor’s booking is accessible in both color schemes', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '09:00');
  await aService(salon, 'Ojačavanje prirodnih noktiju sa ukrašavanjem i crtanjem', 120);
  await page.goto(`${salon.url}/booking`);
  await day(page, await dayAhead(salon, 10)).click();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await expectSound(page, 'an empty day');
  await page.getByLabel('Ime').fill('Nevena Đukić');
  await page.getByLabel('Telefon').fill(aPhone());
  await choose(page, date, '09:00 - 10:00');
  await confirmation(page).getByLabel('Usluga').selectOption({ index: 1 });
  await expectSound(page, 'the confirmation');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expectSound(page, 'the booked appointment');
  await page.getByRole('link', { name: 'Otvori moj termin' }).click();
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  await expectSound(page, 'the guest link');
});

test('a client’s appointments, profile and notifications are accessible in both color schemes', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 4);
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, date, '09:00'), client);
  await notifyClient(salon, client, await aSlot(salon, date, '12:00'));
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await page.getByRole('button', { name: 'Otkaži termin' }).first().click();
  await expectSound(page, 'cancelling');
  await page.keyboard.press('Escape');
  await expectSound(page, 'my appointments');
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByLabel('Ime i prezime')).toHaveValue(client.name);
  await expectSound(page, 'the profile');
  await page.getByRole('tab', { name: 'Notifikacije' }).click();
  await expect(page.getByText('NOVO')).toBeVisible();
  await expectSound(page, 'notifications');
});
