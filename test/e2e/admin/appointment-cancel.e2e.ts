// The owner cancels a booking, at the salon's or at the client's request, and can offer its slot again.
import { UNDO_SECONDS } from '../../../src/domain/limits.ts';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aSlot, dayAhead, type Person } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { aClient, anAppointment } from './new-steps.ts';
import { aBooking, aGuestBooking, arriveAsOwner, listed, listOf, openFromList } from './prepare.ts';

const waitFor = (salon: Server, date: string, person: Person) =>
  request(
    'POST /client-notifications/free-slot',
    { body: { date: date as never }, headers: person.headers },
    at(salon),
  );

const messagesOf = async (salon: Server, { headers }: Person): Promise<string[]> =>
  (await request('GET /client-notifications', { headers }, at(salon))).map(({ message }) => message);

/** Waits for a notification that is sent when the change can no longer be undone. */
const expectMessage = (salon: Server, person: Person, text: RegExp) =>
  expect.poll(async () => (await messagesOf(salon, person)).join(), { timeout: 15_000 }).toMatch(text);

const freeOn = async (salon: Server, day: string) =>
  request(
    'GET /appointments/list',
    { query: { from: day, to: day, status: 'AVAILABLE' } as never, headers: await asAdmin(salon) },
    at(salon),
  );

test('if the owner cancels at the client’s request, the notification says so, and the people on the waitlist are notified', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  const sick = await aPerson(salon, 'Anđela Mišić');
  const booking = await aBooking(salon, day, '10:45', sick);
  const [first, second] = [await aPerson(salon), await aPerson(salon)];
  await waitFor(salon, day, first);
  await waitFor(salon, day, second);
  const guest = { date: day, guest_name: 'Jovana K', guest_phone: '065 555 017' };
  await request('POST /client-notifications/free-slot', { body: guest }, at(salon));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  const offer = sheet.getByRole('switch', { name: 'Ponudi termin ponovo' });
  await expect(sheet.getByRole('button', { name: 'Salon', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(offer).not.toBeChecked();
  await expect(sheet).toContainText('Salon je otkazao vaš termin');
  await sheet.getByRole('button', { name: 'Bolest' }).click();
  await sheet.getByRole('button', { name: 'Klijentkinja', exact: true }).click();
  await expect(offer).toBeChecked();
  await expect(sheet.getByText('3 čekaju')).toBeVisible();
  await expect(sheet.getByRole('status')).toContainText('je otkazan na vaš zahtev.');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  for (const width of [320, 820, 1920]) {
    const before = page.viewportSize();
    await page.setViewportSize({ width, height: 800 });
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    if (before) await page.setViewportSize(before);
  }
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
  await expect(page.getByText('Ponovo je u ponudi, 3 čekaju. Pozovite: Jovana K.')).toBeVisible();
  await expect(listed(page, booking.id)).toContainText('Otkazan');
  await expectMessage(salon, sick, /je otkazan na vaš zahtev\./);
  expect((await messagesOf(salon, sick)).join()).not.toContain('Bolest');
  expect((await freeOn(salon, day)).map(({ start_datetime }) => start_datetime)).toEqual([`${day} 10:45:00`]);
  expect(await messagesOf(salon, first)).toHaveLength(1);
});

test('the owner undoes a cancellation: the booking is back, and its client gets no notification', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  const client = await aPerson(salon, 'Sara Stojković');
  const booking = await aBooking(salon, day, '12:00', client);
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await sheet.getByRole('button', { name: 'Bolest' }).click();
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(listed(page, booking.id)).toContainText('Otkazan');
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  await expect(listed(page, booking.id)).toContainText('Rezervisan');
  await page.waitForTimeout(UNDO_SECONDS * 1000);
  expect(await messagesOf(salon, client)).toEqual([]);
});

test('in the cancellation sheet, “Salon” and “Klijentkinja” each keep their own reason and their own choice to offer the slot again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const client = await aPerson(salon, 'Lena Vukašinović');
  const booking = await aBooking(salon, day, '12:00', client);
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  const offer = sheet.getByRole('switch', { name: 'Ponudi termin ponovo' });
  await sheet.getByRole('button', { name: 'Klijentkinja', exact: true }).click();
  await expect(offer).toBeChecked();
  await offer.uncheck();
  await sheet.getByRole('button', { name: 'Posao' }).click();
  await expect(sheet.getByLabel('Razlog otkazivanja')).toHaveValue('Posao');
  await sheet.getByRole('button', { name: 'Salon', exact: true }).click();
  await expect(sheet.getByLabel('Razlog otkazivanja')).toHaveValue('');
  await expect(sheet.getByText(/čeka/)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Klijentkinja', exact: true }).click();
  await expect(offer).not.toBeChecked();
  await sheet.getByRole('button', { name: 'Salon', exact: true }).click();
  await sheet.getByRole('button', { name: 'Nestanak struje' }).click();
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
  await expectMessage(salon, client, /Salon je otkazao vaš termin.*Razlog: Nestanak struje/);
  expect(await freeOn(salon, day)).toEqual([]);

  const again = await openFromList(page, booking);
  await again.getByRole('button', { name: 'Ponudi termin ponovo' }).click();
  await expect(page.getByText('Ponovo je u ponudi.')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Ponudi termin ponovo' })).toHaveCount(0);
  expect(await freeOn(salon, day)).toHaveLength(1);
});

test('the owner cannot offer a canceled slot again if another slot now overlaps it, and sees an error', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 6);
  const headers = await asAdmin(salon);
  const booking = await aBooking(salon, day, '12:00', await aPerson(salon, 'Ida Tot'));
  await request(
    'POST /appointments/{id}/cancel',
    { params: { id: booking.id }, headers, body: { reason: 'Bolest' } },
    at(salon),
  );
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  const offer = dialog.getByRole('button', { name: 'Ponudi termin ponovo' });
  await expect(offer).toBeVisible();
  await aSlot(salon, day, '12:30');
  await offer.click();
  await expect(dialog.getByText('Već postoji termin u tom vremenu.')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expect(dialog.getByText(/^Otkazano$/)).toHaveCount(1);
});

test('for a guest, who gets no notification, the cancellation sheet offers an SMS with a prepared text', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 7);
  const booking = await aGuestBooking(salon, day, '09:00', 'Rada Šijan');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await expect(sheet).toContainText('Rada Šijan nema nalog i ne dobija obaveštenje: javite joj.');
  const sms = sheet.getByRole('link', { name: 'SMS' });
  await expect(sms).toHaveAttribute('href', /body=Na%C5%BEalost/);
  await sheet.getByRole('button', { name: 'Klijentkinja', exact: true }).click();
  await expect(sms).not.toHaveAttribute('href', /body=/);
  await expect(sheet).toContainText('ne dobija obaveštenje: ako treba, potvrdite joj.');
  await page.route('**/cancel?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await sheet.getByRole('button', { name: 'Bolest' }).click();
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await page.unroute('**/cancel?*');
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
});

test('the dialog of a past appointment has buttons to record attendance, show the history and book again, but none to cancel or move', {
  tag: '@once',
}, async ({ page, salon }) => {
  const yesterday = addDays(await todayAt(salon), -1);
  const { id } = await aClient(salon, 'Ida Tot');
  const booking = await anAppointment(salon, { client_id: id, start_datetime: `${yesterday} 09:00:00` });
  await arriveAsOwner(page, salon, listOf(yesterday));
  const dialog = await openFromList(page, booking);
  for (const name of ['Nije došla', 'Došla', 'Istorija', 'Zakaži ponovo'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible();
  for (const name of ['Otkaži termin', 'Pomeri'])
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
});
