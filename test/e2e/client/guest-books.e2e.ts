import { dayInWordsWithYear } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { at, withoutStream } from '../network.ts';
import { choose, confirm, confirmation, day, proceed, sheetsInHistory, slot } from './booking-steps.ts';
import { aPhone, aService, aSlot, dayAhead, seen } from './prepare.ts';

test.use({ settings: { SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad' } });

test('a visitor books as a guest and cancels through the guest link', async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '09:00');
  await aService(salon, 'Izlivanje noktiju', 120);
  await page.goto(`${salon.url}/booking`);
  await proceed(page);
  await expect(page.getByRole('alert')).toHaveText('Izaberite termin pre nastavka.');

  await choose(page, date, '09:00 - 10:00');
  await expect(confirmation(page)).toContainText('Još vaše ime i telefon, da znamo koga čekamo.');
  await expect(page.getByLabel('Ime')).toBeFocused();
  // there is no error before the guest submits the form
  await expect(confirmation(page).getByRole('alert')).toBeEmpty();
  await expect(page.getByLabel('Ime')).not.toHaveAttribute('aria-invalid');
  await confirm(page);
  await expect(confirmation(page).getByRole('alert')).toHaveText('Unesite ime i kontakt telefon.');
  await expect(page.getByLabel('Ime')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Napomena', exact: true })).toHaveAccessibleDescription(
    '(nije obavezno) Vidi je samo salon.',
  );
  await confirmation(page).getByLabel('Ime').fill('Nevena Đukić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());

  await expect(confirmation(page).getByLabel('Usluga')).toHaveValue('');
  await confirmation(page).getByLabel('Usluga').selectOption({ index: 1 });
  await expect(confirmation(page)).toContainText(
    'Usluga traje 120 min, a termin 60 min. Termin je prekratak: salon mora prvo da potvrdi.',
  );
  await confirmation(page).getByLabel('Napomena').fill('Boja višnje.');
  await confirm(page);

  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeFocused();
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await expect(page.getByRole('article')).toContainText(dayInWordsWithYear(date));
  await expect(page.getByRole('article')).toContainText('Izlivanje noktiju');
  await expect(page.getByRole('article')).toContainText('Bulevar oslobođenja 84, Novi Sad');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Dodaj u kalendar' }).click();
  expect((await file).suggestedFilename()).toBe('termin.ics');

  await page.getByRole('link', { name: 'Otvori moj termin' }).click();
  await expect(page).toHaveURL(/\/booking#termin=[\w-]{22,}$/);
  await expect(page.getByText('Boja višnje.')).toBeVisible();
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await expect(dialog.getByRole('button', { name: 'Otkaži termin' })).toBeDisabled();
  await dialog.getByLabel('Razlog otkazivanja').fill('Ne mogu.');
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(page.getByRole('heading', { name: 'Termin je otkazan.' })).toBeVisible();
  await sheetsInHistory(page, 0);
  await page.reload();
  await expect(page.getByText('Razlog: Ne mogu.')).toBeVisible();
});

test('the day strip shows which days are full or closed before the visitor taps them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [free, full, empty] = [await dayAhead(salon, 3), await dayAhead(salon, 9), await dayAhead(salon, 10)];
  await aSlot(salon, free, '12:00');
  const taken = await aSlot(salon, full, '12:00');
  const guest = { guest_name: 'Nevena', guest_phone: aPhone() };
  const booking = { params: { id: taken.id }, body: { ...seen(taken), ...guest } };
  await request('POST /appointments/{id}/book', booking, at(salon));
  await withoutStream(page); // events would cause additional requests for slots, which the test would count
  let asked = 0;
  await page.route('**/api/appointments?*', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto(`${salon.url}/booking`);
  await expect(day(page, free)).toHaveAccessibleDescription('još malo');
  await expect(day(page, full)).toHaveAccessibleDescription('popunjeno');
  await expect(day(page, empty)).toHaveAccessibleDescription('ne radi');
  await day(page, full).click();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await expect(page.getByText('Prvi slobodan dan:')).toBeVisible();
  await day(page, free).click();
  await expect(page.getByRole('heading', { name: 'Popodne' })).toBeVisible();
  await slot(page, '12:00 - 13:00').click();
  await expect(slot(page, '12:00 - 13:00')).toHaveAttribute('aria-pressed', 'true');
  expect(asked).toBe(1);
});

test('an invalid guest link shows that the link is no longer valid', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  for (const token of ['', 'izmisljen', 'x'.repeat(300)]) {
    await page.goto('about:blank');
    await page.goto(`${salon.url}/booking#termin=${token}`);
    await expect(page.getByText('Link više ne važi.')).toBeVisible();
  }
});

test('an old guest link with the token in the query still opens the booking, and the page moves the token to the URL fragment', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 4);
  const free = await aSlot(salon, date, '09:00');
  const guest = { guest_name: 'Nevena', guest_phone: aPhone(), notes: 'Boja višnje.' };
  const booking = { params: { id: free.id }, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  await page.goto(`${salon.url}/booking?termin=${guest_link}`);
  await expect(page.getByText('Boja višnje.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/booking#termin=${guest_link}`);
  const sent = page.waitForRequest('**/api/**');
  await page.reload();
  expect(JSON.stringify(await (await sent).allHeaders())).not.toContain(guest_link);
  await expect(page.getByText('Boja višnje.')).toBeVisible();
  await page.getByRole('link', { name: 'Početna' }).first().click();
  await page.goBack();
  await expect(page).toHaveURL(`${salon.url}/booking#termin=${guest_link}`);
  await expect(page.getByText('Boja višnje.')).toBeVisible();
});
