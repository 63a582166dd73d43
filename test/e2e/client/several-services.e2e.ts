// Appointments with several services (docs/spec/behaviour.md §5.23).
import type { Locator, Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { asAdmin, at, holdRequests } from '../network.ts';
import { confirm, confirmation, expectNarrow, PROCEED, serviceRow, slot } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, storeSession } from './prepare.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Usluga' });
const main = (page: Page) => page.getByRole('main');

async function anAddon(salon: Server, name: string, minutes: number): Promise<number> {
  const body = { name, price: 500, duration_minutes: minutes, is_addon: 1 } as const;
  return (await request('POST /services', { headers: await asAdmin(salon), body }, at(salon))).id;
}

/** Taps the elements one after another and returns how many there are. */
async function taps(...ways: readonly Locator[]): Promise<number> {
  for (const way of ways) await way.click();
  return ways.length;
}

async function confirmAsGuest(page: Page): Promise<void> {
  await confirmation(page).getByLabel('Ime').fill('Nevena Đukić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
}

test('a visitor books a service and an add-on in two joined slots, with at most 8 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aService(salon, 'Izlivanje noktiju', 60);
  await anAddon(salon, 'Skidanje gela', 30);
  await aSlot(salon, date, '09:00');
  await aSlot(salon, date, '10:00', 30);
  await page.goto(salon.url);
  await expect(main(page).getByRole('heading', { name: 'Dodaci' })).toBeVisible();
  const before = await taps(
    main(page).getByRole('link', { name: 'Zakaži termin' }),
    main(page).getByRole('button', { name: 'Promeni' }),
    sheet(page).getByRole('radio', { name: /Izlivanje noktiju/ }),
    main(page).getByRole('button', { name: '+ Skidanje gela, 30 min, 500 din' }),
  );
  await expect(serviceRow(page)).toContainText('Izlivanje noktiju + Skidanje gela 90 min, 2.300 din');
  await expectAccessible(page);
  await expectNarrow(page);
  const all =
    before + (await taps(slot(page, '09:00 - 10:30'), main(page).getByRole('button', { name: PROCEED })));
  expect(all + 1).toBeLessThanOrEqual(8);
  await expect(confirmation(page).getByRole('row', { name: 'Ukupno 90 min 2.300 din' })).toBeVisible();
  await expectAccessible(page);
  await confirmAsGuest(page);
  const ticket = page.getByRole('article');
  await expect(ticket.getByRole('row', { name: 'Skidanje gela 30 min 500 din' })).toBeVisible();
  await expect(ticket.getByRole('row', { name: 'Ukupno 90 min 2.300 din' })).toBeVisible();
  await expectAccessibleOnDesktop(page);
});

test('a visitor taps a service in the price list, adds a second one and books both, with at most 8 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  const gel = await aService(salon, 'Ojačavanje noktiju', 60);
  const feet = await aService(salon, 'Pedikir sa lakom', 60);
  await aSlot(salon, date, '12:00', 120);
  await page.goto(salon.url);
  const before = await taps(
    main(page).getByRole('link', { name: 'Ojačavanje noktiju' }),
    main(page).getByRole('button', { name: 'Promeni' }),
    sheet(page).getByRole('button', { name: 'Više usluga' }),
    sheet(page).getByRole('checkbox', { name: /Pedikir sa lakom/ }),
  );
  await expect(sheet(page).getByRole('checkbox', { name: /Ojačavanje noktiju/ })).toBeChecked();
  await expect(sheet(page).getByRole('status')).toHaveText('Ukupno120 min, 3.600 din');
  await expectAccessible(page);
  const all =
    before +
    (await taps(
      sheet(page).getByRole('button', { name: 'Gotovo' }),
      slot(page, '12:00 - 14:00'),
      main(page).getByRole('button', { name: PROCEED }),
    ));
  expect(all + 1).toBeLessThanOrEqual(8);
  await expect(confirmation(page).getByLabel('Usluga')).toHaveValue(`${gel},${feet}`);
  await confirmAsGuest(page);
});

test('a visitor starts with “Zakaži termin”, chooses two services and books both, with at most 8 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  await aService(salon, 'Japanski manikir', 45);
  await aService(salon, 'Lakiranje stopala', 45);
  await aSlot(salon, date, '10:00', 90);
  await page.goto(salon.url);
  const before = await taps(
    main(page).getByRole('link', { name: 'Zakaži termin' }),
    main(page).getByRole('button', { name: 'Promeni' }),
    sheet(page).getByRole('radio', { name: /Japanski manikir/ }),
    main(page).getByRole('button', { name: 'Dodaj još jednu uslugu' }),
  );
  await expect(sheet(page).getByRole('radio', { name: /Japanski manikir/ })).toHaveCount(0);
  await expectAccessible(page);
  const all =
    before +
    (await taps(
      sheet(page).getByRole('radio', { name: /Lakiranje stopala/ }),
      slot(page, '10:00 - 11:30'),
      main(page).getByRole('button', { name: PROCEED }),
    ));
  expect(all + 1).toBeLessThanOrEqual(8);
  await expect(confirmation(page).getByRole('row', { name: 'Ukupno 90 min' })).toBeVisible();
  await confirmAsGuest(page);
});

test('the URL of the booking page can choose several services; the add-ons that load later do not move the times', async ({
  page,
  salon,
}) => {
  const [one, two] = [await aService(salon, 'Manikir', 45), await aService(salon, 'Crtanje', 30)];
  await anAddon(salon, 'Parafin za ruke', 15);
  await aSlot(salon, await dayAhead(salon, 4), '15:00', 75);
  const release = await holdRequests(page, /addon-offers/);
  await page.goto(`${salon.url}/booking?usluga=${one},${two}`);
  await expect(serviceRow(page)).toContainText('Manikir + Crtanje');
  const time = slot(page, '15:00 - 16:15');
  await expect(time).toBeVisible();
  const before = await time.boundingBox();
  release();
  await expect(main(page).getByRole('button', { name: /Parafin za ruke/ })).toBeVisible();
  expect(await time.boundingBox()).toEqual(before);
  await time.click();
  await expect(page).toHaveURL(new RegExp(`usluga=${one},${two}&`));
});

test('a client adds a service to a booking; an add-on without another service is refused', async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  await aService(salon, 'Gel lak', 60);
  await anAddon(salon, 'Popravka nokta', 15);
  await book(salon, await aSlot(salon, await dayAhead(salon, 5), '18:00', 120), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await main(page).getByRole('button', { name: 'Promeni uslugu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Promeni uslugu' });
  await dialog.getByRole('button', { name: 'Više usluga' }).click();
  await sheet(page)
    .getByRole('checkbox', { name: /Popravka nokta/ })
    .click();
  await sheet(page).getByRole('button', { name: 'Gotovo' }).click();
  await expect(sheet(page).getByRole('alert')).toHaveText('Dodatak se zakazuje uz drugu uslugu.');
  await sheet(page)
    .getByRole('checkbox', { name: /Gel lak/ })
    .click();
  await sheet(page).getByRole('button', { name: 'Gotovo' }).click();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByRole('row', { name: 'Ukupno 75 min 2.300 din' })).toBeVisible();
});
