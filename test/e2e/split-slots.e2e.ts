// Start times within long free slots (docs/spec/behaviour.md §26.1).
import { request } from '../../src/web/lib/api.ts';
import { arriveAsOwner, listOf, openFromList } from './admin/prepare.ts';
import { expectAccessible } from './axe.ts';
import { choose, confirm, confirmation, expectNarrow, slot } from './client/booking-steps.ts';
import { choose as chooseToMove } from './client/move-steps.ts';
import { aPhone, aService, aSlot, dayAhead } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { asAdmin, at } from './network.ts';

// starts a separate server, because the setting concerns every booking
test.use({ settings: { SALON_NAME: 'Mesečina' } });

test('a visitor chooses a start within a long slot, and the rest stays on offer', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aService(salon, 'Gel lak', 60);
  await aSlot(salon, date, '09:00', 180);
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { split_slots: 1, rest_minutes: 30 } }, at(salon));
  const address = `${salon.url}/booking?dan=${date}&usluga=1`;
  expect(await (await page.request.get(address)).text()).toContain('09:30 - 10:30'); // before any script runs
  await page.goto(address);
  for (const range of ['09:00 - 10:00', '09:30 - 10:30', '10:00 - 11:00', '11:00 - 12:00'])
    await expect(slot(page, range)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await choose(page, date, '10:00 - 11:00');
  await confirmation(page).getByLabel('Ime').fill('Nevena Đukić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await page.goto(address);
  await expect(slot(page, '11:00 - 12:00')).toBeVisible();
  await expect(slot(page, '09:00 - 10:00')).toBeVisible();
  await expect(slot(page, '09:30 - 10:30')).toHaveCount(0);
});

test('a link names day and start, and the guest moves over her own time', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  const service = await aService(salon, 'Ojačavanje', 60);
  await aSlot(salon, date, '09:00', 150);
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { split_slots: 1, rest_minutes: 30 } }, at(salon));
  await page.goto(`${salon.url}/booking?dan=${date}&usluga=${service}&vreme=09:30`);
  await expect(slot(page, '09:30 - 10:30')).toHaveAttribute('aria-pressed', 'true');
  await choose(page, date, '09:30 - 10:30');
  await confirmation(page).getByLabel('Ime').fill('Tea Vidić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirm(page);
  await page.getByRole('link', { name: 'Otvori moj termin' }).click();
  await page.getByRole('link', { name: 'Pomeri termin' }).click();
  await chooseToMove(page, date, '10:00 - 11:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Pomeri termin' }).click();
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
});

test('the owner turns start times on, and frees the rest of a booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 4);
  const service_id = await aService(salon, 'Manikir', 30);
  const body = { start_datetime: `${date} 09:00:00`, duration_minutes: 120, guest_name: 'Mila' } as const;
  const headers = await asAdmin(salon);
  const booking = await request(
    'POST /appointments',
    { headers, body: { ...body, service_id: service_id as never } },
    at(salon),
  );
  await request('PUT /settings', { headers, body: { split_slots: 0 } }, at(salon));
  await arriveAsOwner(page, salon, '/admin/settings?deo=vremena');
  await page.getByRole('switch', { name: 'Kraća usluga ne zauzima ceo termin' }).click();
  await expect(page.getByLabel('Ponuđena vremena na svakih')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ovako izgleda dan' })).toBeVisible();
  await expectAccessible(page);
  await arriveAsOwner(page, salon, listOf(date));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Oslobodi ostatak (90 min)' }).click();
  await expect(page.getByText('Ostatak termina je slobodan.')).toBeVisible();
});

test('the confirmation names the whole time, and two hours without a length', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 10);
  const odd = await aService(salon, 'Poliranje', 47);
  const open = await request(
    'POST /services',
    { headers: await asAdmin(salon), body: { name: 'Crtanje', duration_minutes: null } },
    at(salon),
  );
  await aSlot(salon, date, '09:00', 180);
  await request('PUT /settings', { headers: await asAdmin(salon), body: { split_slots: 1 } }, at(salon));
  for (const [service, time, note] of [
    [odd, '09:00 - 09:50', 0],
    [open.id, '09:00 - 11:00', 1],
  ] as const) {
    await page.goto(`${salon.url}/booking?dan=${date}&usluga=${service}`);
    await choose(page, date, time);
    await expect(confirmation(page).getByText(time)).toBeVisible();
    await expect(confirmation(page).getByText('120 min, trajanje po dogovoru')).toHaveCount(note);
  }
});
