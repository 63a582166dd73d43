import { addDays } from '../../../src/domain/wall-clock.ts';
import { dayInWords, onDay } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../network.ts';
import { setPageClock } from '../page-clock.ts';
import { aSlotOf, aTechnician } from '../technicians/prepare.ts';
import { aGuestBooking, arriveAsOwner } from './prepare.ts';

const CARDS = [
  'Kalendar',
  'Termini',
  'Klijenti',
  'Usluge',
  'Notifikacije',
  'Statistika',
  'Odsustva',
  'Podešavanja',
];

test('an empty salon’s panel shows five first steps and marks each finished step as done', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin');
  const main = page.getByRole('main');
  for (const name of CARDS) await expect(main.getByRole('link', { name, exact: true })).toBeVisible();
  const steps = main.getByRole('region', { name: 'Prvi koraci' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByText('0 od 5')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);

  await steps.getByRole('link', { name: 'Upišite podatke o salonu' }).click();
  const contact = page.getByRole('form', { name: 'Podaci o salonu' });
  await contact.getByLabel('Telefon').fill('021 555 330');
  await contact.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await page.goto(`${salon.url}/admin`);
  await expect(steps.getByText('1 od 5')).toBeVisible();
  await expect(steps.getByRole('listitem').first()).toContainText('Urađeno');
  await expect(steps.getByRole('link', { name: 'Upišite prvu uslugu' })).toBeVisible();

  await aService(salon, 'Gel lak', 60);
  await page.reload();
  await steps.getByRole('link', { name: 'Upišite prvi šablon' }).click();
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Šablon je dodat.')).toBeVisible();
  await aSlot(salon, await dayAhead(salon, 1), '10:00');
  await page.goto(`${salon.url}/admin`);
  await expect(steps.getByText('4 od 5')).toBeVisible();
  await steps.getByRole('link', { name: 'Otvorite link i QR kod' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi', exact: true }).click();
  await saved;
  await page.goto(`${salon.url}/admin`);
  await expect(main.getByRole('link', { name: 'Kalendar' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the panel hides the first steps once the salon has a booking', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin');
  const main = page.getByRole('main');
  const steps = main.getByRole('region', { name: 'Prvi koraci' });
  await expect(steps).toBeVisible();
  await aGuestBooking(salon, await dayAhead(salon, 2), '10:00', 'Mila');
  const asked = page.waitForResponse((response) => response.url().includes('status=BOOKED'));
  await page.reload();
  await asked;
  await expect(main.getByRole('link', { name: 'Kalendar' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('each card of the owner’s panel describes the page that it opens, or names current data such as the next absence; phones show only the cards', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const headers = await asAdmin(salon);
  const body = { date_from: addDays(today, 20), date_to: addDays(today, 25), reason: null };
  await request('POST /annual', { headers, body }, at(salon));
  await arriveAsOwner(page, salon, '/admin');
  await expect(page.getByRole('main').getByRole('link', { name: 'Kalendar' })).toBeVisible();
  for (const name of ['Danas', 'Slobodno']) await expect(page.getByRole('heading', { name })).toHaveCount(0);
  const card = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  await expect(card('Kalendar')).toHaveAccessibleDescription('Dan, nedelja, mesec');
  await expect(card('Termini')).toHaveAccessibleDescription('Slobodni, šabloni, čekaju');
  const from = onDay(addDays(today, 20), today).replace(/\.$/, '');
  await expect(card('Odsustva')).toHaveAccessibleDescription(`Od ${from}`);
  await aGuestBooking(salon, await dayAhead(salon, 2), '08:00', 'Ana Anić');
  await page.reload();
  await expect(card('Notifikacije')).toHaveAccessibleDescription(/^\d+ nepročitan[aeih]+$/);
  await expectFitting(page);
});

test('on a desktop, the panel shows today’s appointments, the next six free slots with their technicians and a button to book each, and the waitlist', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const headers = await asAdmin(salon);
  const query = { from: today, to: addDays(today, 60) };
  for (const { id } of await request('GET /appointments/list', { headers, query }, at(salon)))
    await request('DELETE /appointments/{id}', { headers, params: { id } }, at(salon));
  const [first, second] = [await dayAhead(salon, 1), await dayAhead(salon, 2)];
  await aSlotOf(salon, await aTechnician(salon, { name: 'Sanja Pavlović' }), first, '09:00');
  for (const clock of ['10:00', '11:00', '12:00']) await aSlot(salon, first, clock);
  for (const clock of ['09:00', '10:00', '11:00']) await aSlot(salon, second, clock);
  const waiting = {
    date: await dayAhead(salon, 3),
    guest_name: 'Jovana Kostić',
    guest_phone: '064 555 8887',
  };
  await request('POST /client-notifications/free-slot', { body: waiting }, at(salon));
  const start_datetime = `${today} 06:00:00` as const;
  const appointment = { start_datetime, duration_minutes: 60, guest_name: 'Ana Anić', service_price: 1800 };
  await request('POST /appointments', { headers, body: appointment }, at(salon));
  await setPageClock(page, `${today} 06:29:05`);
  await arriveAsOwner(page, salon, '/admin');

  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) });
  await expect(part('Danas')).toContainText('1 termin, 1.800 din');
  await expect(part('Danas').getByRole('listitem')).toContainText('U toku (još 30 minuta)');
  const free = part('Slobodno');
  await expect(free).toContainText('sledećih 6');
  await expect(free.getByRole('heading', { level: 3 })).toHaveText([
    dayInWords(first, today),
    dayInWords(second, today),
  ]);
  await expect(free.getByRole('button', { name: 'Upiši' })).toHaveCount(6);
  const hers = free.getByRole('listitem').filter({ hasText: 'Sanja Pavlović' });
  await expect(hers.getByRole('button')).toHaveAccessibleDescription(/09:00 - 10:00, Sanja Pavlović$/);
  await expect(page.getByRole('link', { name: '1 čeka na termin' })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);

  const third = free.getByRole('listitem').nth(2);
  await third.getByRole('button', { name: 'Upiši' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByRole('button', { name: 'Gost' }).click();
  await dialog.getByLabel('Ime gosta').fill('Branka Babić');
  await expect(dialog).toContainText('11:00 - 12:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(free.getByRole('listitem').nth(2)).toContainText('12:00 - 13:00');
  await expect(free.getByRole('button', { name: 'Upiši' })).toHaveCount(6);
  await part('Danas').getByRole('button', { name: 'Ana Anić' }).click();
  await expect(page.getByRole('dialog', { name: 'Termin', exact: true })).toContainText('Ana Anić');
});

test('on a desktop, the panel shows an error if today’s appointments fail to load, and offers to add a slot if none is free', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  await withoutStream(page);
  await page.route('**/api/appointments?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/appointments/list?*', (route) => route.abort());
  await arriveAsOwner(page, salon, '/admin');
  await expect(page.getByText('Nema slobodnih termina.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Dodaj termin' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Greška pri učitavanju termina za danas');
  await page.unroute('**/api/appointments/list?*');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
