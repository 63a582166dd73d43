// In the appointment dialog: attendance, the note about the client, the price, and messages with a prepared text.
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { sheetsInHistory } from '../client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, type Person, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import {
  aBooking,
  aGuestBooking,
  appointmentNow,
  arriveAsOwner,
  editElsewhere,
  listOf,
  openFromList,
} from './prepare.ts';

/** A message with its link to the booking, whose token is another one each time. */
const withoutToken = (text: string | null) => text?.replace(/#termin=[\w-]{43}/, '#termin=…');

let hour = 6;

/** Adds a booking for yesterday, at an hour that no other test uses. */
async function aPastBooking(salon: Server, person: Person, service_id?: number) {
  const day = addDays(await todayAt(salon), -1);
  const headers = await asAdmin(salon);
  const { id: client_id } = await profileOf(salon, person);
  const start_datetime = `${day} ${String(hour++).padStart(2, '0')}:00:00` as const;
  const body = { start_datetime, duration_minutes: 60, client_id, ...(service_id && { service_id }) };
  return { day, ...(await request('POST /appointments', { headers, body: body as never }, at(salon))) };
}

const profileOf = (salon: Server, { headers }: Person) => request('GET /auth/me', { headers }, at(salon));

async function writeNote(salon: Server, person: Person, notes: string, phone?: string): Promise<void> {
  const { id } = await profileOf(salon, person);
  const body = { notes, ...(phone && { phone }) };
  await request(
    'PUT /users/{id}',
    { params: { id: String(id) }, headers: await asAdmin(salon), body },
    at(salon),
  );
}

const bodyOfSms = async (dialog: Locator): Promise<string | null> => {
  const href = (await dialog.getByRole('link', { name: 'SMS' }).getAttribute('href')) ?? '';
  return new URLSearchParams(href.split('?')[1]).get('body');
};

/** Expects that the dialog needs no horizontal scrolling, from the narrowest phone to a wide desktop. */
async function expectInside(page: Page, dialog: Locator): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390, 820, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow, `at ${width}`).toBe(0);
  }
  if (before) await page.setViewportSize(before);
}

