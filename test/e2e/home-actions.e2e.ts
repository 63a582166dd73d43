import type { Page } from '@playwright/test';
import { addDays } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from './fixture.ts';
import { asAdmin, at, keepOnDevice, todayAt } from './network.ts';

const PASSWORD = 'lak-za-nokte';
let hour = 8;

/** Creates a slot of half an hour for tomorrow, at a time that no other test uses. */
async function makeSlot(salon: Server) {
  const headers = await asAdmin(salon);
  const start = `${addDays(await todayAt(salon), 1)} ${String(hour++).padStart(2, '0')}:00:00`;
  return request(
    'POST /appointments/slot',
    { headers, body: { start_datetime: start, duration_minutes: 30 } },
    at(salon),
  );
}

async function bookSlot(salon: Server, who: { guest_name: string; guest_phone: string } | { token: string }) {
  const { id, start_datetime, end_datetime } = await makeSlot(salon);
  const { token, ...guest } = 'token' in who ? who : { token: undefined, ...who };
  const body = { seen_start: start_datetime, seen_end: end_datetime, ...guest };
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  await request(
    'POST /appointments/{id}/book',
    { params: { id }, body, ...(headers && { headers }) },
    at(salon),
  );
  return id;
}

async function arriveAs(page: Page, salon: Server, token: string, role: 'ADMIN' | 'CLIENT'): Promise<void> {
  await keepOnDevice(page, salon, { token, role, name: 'Milica' });
  await page.goto(`${salon.url}/`);
}

test('the owner opens, edits and cancels the next appointment from the home page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const id = await bookSlot(salon, { guest_name: 'Ljubica Šarac', guest_phone: '064 555 018' });
  const { authorization } = await asAdmin(salon);
  await arriveAs(page, salon, authorization.slice('Bearer '.length), 'ADMIN');
  const next = page.locator(`[data-appointment-id="${id}"]`).first();
  await expect(next).toContainText('Ljubica Šarac');

  await next.click({ position: { x: 40, y: 20 } });
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog).toContainText('064 555 018');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Ljubica Šarac' })).toBeFocused();

  await next.getByRole('button', { name: 'Izmeni' }).click();
  await dialog.getByLabel('Napomena').fill('Donosi svoju nijansu');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(next).toContainText('Donosi svoju nijansu');

  await next.getByRole('button', { name: 'Otkaži termin' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await cancelling.getByLabel('Razlog otkazivanja').fill('Majstor je bolestan');
  await cancelling.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Termin je otkazan.').first()).toBeVisible();
  await expect(page.locator(`[data-appointment-id="${id}"]`)).toHaveCount(0);
});

test(
  'a client changes and cancels an appointment from the home page',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const person = { name: 'Milica', email: `milica.${info.project.name}@primer.rs` };
    const { token } = await request(
      'POST /auth/register',
      { body: { ...person, password: PASSWORD, password_confirm: PASSWORD } },
      at(salon),
    );
    const id = await bookSlot(salon, { token });
    await arriveAs(page, salon, token, 'CLIENT');
    const card = page.locator(`[data-appointment-id="${id}"]`);
    const more = card.getByRole('button', { name: 'Još' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Dolazi neko drugi' }).click();
    await page.getByLabel('Ime', { exact: true }).fill('Mila Đokić');
    await page.getByLabel('Telefon').fill('064 111 222');
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(card).toContainText('za: Mila Đokić');

    await more.click();
    await page.getByRole('menuitem', { name: 'Otkaži termin' }).click();
    await page.getByLabel('Razlog otkazivanja').fill('Ne stižem');
    await page.getByRole('dialog').getByRole('button', { name: 'Otkaži termin' }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Rezervišite termin' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);
