import { expect, test } from '../fixture.ts';
import { aPerson, storeSession } from './prepare.ts';

test.use({ settings: { GUEST_BOOKING: 'off' } });

test('if booking for guests is switched off, a visitor is sent to the login page; guest links can still be opened', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.goto(`${salon.url}/booking`);
  await expect(page).toHaveURL(`${salon.url}/login`);
  await page.goto(salon.url);
  await expect(page.getByRole('heading', { name: 'Cenovnik' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Prvi slobodni termini' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Zakaži termin' }).click();
  await expect(page).toHaveURL(`${salon.url}/login`);
  await page.goto(`${salon.url}/booking#termin=izmisljen`);
  await expect(page.getByText('Link više ne važi.')).toBeVisible();
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await expect(page.getByLabel('Ime')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Zakazujem za drugu osobu' }).click();
  await expect(page.getByRole('switch', { name: 'Zakazujem za drugu osobu' })).toBeChecked();
  await expect(page.getByLabel('Ime')).toBeVisible();
});
