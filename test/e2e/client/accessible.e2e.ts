import type { Page } from '@playwright/test';
import { violationsOn } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { choose, confirm, confirmation, day } from './booking-steps.ts';
import { aNotice, aPerson, aPhone, aService, aSlot, book, comeBack, dayAhead } from './prepare.ts';

const NARROWEST = { width: 320, height: 700 };

/** No finding of axe, and nothing wider than the narrowest phone. */
async function isSound(page: Page, where: string): Promise<void> {
  expect(await violationsOn(page), where).toEqual([]);
  const viewport = page.viewportSize() ?? NARROWEST;
  await page.setViewportSize(NARROWEST);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await page.setViewportSize(viewport);
  expect(overflow, where).toBe(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`accessibility in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test(`a visitor can read and reach all of the booking in the ${colorScheme} scheme`, async ({
      page,
      salon,
    }) => {
      const date = await dayAhead(salon, colorScheme === 'light' ? 2 : 3);
      await aSlot(salon, date, '09:00');
      await aService(salon, 'Ojačavanje prirodnih noktiju sa ukrašavanjem i crtanjem', 120);
      await page.goto(`${salon.url}/booking`);
      await day(page, await dayAhead(salon, 10)).click();
      await isSound(page, 'an empty day');
      await page.getByLabel('Ime').fill('Nevena Đukić');
      await page.getByLabel('Telefon').fill(aPhone());
      await choose(page, date, '09:00 - 10:00');
      await confirmation(page).getByLabel('Usluga').selectOption({ index: 1 });
      await isSound(page, 'the confirmation');
      await confirm(page);
      await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
      await isSound(page, 'what was booked');
      await page.getByRole('link', { name: 'Otvori moj termin' }).click();
      await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
      await isSound(page, 'her own link');
    });

    test(`a client can read and reach their appointments and their profile in the ${colorScheme} scheme`, async ({
      page,
      salon,
    }) => {
      const date = await dayAhead(salon, colorScheme === 'light' ? 4 : 5);
      const client = await aPerson(salon);
      await book(salon, await aSlot(salon, date, '09:00'), client);
      await aNotice(salon, client, await aSlot(salon, date, '12:00'));
      await comeBack(page, salon, client);
      await page.goto(`${salon.url}/appointments`);
      await page.getByRole('button', { name: 'Otkaži termin' }).first().click();
      await isSound(page, 'cancelling');
      await page.keyboard.press('Escape');
      await isSound(page, 'my appointments');
      await page.goto(`${salon.url}/profile`);
      await expect(page.getByLabel('Ime i prezime')).toHaveValue(client.name);
      await isSound(page, 'the profile');
      await page.getByRole('tab', { name: 'Notifikacije' }).click();
      await expect(page.getByText('NOVO')).toBeVisible();
      await isSound(page, 'notices');
    });
  });
}