test('the owner records whether a client came, and can clear the record', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const person = await aPerson(salon, 'Snežana Živković');
  await writeNote(salon, person, 'Bez ukrasa, kratko.');
  const appointment = await aPastBooking(salon, person);
  await arriveAsOwner(page, salon, listOf(appointment.day));
  let dialog = await openFromList(page, appointment);
  const came = () => dialog.getByRole('button', { name: 'Došla', exact: true });
  const missed = () => dialog.getByRole('button', { name: 'Nije došla' });
  await expect(dialog.getByRole('group', { name: 'Da li je došla?' })).toBeVisible();
  await missed().click();
  await expect(missed()).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByText('1 nedolazak')).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectInside(page, dialog);
  await page.reload();
  dialog = await openFromList(page, appointment);
  await expect(missed()).toHaveAttribute('aria-pressed', 'true');
  await expect(came()).toHaveAttribute('aria-pressed', 'false');
  await missed().click();
  await expect(missed()).toHaveAttribute('aria-pressed', 'false');
  await expect(dialog.getByText('1 nedolazak')).toHaveCount(0);
  await came().click();
  await expect(came()).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await appointmentNow(salon, appointment.id)).attended).toBe(1);
  await dialog.getByRole('button', { name: 'Dodaj Napomena' }).click();
  await expect(came()).toHaveCount(0); // while the owner edits, the dialog hides the attendance
  await dialog.getByRole('button', { name: 'Odustani' }).click();
  await expect(came()).toBeVisible();

  const own = await request(
    'GET /appointments/{id}',
    { params: { id: appointment.id }, headers: person.headers },
    at(salon),
  );
  for (const field of ['attended', 'client_notes', 'client_no_shows']) expect(own).not.toHaveProperty(field);
  await dialog.getByRole('button', { name: 'Istorija' }).click();
  await expect(page.getByRole('dialog', { name: 'Istorija' }).getByRole('listitem').first()).toContainText(
    /Dolazak.*Došla/s,
  );
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/appointments`);
  await expect(page.getByRole('heading', { name: 'Prethodni termini' })).toBeVisible();
  await expect(page.locator(`[data-appointment-id="${appointment.id}"]`)).toBeVisible();
  await expect(page.getByText(/Bez ukrasa|nedolaz|Došla/)).toHaveCount(0);
});

test('if saving the attendance fails, the dialog shows an error and the attendance stays unset', {
  tag: '@once',
}, async ({ page, salon }) => {
  const appointment = await aPastBooking(salon, await aPerson(salon, 'Una Past'));
  await arriveAsOwner(page, salon, listOf(appointment.day));
  const dialog = await openFromList(page, appointment);
  await page.route('**/attendance', (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: 'Nije došla' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Nije došla' })).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/attendance');
  await dialog.getByRole('button', { name: 'Nije došla' }).click();
  await expect(dialog.getByRole('button', { name: 'Nije došla' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('the dialog of a booking shows the note about the client; the client’s name opens the client card', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const person = await aPerson(salon, 'Marta Đukanović');
  await writeNote(salon, person, 'Alergija na akril');
  const booking = await aBooking(salon, day, '10:00', person);
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await expect(dialog.getByText('Alergija na akril')).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Da li je došla?' })).toHaveCount(0);
  await expect(dialog.getByText(/nedolaz/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Marta Đukanović' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Klijent' });
  await card.getByLabel('Beleška').fill('Alergija na akril i gel');
  await card.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(card).toHaveCount(0);
  await expect(dialog.getByText('Alergija na akril i gel')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Marta Đukanović' })).toBeFocused();
});

test('choosing a service fills in price and duration, but keeps a typed price; the saved price counts as revenue', {
  tag: '@once',
}, async ({ page, salon }) => {
  const gel = await aService(salon, 'Gel za cenu', 45);
  await aService(salon, 'Drugo za cenu', 75);
  const appointment = await aPastBooking(salon, await aPerson(salon, 'Cena Cenić'));
  await arriveAsOwner(page, salon, listOf(appointment.day));
  const dialog = await openFromList(page, appointment);
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  const [service, price, length] = [
    dialog.getByLabel('Usluga'),
    dialog.getByLabel('Cena (din)'),
    dialog.getByLabel('Trajanje (min)'),
  ];
  await expect(dialog.getByRole('button', { name: 'Sačuvaj' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('heading', { name: 'Termin', exact: true })).toBeInViewport({ ratio: 1 });
  await service.selectOption({ label: 'Gel za cenu, 45 min, 1.800 din' });
  await expect(price).toHaveValue('1.800');
  await expect(length).toHaveValue('45');
  await service.selectOption({ label: 'Bez usluge za sada' });
  await expect(price).toHaveValue('');
  await expect(length).toHaveValue('60');
  await price.fill('sto');
  await service.selectOption({ label: 'Drugo za cenu, 75 min, 1.800 din' });
  await expect(price).toHaveValue('sto');
  await expect(length).toHaveValue('75');
  await service.selectOption({ label: 'Gel za cenu, 45 min, 1.800 din' });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Cena je broj, na primer 2.500.')).toBeVisible();
  await expect(price).toBeFocused();
  await expectAccessible(page);
  await expectInside(page, dialog);
  await price.fill('1.500');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(page.getByText(/^Cena Cenić, /)).toBeVisible();
  const [now, revenue] = await Promise.all([
    appointmentNow(salon, appointment.id),
    request(
      'GET /analytics/revenue-by-service',
      { query: { from: appointment.day, to: appointment.day }, headers: await asAdmin(salon) },
      at(salon),
    ),
  ]);
  expect(now).toMatchObject({ service_id: gel, service_price: 1500 });
  expect(JSON.stringify(revenue)).toContain('1500');
});

test('in the dialog of a free slot one press starts a booking; a past appointment can be booked again for its client', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  const slot = await aSlot(salon, day, '09:00');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await expect(dialog.getByRole('button', { name: 'Blokiraj' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Izmeni', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Upiši klijentkinju' }).click();
  await expect(dialog.getByRole('heading', { name: 'Nedavno' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await sheetsInHistory(page, 0);

  const appointment = await aPastBooking(salon, await aPerson(salon, 'Opet Opetić'));
  await page.goto(`${salon.url}${listOf(appointment.day)}`);
  await openFromList(page, appointment);
  await dialog.getByRole('button', { name: 'Zakaži ponovo' }).click();
  await expect(page.getByRole('dialog', { name: 'Novi termin' })).toBeVisible();
});

test('the dialog offers a prepared message to a client and to a guest, but not if there is no phone number', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const message_confirmation = 'Zdravo {ime}: {datum} u {vreme}, {usluga} & više #1.\n{link} {salon} 100%';
  await request('PUT /settings', { headers, body: { message_confirmation } }, at(salon));
  const day = await dayAhead(salon, 5);
  const client = await aPerson(salon, 'Đurđa Šćepanović');
  await writeNote(salon, client, '', aPhone());
  const booked = await aBooking(salon, day, '10:00', client);
  const guests = await aGuestBooking(salon, day, '12:00', 'Žana {link}');
  const silent = await aBooking(salon, day, '14:00', await aPerson(salon, 'Bez Telefona'));
  await editElsewhere(salon, booked.id, { service_id: await aService(salon, 'Gel „lak“', 60) });
  await arriveAsOwner(page, salon, listOf(day));
  const words = (await import('../../../src/domain/wording/dates.ts')).dayInWords(day, await todayAt(salon));

  let dialog = await openFromList(page, booked);
  await expect(dialog.getByLabel('Tekst poruke')).toHaveValue('confirmation');
  const text = `Zdravo Đurđa Šćepanović: ${words} u 10:00, Gel „lak“ & više #1.\n${salon.url}/booking#termin=… Lunula 100%`;
  await expect.poll(async () => withoutToken(await bodyOfSms(dialog))).toBe(text);
  const whatsApp = await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(withoutToken(new URL(whatsApp ?? '').searchParams.get('text'))).toBe(text);
  await dialog.getByLabel('Tekst poruke').selectOption('Otkazan');
  await expect.poll(() => bodyOfSms(dialog)).toContain('moramo da otkažemo');
  await dialog.getByLabel('Tekst poruke').selectOption('Bez teksta');
  await expect.poll(() => bodyOfSms(dialog)).toBeNull();
  await page.keyboard.press('Escape');

  dialog = await openFromList(page, guests);
  const guestText = `Zdravo Žana {link}: ${words} u 12:00, usluga po dogovoru & više #1.\n${salon.url}/booking#termin=… Lunula 100%`;
  await expect.poll(async () => withoutToken(await bodyOfSms(dialog))).toBe(guestText);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const viber = dialog.getByRole('link', { name: 'Viber' });
  await expect(viber).toHaveAttribute('href', /^viber:\/\/chat\?number=%2B381\d+$/);
  await viber.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await viber.click();
  await expect(page.getByText('Tekst je kopiran.')).toBeVisible();
  expect(withoutToken(await page.evaluate(() => navigator.clipboard.readText()))).toBe(guestText);
  await page.keyboard.press('Escape');

  dialog = await openFromList(page, silent);
  await expect(dialog.getByRole('button', { name: 'Istorija' })).toBeVisible();
  await expect(dialog.getByLabel('Tekst poruke')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'SMS' })).toHaveCount(0);
});

test('if the salon has a review link, the owner can send a review request to a client who attended', {
  tag: '@once',
}, async ({ page, salon }) => {
  const person = await aPerson(salon, 'Tea Utisak');
  await writeNote(salon, person, 'Nežno.', aPhone());
  const appointment = await aPastBooking(salon, person);
  await arriveAsOwner(page, salon, listOf(appointment.day));
  let dialog = await openFromList(page, appointment);
  await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Sledeći put' })).toBeVisible();
  await expect(dialog.getByLabel('Tekst poruke')).toHaveValue('');
  await expect(dialog.getByLabel('Tekst poruke').getByRole('option', { name: 'Utisak' })).toHaveCount(0);
  const body = { review_url: 'https://g.page/lunula', message_review: 'Hvala, {ime}! {link}' };
  await request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));
  await page.reload();
  dialog = await openFromList(page, appointment);
  await expect(dialog.getByLabel('Tekst poruke')).toHaveValue('review');
  await expect.poll(() => bodyOfSms(dialog)).toBe('Hvala, Tea Utisak! https://g.page/lunula');
});
