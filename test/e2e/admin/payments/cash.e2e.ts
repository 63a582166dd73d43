import type { Page } from '@playwright/test';
import { addDays, isSunday } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { openCalendar } from '../../calendar/grid.ts';
import { sheetsInHistory } from '../../client/booking-steps.ts';
import { aPerson, aService, aSlot, book, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { readFromScreen } from '../../qr-picture.ts';
import { appointmentNow, arriveAsOwner, listed } from '../prepare.ts';
import { openSection, save, settingsNow } from '../settings/open.ts';

const ACCOUNT = { account_number: '840-955845-10', account_name: 'Jelena Savić PR Lunula' } as const;

const set = async (salon: Server, body: object): Promise<unknown> =>
  request('PUT /settings', { headers: await asAdmin(salon), body: body as never }, at(salon));

/** Adds a guest's booking for yesterday with a price of 1.800 din. */
async function aPastBooking(salon: Server, clock: string, guest_name: string) {
  const day = addDays(await todayAt(salon), -1);
  const service_id = await aService(salon, `Gel lak ${clock}`, 60);
  const body = {
    start_datetime: `${day} ${clock}:00`,
    duration_minutes: 60,
    guest_name,
    guest_phone: '064 555 118',
    service_id,
  };
  const { id } = await request(
    'POST /appointments',
    { headers: await asAdmin(salon), body: body as never },
    at(salon),
  );
  return { day, id };
}

/** Starts counting the taps on the page. Returns a function that returns the count. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { taps: number };
    counted.taps = 0;
    window.addEventListener('click', ({ isTrusted }) => isTrusted && counted.taps++, true);
  });
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps);
}

/** Expects these amounts of cash at the start of today and at the start of the next day that is not a Sunday. */
async function expectOpenings(salon: Server, openings: readonly number[]): Promise<void> {
  const today = await todayAt(salon);
  const next = addDays(today, 1);
  for (const [n, date] of [today, isSunday(next) ? addDays(next, 1) : next].entries()) {
    const day = await request(
      'GET /cash/{date}',
      { params: { date }, headers: await asAdmin(salon) },
      at(salon),
    );
    expect(day.opening).toBe(openings[n]);
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Termin', exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Naplata' });

test('the owner confirms a received deposit on the home page, and records its refund in the appointment dialog', {
  tag: '@once',
}, async ({ page, salon }) => {
  await set(salon, { payments: 1, deposit_for: 'ALL', deposit_amount: 700, ...ACCOUNT });
  const person = await aPerson(salon, 'Mila Đokić');
  const { id } = await book(salon, await aSlot(salon, await dayAhead(salon, 6), '09:00'), person);
  await arriveAsOwner(page, salon, '/');
  const waiting = page.getByRole('region', { name: 'Novac danas' });
  await expect(waiting).toContainText('Mila Đokić');
  await expect(waiting).toContainText('700 din');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await waiting.getByRole('button', { name: 'Primljeno' }).click();
  await expect(page.getByText('Uplata je upisana.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await appointmentNow(salon, id)).toMatchObject({ paid: 700, deposit: { state: 'RECEIVED' } });
  await page.goto(`${salon.url}/admin/cash`);
  await page.getByRole('list', { name: 'Naplate' }).getByRole('button', { name: 'Mila Đokić' }).click();
  await dialogOf(page).getByRole('button', { name: 'Vrati' }).click();
  const refund = page.getByRole('dialog', { name: 'Vraćanje kapare' });
  await expect(refund.getByLabel('Iznos u dinarima')).toHaveValue('700');
  await refund.getByRole('button', { name: 'Vraćeno' }).click();
  await expect(dialogOf(page)).toContainText('700 din, vraćena');
  expect(await appointmentNow(salon, id)).toMatchObject({ paid: 0, deposit: { state: 'REFUNDED' } });
});

test('open money of the home page and the till: a visit that is not charged, and a deposit of a canceled booking that must be returned', async ({
  page,
  salon,
}, info) => {
  await set(salon, { payments: 1, deposit_for: 'ALL', deposit_amount: 700, ...ACCOUNT });
  const headers = await asAdmin(salon);
  const name = `Tea ${info.project.name}`;
  const person = await aPerson(salon, name);
  const { id } = await book(salon, await aSlot(salon, await dayAhead(salon, 7), '09:00'), person);
  const params = { id };
  await request(
    'POST /appointments/{id}/deposit',
    { params, headers, body: { action: 'RECEIVED' } },
    at(salon),
  );
  await request('POST /appointments/{id}/cancel', { params, headers, body: { reason: 'Bolest' } }, at(salon));
  const visit = await aPastBooking(salon, info.project.name === 'phone' ? '07:00' : '09:00', 'Zora Lukić');
  const attended = { params: { id: visit.id }, headers, body: { attended: 1 } } as const;
  await request('POST /appointments/{id}/attendance', attended, at(salon));
  for (const path of ['/', '/admin/cash']) {
    await arriveAsOwner(page, salon, path);
    const open = page.getByRole('region', { name: 'Novac danas' });
    await expect(open.getByRole('listitem').filter({ hasText: 'Zora Lukić' }).first()).toContainText(
      'nije naplaćeno',
    );
    await expect(open.getByRole('listitem').filter({ hasText: name })).toContainText('kapara za vraćanje');
    await expectAccessible(page);
    await expectFitting(page);
  }
  const open = page.getByRole('region', { name: 'Novac danas' });
  await open.getByRole('button', { name, exact: true }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 700 din');
  await expect(dialogOf(page)).not.toContainText('još');
  await page.keyboard.press('Escape');
  await open.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Vrati' }).click();
  await page
    .getByRole('dialog', { name: 'Vraćanje kapare' })
    .getByRole('button', { name: 'Vraćeno' })
    .click();
  await expect(page.getByText('Povraćaj je upisan.')).toBeVisible();
  await expect(open.getByText(name)).toHaveCount(0);
});

test('while payments are switched off, no page shows anything about payments', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await set(salon, { payments: 0, deposit_for: 'NONE' });
  await arriveAsOwner(page, salon, '/admin/cash');
  await expect(page).toHaveURL(`${salon.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Admin panel' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Kasa/ })).toHaveCount(0);
  const { id, day } = await aPastBooking(salon, '06:00', 'Ana Babić');
  await openCalendar(page, salon, day, 'day');
  await listed(page, id).click();
  await dialogOf(page).getByRole('button', { name: 'Došla', exact: true }).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Zakaži ponovo' })).toBeVisible();
  await expect(page.getByText('Naplat')).toHaveCount(0);
  await page.goto(`${salon.url}/admin/statistics`);
  await expect(page.getByRole('heading', { name: 'Iskorišćenost' })).toBeVisible();
  await expect(page.getByText('Naplaćeno')).toHaveCount(0);
});

test('the owner switches on payments and deposits; the form validates the account number while the owner types it, and hiding a field discards its invalid value', {
  tag: '@once',
}, async ({ page, salon }) => {
  const without = { payments: 0, deposit_for: 'NONE', deposit_amount: 0, deposit_percent: 0 };
  await set(salon, { ...without, account_number: '', account_name: '' });
  const form = await openSection(page, salon, 'naplata', 'Kapara i naplata');
  await expect(form.getByText('Ko plaća kaparu')).toHaveCount(0);
  const payments = form.getByRole('switch', { name: 'Beleži naplatu' });
  await payments.check();
  await form.getByLabel('Broj računa').fill('nema');
  await payments.uncheck();
  await payments.check();
  await expect(form.getByLabel('Broj računa')).toHaveValue('');
  await form.getByRole('radio', { name: /^Za duge usluge/ }).check();
  await form.getByLabel('Duga usluga').fill('1');
  await form.getByRole('radio', { name: /^Posle nedolaska/ }).check();
  await form.getByLabel('Primalac').fill(ACCOUNT.account_name);
  await form.getByLabel('Broj računa').fill('840-955845-11');
  await expect(form.getByText('Broj računa nije ispravan.')).toBeVisible();
  await form.getByLabel('Broj računa').fill(ACCOUNT.account_number);
  await expect(form.getByText('Broj je ispravan.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await save(page, form);
  expect(await settingsNow(salon)).toMatchObject({
    payments: 1,
    deposit_for: 'NO_SHOW',
    deposit_percent: 30,
    account_number: '840000000095584510',
  });
  await expect(form.getByLabel('Broj računa')).toHaveValue(ACCOUNT.account_number);
  await page.reload();
  await expect(form.getByRole('radio', { name: /^Posle nedolaska/ })).toBeChecked();
});

test('the owner records a payment with at most 3 taps from the calendar, then closes and reopens the day’s cash', async ({
  page,
  salon,
}, { project }) => {
  await set(salon, { payments: 1, deposit_for: 'NONE', ...ACCOUNT });
  const isPhone = project.name === 'phone';
  const guest = isPhone ? 'Snežana Živković' : 'Tea Vidić';
  const { id, day } = await aPastBooking(salon, isPhone ? '08:00' : '10:00', guest);
  await openCalendar(page, salon, day, 'day');
  const taps = await countTaps(page);
  await listed(page, id).click();
  await dialogOf(page).getByRole('button', { name: 'Došla', exact: true }).click();
  await expect(sheet(page).getByLabel('Za naplatu')).toHaveValue('1.800');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  expect(await taps()).toBeLessThanOrEqual(3);
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.800 din, gotovina');
  await expect(dialogOf(page).getByRole('button', { name: 'Naplati' })).toHaveCount(0);
  expect((await appointmentNow(salon, id)).paid).toBe(1800);

  await sheetsInHistory(page, 1);
  await page.goto(`${salon.url}/admin/cash`);
  await expect(page.getByRole('list', { name: 'Naplate' })).toContainText('1.800');
  await page.getByRole('button', { name: 'Dodaj trošak' }).click();
  const expense = page.getByRole('dialog', { name: 'Dodaj trošak' });
  await expense.getByLabel('Opis').fill('Aceton i vata');
  await expense.getByLabel('Iznos u dinarima').fill('450');
  // the response is lost, so the owner presses again
  await page.route(
    '**/api/payments',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await expense.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(expense.getByRole('alert')).toBeVisible();
  await expense.getByRole('button', { name: 'Sačuvaj' }).click();
  const expenses = page.getByRole('list', { name: 'Troškovi' }).getByRole('listitem');
  await expect(expenses.filter({ hasText: 'Aceton i vata' })).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Početno stanje' }).fill('5.000');
  await page.getByRole('form', { name: 'Početno stanje' }).getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Početno stanje je sačuvano.')).toBeVisible();
  const close = page.getByRole('form', { name: 'Zaključi dan' });
  await close.getByLabel('Izbrojano').fill('1');
  await expect(close.getByRole('status')).toContainText('Manjak');
  await expectAccessible(page);
  await expectFitting(page);
  await close.getByLabel('Ostaje u kasi za sutra').fill('3.000');
  await close.getByRole('button', { name: 'Zaključi dan' }).click();
  await expect(close.getByRole('alert')).toContainText('Manjak: ');
  await close.getByRole('button', { name: 'Zaključi dan' }).click();
  await expect(page.getByRole('heading', { name: 'Dan je zaključen' })).toBeVisible();
  await expectOpenings(salon, [5000, 3000]);
  await expect(page.getByRole('button', { name: 'Dodaj trošak' })).toHaveCount(0);
  // moves the mouse away, because the toast covers the next button and stays while the mouse is over the toast
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: 'Skloni poruku' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Otvori ponovo' }).click();
  const reopen = page.getByRole('dialog', { name: 'Otvori ponovo' });
  await reopen.getByLabel('Razlog').fill('Pogrešno izbrojano.');
  await reopen.getByRole('button', { name: 'Otvori ponovo' }).click();
  await expect(page.getByRole('heading', { name: 'Zaključi dan' })).toBeVisible();
  await expect(close.getByLabel('Ostaje u kasi za sutra')).toHaveValue('5.000');

  await page.getByRole('list', { name: 'Naplate' }).getByRole('button', { name: 'Poništi' }).first().click();
  const cancel = page.getByRole('dialog', { name: 'Poništavanje' });
  await cancel.getByRole('button', { name: 'Poništi' }).click();
  await expect(cancel.getByText('Unesite razlog.')).toBeVisible();
  await cancel.getByLabel('Razlog').fill('Dvaput upisano.');
  await cancel.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByRole('list', { name: 'Naplate' })).toContainText('poništeno: Dvaput upisano.');

  await page.getByRole('button', { name: 'Mesec', exact: true }).click();
  await expect(page).toHaveURL(/mesec=/);
  const days = page.getByRole('list', { name: 'Dani' });
  await expectAccessible(page);
  await expectFitting(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^kasa-\d{4}-\d{2}\.csv$/);
  await days
    .getByRole('link', { name: /nije zaključeno/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Zaključi dan' })).toBeVisible();
});

test('the owner records a partial payment with an IPS QR code, and later the rest in cash', {
  tag: '@once',
}, async ({ page, salon }) => {
  await set(salon, { payments: 1, deposit_for: 'NONE', ...ACCOUNT });
  const { id, day } = await aPastBooking(salon, '12:00', 'Nina Babić');
  await openCalendar(page, salon, day, 'day');
  await listed(page, id).click();
  await dialogOf(page).getByRole('button', { name: 'Došla', exact: true }).click();
  await sheet(page).getByLabel('Za naplatu').fill('1000');
  await expect(sheet(page)).toContainText('Ostaje još 800 din.');
  await sheet(page).getByRole('button', { name: 'IPS' }).click();
  await sheet(page).getByRole('button', { name: '200', exact: true }).click();
  await expect
    .poll(() => readFromScreen(page, 'IPS QR kod za naplatu'))
    .toBe('K:PR|V:01|C:1|R:840000000095584510|N:Jelena Savić PR Lunula|I:RSD1200,00|SF:221|S:Usluga');
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.200 din' }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.000 din, još 800 din');
  await dialogOf(page).getByRole('button', { name: 'Naplati' }).click();
  await sheet(page).getByRole('button', { name: 'Naplaćeno 800 din' }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.800 din, IPS i gotovina');
  await sheetsInHistory(page, 1);
  await page.goto(`${salon.url}/admin/statistics`);
  await expect(page.getByRole('heading', { name: 'Naplaćeno' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/IPS1\.200/);
  await expectAccessible(page);
});

test('if recording the tip fails after the price was recorded, the appointment shows the price as paid and does not offer to charge it again', {
  tag: '@once',
}, async ({ page, salon }) => {
  await set(salon, { payments: 1, deposit_for: 'NONE', ...ACCOUNT });
  const { id, day } = await aPastBooking(salon, '18:00', 'Vera Simić');
  await openCalendar(page, salon, day, 'day');
  await listed(page, id).click();
  await dialogOf(page).getByRole('button', { name: 'Došla', exact: true }).click();
  await sheet(page).getByRole('textbox', { name: 'Napojnica' }).fill('200');
  await page.route('**/api/payments', (route) =>
    route.request().postDataJSON().kind === 'TIP'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  );
  await sheet(page).getByRole('button', { name: 'Naplaćeno 2.000 din' }).click();
  await expect(sheet(page).getByRole('alert')).toContainText('Greška pri čuvanju naplate.');
  await expect(sheet(page).getByRole('button', { name: 'Naplaćeno 200 din' })).toBeEnabled(); // a retry records only the tip, because the price is already recorded
  await sheet(page).getByRole('button', { name: 'Kasnije' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odbaci' }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.800 din, gotovina');
  await expect(dialogOf(page).getByRole('button', { name: 'Naplati' })).toHaveCount(0);
});

test('the amount that the owner types while the opening cash is being saved stays in the field', {
  tag: '@once',
}, async ({ page, salon }) => {
  await set(salon, { payments: 1, deposit_for: 'NONE', ...ACCOUNT });
  await arriveAsOwner(page, salon, '/admin/cash');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/cash/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  const form = page.getByRole('form', { name: 'Početno stanje' });
  const amount = form.getByLabel('Početno stanje');
  await amount.fill('4.000');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await sent;
  await amount.fill('6.000');
  const refetched = page.waitForResponse(
    (response) => /api\/cash\/[\d-]+$/.test(response.url()) && response.request().method() === 'GET',
  );
  release();
  await refetched;
  await expect(page.getByText('Početno stanje je sačuvano.')).toBeVisible();
  await expect(amount).toHaveValue('6.000');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(amount).toHaveValue('6.000');
  await expect(form.getByRole('button', { name: 'Sačuvaj' })).toHaveCount(0);
});
