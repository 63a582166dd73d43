import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { appointmentNow } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { choose, confirm, confirmation, proceed, slot } from '../client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, seen, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { pictureOf, readFromScreen, readPicture } from '../qr-picture.ts';

const ON = {
  payments: 1,
  deposit_for: 'NEW',
  deposit_amount: 700,
  account_number: '840-955845-10',
  account_name: 'Jelena Savić PR Lunula',
} as const;
/** The interval at which the server cancels bookings whose deposit was not paid in time. */
const JOB_INTERVAL_MS = 30_000;
const CODE = 'IPS QR kod za kaparu';

const ask = async (salon: Server): Promise<unknown> =>
  request('PUT /settings', { headers: await asAdmin(salon), body: ON }, at(salon));

test(
  'a new guest gets a QR code for the deposit, which cameras and banking apps can read',
  { tag: '@once' },
  async ({ page, salon, context }, { project }) => {
    await ask(salon);
    const isPhone = project.name === 'phone';
    const date = await dayAhead(salon, isPhone ? 2 : 3);
    await aSlot(salon, date, '09:30', 90);
    await aService(salon, `Gel lak ${project.name}`, 60);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${salon.url}/booking`);
    await choose(page, date, '09:30 - 11:00');
    await confirmation(page).getByLabel('Ime').fill('Mila Đokić');
    await confirmation(page).getByLabel('Telefon').fill(aPhone());
    await confirmation(page).getByLabel('Usluga').selectOption({ index: 1 });
    await confirm(page);

    await expect(page.getByRole('heading', { name: 'Još samo kapara' })).toBeFocused();
    await expect(page.getByRole('article')).toContainText(/Čeka uplatu · još 1[12] h/);
    await expect(page.getByRole('img', { name: CODE })).toBeVisible();
    await expectAccessible(page);
    await expectFitting(page);
    const text = await readFromScreen(page, CODE);
    expect(text).toMatch(
      /^K:PR\|V:01\|C:1\|R:840000000095584510\|N:Jelena Savić PR Lunula\|I:RSD700,00\|SF:221\|S:Kapara [\d.]{10}\|RO:97\d+$/,
    );
    const reference = text?.split('RO:')[1] ?? '';
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Sačuvaj sliku' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('kapara.png');
    expect(await readPicture(page, await pictureOf(file, 'image/png'))).toBe(text);

    for (const [label, copied] of [
      ['Primalac', 'Jelena Savić PR Lunula'],
      ['Račun', '840-955845-10'],
      ['Iznos', '700,00'],
      ['Poziv na broj', reference],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
      await expect(page.getByText(`${label}: kopirano.`)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
    }

    await page.getByRole('link', { name: 'Otvori moj termin' }).click();
    await expect(page.getByRole('heading', { name: 'Još samo kapara' })).toBeVisible();
    for (const [colorScheme, width] of [
      ['dark', 390],
      ['light', 320],
      ['dark', 320],
      ['light', 1366],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      await expect(page.getByRole('img', { name: CODE })).toBeVisible();
      await expect.poll(() => readFromScreen(page, CODE)).toBe(text);
    }
  },
);

test(
  'a client sees the payment details of a deposit, and then that the deposit was received',
  { tag: '@once' },
  async ({ page, salon }, { project }) => {
    await ask(salon);
    const person = await aPerson(salon);
    const day = await dayAhead(salon, project.name === 'phone' ? 4 : 5);
    const { id } = await book(salon, await aSlot(salon, day, '12:00'), person);
    await storeSession(page, salon, person);
    await page.goto(`${salon.url}/`);
    await expect(page.getByText('Kapara 700 din. Termin čuvamo za vas')).toBeVisible();
    await page.getByRole('link', { name: 'Plati kaparu' }).click();
    await expect(page.getByRole('img', { name: CODE })).toBeVisible();
    await request(
      'POST /appointments/{id}/deposit',
      { params: { id }, headers: await asAdmin(salon), body: { action: 'RECEIVED' } },
      at(salon),
    );
    await expect(page.getByText('Kapara 700 din je primljena')).toBeVisible();
    await expect(page.getByRole('img', { name: CODE })).toHaveCount(0);
  },
);

/** Sets the deadline of every awaited deposit to the past, because a test can't advance the server's clock. */
async function letHoldsEnd({ dataDirectory }: Server): Promise<void> {
  const { db, close } = openForCommand(readConfig({ DATA_DIR: dataDirectory }));
  await db.updateTable('deposits').set({ until_at: 0 }).where('state', '=', 'WAITING').execute();
  await close();
}

test('bookings whose deposits are not paid in time are canceled; a client on the waitlist books one freed slot, and the page of the guest’s link offers the other freed slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  await ask(salon);
  const date = await dayAhead(salon, 6);
  const { id } = await book(salon, await aSlot(salon, date, '16:00'), await aPerson(salon, 'Druga'));
  const free = await aSlot(salon, await dayAhead(salon, 7), '18:00');
  const guest = { guest_name: 'Mila Đokić', guest_phone: aPhone() };
  const booking = { params: { id: free.id }, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  const waiting = await aPerson(salon);
  const body = { date };
  await request('POST /client-notifications/free-slot', { headers: waiting.headers, body }, at(salon));
  await storeSession(page, salon, waiting);
  await page.goto(`${salon.url}/`);
  await expect(page.getByRole('heading', { name: 'Oslobodio se termin' })).toHaveCount(0);
  await letHoldsEnd(salon);
  await expect(page.getByRole('heading', { name: 'Oslobodio se termin' })).toBeVisible({
    timeout: JOB_INTERVAL_MS * 2,
  });
  expect(await appointmentNow(salon, id)).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'Kapara nije uplaćena.',
  });
  await page.getByRole('listitem').getByRole('link', { name: 'Rezerviši' }).click();
  await expect(slot(page, '16:00 - 17:00')).toHaveAttribute('aria-pressed', 'true');
  await proceed(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Još samo kapara' })).toBeVisible();

  await page.goto(`${salon.url}/booking#termin=${guest_link}`);
  await expect(page.getByRole('heading', { name: 'Termin je oslobođen' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Još je slobodan' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Rezerviši ponovo' }).click();
  await expect(slot(page, '18:00 - 19:00')).toHaveAttribute('aria-pressed', 'true');
});
