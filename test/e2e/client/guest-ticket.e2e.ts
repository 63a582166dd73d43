// The ticket: the card of a guest's booking, on the device where the guest booked.
import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { DESKTOP, expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, keepOnDevice } from '../network.ts';
import { sheetsInHistory } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, PASSWORD, seen, storeSession } from './prepare.ts';

test.use({ settings: { SALON_PHONE: '021 555 333', SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad' } });

interface Kept {
  token: string;
  end: string;
}

let hour = 0;

/** Books a slot as a guest. Returns the token of the guest link and the end of the booking. */
async function aTicket(salon: Server, dayNumber: number): Promise<Kept> {
  const free = await aSlot(
    salon,
    await dayAhead(salon, dayNumber),
    `${String(8 + (hour++ % 12)).padStart(2, '0')}:00`,
    30,
  );
  const guest = { guest_name: 'Mila Đokić', guest_phone: aPhone() };
  const booking = { params: { id: free.id }, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  return { token: guest_link ?? '', end: free.end_datetime };
}

/** Stores these tickets in the browser and opens the home page. */
async function keep(page: Page, salon: Server, ...tickets: Kept[]): Promise<void> {
  await keepOnDevice(page, salon, { 'guest-tickets': JSON.stringify(tickets) });
  await page.goto(salon.url);
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('guest-tickets'));
const ticket = (page: Page) => page.getByRole('article').filter({ hasText: 'Mila Đokić' });
const welcome = (page: Page) => page.getByRole('heading', { name: 'Lepi nokti, bez čekanja.' });
const moji = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Moji termini' });

test('a guest’s ticket is at the top of the home page, also after navigating away and back and after a reload', {
  tag: '@once',
}, async ({ page, salon }) => {
  const own = await aTicket(salon, 3);
  await keep(page, salon, own);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vaš termin');
  await expect(ticket(page)).toContainText('Bulevar oslobođenja 84, Novi Sad');
  await expect(page.getByText('Salon ima vaš termin. Karticu vidite samo na ovom telefonu.')).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
  const more = page.getByRole('main').getByRole('link', { name: 'Zakaži termin' });
  const viewport = page.viewportSize() ?? DESKTOP;
  for (const size of [DESKTOP, viewport]) {
    await page.setViewportSize(size);
    const [top, below] = [await ticket(page).boundingBox(), await more.boundingBox()];
    expect(top?.y).toBeLessThan(below?.y ?? 0);
  }
  await expect(ticket(page).getByRole('link', { name: 'Pomeri termin' })).toHaveAttribute(
    'href',
    `/booking#pomeri=${own.token}`,
  );
  const phone = await ticket(page).getByRole('link', { name: '021 555 333' }).boundingBox();
  expect(phone?.height).toBeGreaterThanOrEqual(44);
  const file = page.waitForEvent('download');
  await ticket(page).getByRole('button', { name: 'Dodaj u kalendar' }).click();
  expect((await file).suggestedFilename()).toBe('termin.ics');
  await more.click();
  await page.getByRole('navigation').getByRole('link', { name: 'Početna' }).click();
  await expect(ticket(page)).toBeVisible();
  await page.reload();
  await expect(ticket(page)).toBeVisible();
});

test('a guest changes the service on the ticket', { tag: '@once' }, async ({ page, salon }) => {
  await aService(salon, 'Spa tretman', 30);
  await keep(page, salon, await aTicket(salon, 4));
  await ticket(page).getByRole('button', { name: 'Promeni uslugu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Promeni uslugu' });
  const service = dialog.getByLabel('Usluga');
  const option = service.locator('option', { hasText: 'Spa tretman' });
  await service.selectOption((await option.getAttribute('value')) ?? '');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Usluga je promenjena.')).toBeVisible();
  await expect(ticket(page)).toContainText('Spa tretman');
  await page.reload();
  await expect(ticket(page)).toContainText('Spa tretman');
});

test('“Moji termini” shows a visitor’s ticket; without a ticket it opens the login page', {
  tag: '@once',
}, async ({ page, salon }) => {
  await keep(page, salon, await aTicket(salon, 4));
  await moji(page).click();
  await expect(ticket(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Prijava' }).click();
  await expect(page).toHaveURL(`${salon.url}/login`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(salon.url);
  await expect(welcome(page)).toBeVisible();
  await moji(page).click();
  await expect(page).toHaveURL(`${salon.url}/login`);
});

test('after a confirmation, “Skloni karticu” removes the ticket from the browser but keeps the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const own = await aTicket(salon, 5);
  await keep(page, salon, own);
  const remove = page.getByRole('button', { name: 'Skloni karticu' });
  await remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('rezervacija ostaje');
  await question.getByRole('button', { name: 'Zadrži' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Skloni karticu' }).click();
  await expect(welcome(page)).toBeFocused();
  expect(await kept(page)).toBeNull();
  await sheetsInHistory(page, 0);
  await page.goto(`${salon.url}/booking#termin=${own.token}`);
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  expect(await kept(page)).toBeNull(); // opening the guest's link does not restore the removed ticket
});

test('logging out keeps the tickets of guests, and removes all else', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const own = await aTicket(salon, 6);
  await storeSession(page, salon, await aPerson(salon));
  await keep(page, salon, own);
  await page.evaluate(() => history.pushState(null, '', '/logout'));
  await expect(ticket(page)).toBeVisible();
  expect(await kept(page)).toContain(own.token);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['guest-tickets']);
});

test('a ticket is removed without a message if its booking is over or its link is invalid', {
  tag: '@once',
}, async ({ page, salon }) => {
  await keep(page, salon, { token: 'x'.repeat(43), end: '2099-01-01 10:00:00' });
  await expect(welcome(page)).toBeVisible();
  await expect.poll(() => kept(page)).toBeNull();
  const over = await aTicket(salon, 7);
  let asked = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/guest-link/view')) asked += 1;
  });
  await keep(page, salon, { ...over, end: '2020-01-01 10:00:00' });
  await expect(welcome(page)).toBeVisible();
  await expect.poll(() => kept(page)).toBeNull();
  expect(asked).toBe(0);
});

test('after the salon has moved a booking, the browser keeps the ticket until the new end of the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const own = await aTicket(salon, 8);
  await keep(page, salon, { ...own, end: '2099-01-01 10:00:00' });
  await expect(ticket(page)).toBeVisible();
  await expect.poll(() => kept(page)).toContain(own.end);
});

test('if a ticket fails to load, the guest can retry', { tag: '@once' }, async ({ page, salon }) => {
  await page.route('**/api/guest-link/view', (route) => route.abort());
  await keep(page, salon, await aTicket(salon, 2));
  await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Zakaži termin' })).toBeVisible();
  await page.unroute('**/api/guest-link/view');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(ticket(page)).toBeVisible();
});

test('a guest cancels from the ticket; the ticket then shows the cancellation until the guest removes it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await keep(page, salon, await aTicket(salon, 9));
  await ticket(page).getByRole('button', { name: 'Otkaži termin' }).click();
  await page.getByLabel('Razlog otkazivanja').fill('Ne stižem.');
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži termin' }).click();
  const toasts = page.getByRole('region', { name: /Obaveštenja/ });
  await expect(toasts.getByText('Termin je otkazan.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Termin je otkazan.' })).toBeVisible();
  await sheetsInHistory(page, 0);
  await page.reload();
  await expect(page.getByText('Razlog: Ne stižem.')).toBeVisible();
  const kept = () => page.evaluate(() => localStorage.getItem('guest-tickets'));
  await expect.poll(kept).toContain(' 23:59:59'); // the ticket of a canceled booking is kept until the end of the day
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Skloni karticu' }).click();
  await expect(welcome(page)).toBeVisible();
});

test('after the deadline for moving, “Pomeri termin” on the card of a guest’s booking shows the deadline and the salon’s phone number', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { move_until_hours: 168 } }, at(salon));
  await keep(page, salon, await aTicket(salon, 3));
  await ticket(page).getByRole('button', { name: 'Pomeri termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pomeranje termina' });
  await expect(dialog).toContainText('Termin se može pomeriti najkasnije 168 h ranije. Pozovite salon.');
  await expect(dialog.getByRole('link')).toHaveAttribute('href', 'tel:+38121555333');
  await request('PUT /settings', { headers, body: { move_until_hours: 24 } }, at(salon));
});

