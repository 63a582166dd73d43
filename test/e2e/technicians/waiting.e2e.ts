import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { day, sheetsInHistory } from '../client/booking-steps.ts';
import { aPerson, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

const JOIN = 'Obavesti me ako se oslobodi termin';

test('a client joins the waitlist for a chosen technician on a day when only another technician has a slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const vera = await aTechnician(salon, { name: 'Vera Ilić' });
  const nina = await aTechnician(salon, { name: 'Nina Babić' });
  await aSlotOf(salon, nina, date, '10:00');
  await aSlotOf(salon, vera, await dayAhead(salon, 3), '10:00');
  await storeSession(page, salon, await aPerson(salon, 'Nađa Vasić'));
  await page.goto(`${salon.url}/booking`);
  await page.getByRole('button', { name: 'Promeni', description: /Kod koga/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Kod koga' });
  await sheet.getByRole('radio', { name: /Vera Ilić/ }).click();
  await day(page, date).click();
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText('Obavestićemo vas ako se oslobodi termin.')).toBeVisible();
  await expect(page.getByText('Kod koga: Vera Ilić')).toBeVisible();
  await aSlotOf(salon, vera, date, '12:00');
  await expect(page.getByText('Kod koga: Vera Ilić. Slobodno 12:00 - 13:00')).toBeVisible();
  await aSlotOf(salon, nina, date, '12:00');
  await page.getByRole('link', { name: 'Rezerviši' }).click();
  await expect(page.getByRole('button', { name: 'Promeni', description: /Vera Ilić/ })).toBeVisible();

  await arriveAsOwner(page, salon, '/admin/waitlist');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nađa Vasić' })).toContainText(
    'Radnica: Vera Ilić',
  );
});

test('the owner books a guest from the waitlist with the technician of the free slot, and the technician is notified', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const headers = await asAdmin(salon);
  const login = { email: 'tara@primer.rs', password: 'lak-za-nokte' };
  const tara = await aTechnician(salon, { name: 'Tara Mitić', ...login });
  const guest = { guest_name: 'Sofija Bašić', guest_phone: '064 555 077' };
  const body = { date, ...guest, technician_id: tara };
  await request('POST /client-notifications/free-slot', { body }, at(salon));
  await aSlotOf(salon, tara, date, '09:00');
  await arriveAsOwner(page, salon, '/admin/notifications');
  const call = page.getByRole('listitem').filter({ hasText: 'Pozovite: Sofija Bašić' });
  await expect(call).toContainText('Radnica: Tara Mitić');
  await call.getByRole('button', { name: 'Upiši' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await expect(dialog).toContainText('Tara Mitić');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  const query = { from: date, to: date, status: 'BOOKED' } as const;
  const booked = await request('GET /appointments/list', { headers, query }, at(salon));
  expect(booked).toMatchObject([{ start_datetime: `${date} 09:00:00`, technician_id: tara, ...guest }]);

  await sheetsInHistory(page, 0);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page).toHaveURL(/\/admin\/calendar/);
  await page.goto(`${salon.url}/admin/notifications`);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Novi termin' }).filter({ hasText: 'Sofija Bašić' }),
  ).toHaveCount(1);
});
