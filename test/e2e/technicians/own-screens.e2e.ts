import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { day as dayOf, sheetsInHistory, slot as slotOf } from '../client/booking-steps.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

const LOGIN = { email: 'mina@primer.rs', password: 'lak-za-nokte' };

test('a technician logs in, sees her day, marks a client as attended, adds a slot, and is redirected from owner pages', {
  tag: '@once',
}, async ({ page, salon }) => {
  const yesterday = addDays(await todayAt(salon), -1);
  const day = await dayAhead(salon, 3);
  const headers = await asAdmin(salon);
  const technician_id = await aTechnician(salon, { name: 'Mina Savić' });
  const past = { start_datetime: `${yesterday} 10:00:00`, duration_minutes: 60 } as const;
  const hers = { ...past, technician_id, guest_name: 'Vesna Rakić', guest_phone: '064 555 100' };
  const others = { ...past, guest_name: 'Olga Tasić', guest_phone: '064 555 101' };
  const { id } = await request('POST /appointments', { headers, body: hers }, at(salon));
  await request('POST /appointments', { headers, body: others }, at(salon));
  await aSlotOf(salon, technician_id, day, '09:00');

  await arriveAsOwner(page, salon, '/admin/settings?deo=radnice');
  await page.getByRole('button', { name: /Mina Savić.*bez prijave/ }).click();
  const edited = page.getByRole('dialog', { name: 'Mina Savić' });
  await edited.getByLabel('Email').fill(LOGIN.email);
  await edited.getByLabel('Lozinka').fill(LOGIN.password);
  await edited.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('sve usluge, ima prijavu')).toBeVisible();

  await expect(edited).toHaveCount(0);
  await sheetsInHistory(page, 0);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${salon.url}/login`);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.getByLabel('Email').fill(LOGIN.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(LOGIN.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page).toHaveURL(/\/admin\/calendar/);

  await page.goto(`${salon.url}/admin/calendar?view=day&date=${yesterday}`);
  await page.getByRole('button', { name: /^Vesna Rakić, 10:00/ }).click();
  await expect(page.getByText('Olga Tasić')).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Došla', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // polls, because the page shows the new value before the server has saved it
  const kept = () => request('GET /appointments/{id}', { headers, params: { id } }, at(salon));
  await expect.poll(async () => (await kept()).attended).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectFitting(page);

  await page.goto(`${salon.url}/admin`);
  const panel = page.getByRole('main');
  await expect(panel.getByRole('link', { name: /Kalendar/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Podešavanja|Usluge|Klijent|Statistika/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await panel.getByRole('link', { name: /Termini/ }).click();
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Datum').fill(day);
  await form.getByLabel('Vreme').fill('11:00');
  await form.getByRole('button', { name: 'Dodaj termin' }).click();
  await expect(page.getByText('Termin je uspešno dodat.').last()).toBeVisible();
  const query = { from: day, to: day };
  const slots = await request('GET /appointments/list', { headers, query }, at(salon));
  expect(slots.map((slot) => slot.technician_id)).toEqual([technician_id, technician_id]);

  for (const path of ['settings', 'services', 'clients', 'statistics', 'cash', 'help', 'due']) {
    await page.goto(`${salon.url}/admin/${path}`);
    await expect(page, path).toHaveURL(/\/admin\/calendar/);
  }
  await page.goto(`${salon.url}/admin/annual`);
  await page.getByLabel('Od', { exact: true }).fill(day);
  await page.getByLabel('Razlog').fill('Slava');
  await expect(page.getByText('Ne nudi se više: 2 slobodna termina.')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
  expect(await request('GET /annual/mine', { headers }, at(salon))).toMatchObject([
    { date_from: day, reason: 'Slava', technician_id },
  ]);
  await page.goto(`${salon.url}/admin/calendar?view=day&date=${day}`);
  await expect(page.getByText('Slava')).toBeVisible();
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByRole('heading', { name: 'Kalendar na telefonu', level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil');
  expect(refused).toEqual([]);
});

test('a technician books a client in one of her own slots, and the form has no field for the technician', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const login = { email: 'nada@primer.rs', password: LOGIN.password };
  const nada = await aTechnician(salon, { name: 'Nada Perić', ...login });
  await aSlotOf(salon, nada, day, '12:00');
  const client = { name: 'Olga Nikčević' };
  await request('POST /users/clients', { headers: await asAdmin(salon), body: client }, at(salon));
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(page).toHaveURL(/\/admin\/calendar/);
  // a technician's form finds clients by name and lists only her own slots
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  const search = sheet.getByPlaceholder('Ime i prezime');
  await search.fill('Olga');
  await sheet.getByRole('option', { name: /Olga Nikčević/ }).click();
  await expect(sheet.getByLabel('Usluga')).toBeVisible();
  await sheet.getByRole('button', { name: 'Promeni' }).click();
  await expect(search).toBeVisible();
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByRole('button', { name: 'Slobodni termini' }).click();
  await dayOf(page, day).click();
  await expect(slotOf(page, '12:00 - 13:00')).toBeVisible();

  await page.goto(`${salon.url}/booking`);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await dayOf(page, day).click();
  await slotOf(page, '12:00 - 13:00').click();
  await expect(sheet.getByText('Radnica')).toHaveCount(0);
  await sheet.getByLabel('Ime gosta').fill('Zorana Pejić');
  await sheet.getByLabel('Telefon gosta').fill('064 555 102');
  await page.getByRole('button', { name: /^Upiši, / }).click();
  await expect
    .poll(async () => {
      const query = { from: day, to: day, status: 'BOOKED' } as const;
      const rows = await request(
        'GET /appointments/list',
        { headers: await asAdmin(salon), query },
        at(salon),
      );
      return rows.map((row) => [row.guest_name, row.technician_id]);
    })
    .toContainEqual(['Zorana Pejić', nada]);
});