test('the home page shows two bookings of a guest together; without a guest’s booking it does not load the code for guests’ bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const loaded: string[] = [];
  page.on('request', (sent) => loaded.push(sent.url()));
  await page.goto(salon.url);
  await expect(page.getByRole('heading', { name: 'Cenovnik' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Prvi slobodni termini' })).toBeVisible();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  expect(loaded.filter((url) => /guest-tickets/.test(url))).toEqual([]);
  await keep(page, salon, await aTicket(salon, 4), await aTicket(salon, 5));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vaši termini');
  await expect(ticket(page)).toHaveCount(2);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Dodati ovaj termin u vaš nalog?' });

async function register(page: Page, salon: Server, email: string): Promise<void> {
  await page.goto(`${salon.url}/register`);
  await page.getByLabel('Ime i prezime').fill('Mila Đokić');
  await page.getByLabel('Email').fill(email);
  for (const label of ['Lozinka', 'Potvrda lozinke'])
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Registruj se' }).click();
}

test('a new client is asked once about each ticket on the device; a booking she wants goes into the account', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [wanted, unwanted] = [await aTicket(salon, 10), await aTicket(salon, 11)];
  await keep(page, salon, wanted, unwanted);
  await register(page, salon, 'mila.djokic@primer.rs');
  await expect(question(page)).toContainText('Mila Đokić');
  await expectAccessible(page);
  await page.route('**/api/auth/me/tickets', (route) => route.abort());
  await question(page).getByRole('button', { name: 'Dodaj' }).click();
  await expect(question(page).getByText('Termin nije dodat u nalog.')).toBeVisible();
  await page.unroute('**/api/auth/me/tickets');
  await question(page).getByRole('button', { name: 'Dodaj' }).click();
  await expect(page.getByText('Termin je u vašem nalogu.')).toBeVisible();
  await expect.poll(() => kept(page)).not.toContain(wanted.token);
  await question(page).getByRole('button', { name: 'Ne, hvala' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('article').filter({ hasText: wanted.end.slice(11, 16) })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2); // the booking in the account, and beside it the other ticket
  await expect(question(page)).toHaveCount(0);
  expect(await kept(page)).toContain(unwanted.token);
});

test('a client who opens a guest’s link is asked about its booking; one of another account stays there', {
  tag: '@once',
}, async ({ page, salon }) => {
  const ticket = await aTicket(salon, 12);
  await storeSession(page, salon, await aPerson(salon, 'Vesna Prva'));
  await page.goto(`${salon.url}/booking#termin=${ticket.token}`);
  await expect(question(page)).toBeVisible();
  const other = await aPerson(salon, 'Zora Druga');
  const { headers } = other;
  await request('POST /auth/me/tickets', { headers, body: { token: ticket.token } }, at(salon));
  await question(page).getByRole('button', { name: 'Dodaj' }).click();
  await expect(question(page).getByText('Ovaj termin je već u nekom nalogu')).toBeVisible();
  await question(page).getByRole('button', { name: 'Ne, hvala' }).click();
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();

  const free = await aTicket(salon, 1);
  await page.goto(`${salon.url}/booking#termin=${free.token}`);
  await question(page).getByRole('button', { name: 'Dodaj' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
  await expect(page.getByRole('article').filter({ hasText: free.end.slice(11, 16) })).toBeVisible();
});
