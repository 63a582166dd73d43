import type { Page } from '@playwright/test';
import { addDays, isSunday, wallTimeOn } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';

const PATH = '/admin/due';

/** Adds a guest whose only appointment was about five weeks ago. */
async function aDueGuest(salon: Server, name: string, clock: '20:00' | '21:00'): Promise<void> {
  const day = addDays(await todayAt(salon), -36);
  const start_datetime = wallTimeOn(isSunday(day) ? addDays(day, 1) : day, clock);
  const guest_phone = `064 555 70${clock.slice(0, 2)}`;
  const body = { status: 'BOOKED', start_datetime, duration_minutes: 30, guest_name: name, guest_phone };
  await request('POST /appointments', { headers: await asAdmin(salon), body: body as never }, at(salon));
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('in the list of clients who are due, the owner marks a client as contacted, undoes this, and switches off reminders for the client', {
  tag: '@once',
}, async ({ page, salon }) => {
  const name = 'Vesna Redovna';
  await aDueGuest(salon, name, '21:00');
  await arriveAsOwner(page, salon, '/admin/clients');
  await page.getByRole('tab', { name: 'Vreme je' }).click();
  await expect(page).toHaveURL(`${salon.url}${PATH}`);
  await expect(page.getByRole('tab', { name: 'Vreme je' })).toHaveAttribute('aria-selected', 'true');
  const row = rowOf(page, name);
  await expect(row).toContainText('pre 5 nedelja');
  await row.getByRole('link', { name }).click();
  const card = page.getByRole('dialog', { name: 'Klijent' });
  await expect(card.getByText('bez naloga')).toBeVisible();
  await card.getByRole('button', { name: 'Otkaži' }).click();
  await page.getByRole('tab', { name: 'Vreme je' }).click();
  await expect(row).toContainText('dolazi na 3 nedelje, red je ');
  const sms = await row.getByRole('link', { name: 'SMS' }).getAttribute('href');
  expect(decodeURIComponent(sms ?? '')).toMatch(/^sms:\+381645557021.*Dobar dan, Vesna Redovna!.*\/booking/);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await row.getByRole('button', { name: 'Javljeno' }).click();
  await expect(page.getByText('Upisano je da ste joj se javili.')).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Klijenti', level: 1 })).toBeFocused();
  await page.getByText('Javljeno i ne podsećaj').press('Enter'); // a toast may cover it
  await row.getByRole('button', { name: 'Vrati' }).click();
  await expect(row.getByRole('button', { name: 'Javljeno' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Klijenti', level: 1 })).toBeFocused();
  await row.getByRole('button', { name: 'Još' }).click();
  await page.getByRole('menuitem', { name: 'Ne podsećaj' }).click();
  await page.getByText('Javljeno i ne podsećaj').press('Enter'); // a toast may cover it
  await expect(row.getByText('ne podseća se')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Javljeno' })).toHaveCount(0);
});

test('if the due clients fail to load, the owner can retry', { tag: '@once' }, async ({ page, salon }) => {
  await withoutStream(page);
  await aDueGuest(salon, 'Dara Ponovo', '20:00');
  await page.route('**/api/clients/due?*', (route) =>
    route.fulfill({ status: 404, json: { error: 'Greška pri učitavanju.', code: 'not_found' } }),
  );
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByRole('main').getByText('Greška pri učitavanju.')).toBeVisible();
  await page.unroute('**/api/clients/due?*');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(rowOf(page, 'Dara Ponovo')).toBeVisible();
});
