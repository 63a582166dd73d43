import { expectAccessible } from '../../axe.ts';
import {
  choose,
  confirm,
  confirmation,
  day as dayOf,
  expectNarrow,
  PROCEED,
  slot,
} from '../../client/booking-steps.ts';
import { aPerson, aPhone, aSlot, book, dayAhead, storeSession } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { openSection, put, save, settingsNow } from './open.ts';

const DEFAULTS = {
  guest_booking: 1,
  max_active_bookings: 2,
  booking_days: 15,
  no_show_limit: 0,
  service_fit: 'warn',
  join_slots: 1,
  cancel_until_hours: 0,
  late_cancel_hours: 24,
  move_until_hours: 24,
  rules_text: '',
} as const;

test.beforeEach(({ salon }) => put(salon, DEFAULTS));

test('the owner changes every booking rule, and the saved values appear after a reload', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'zakazivanje', 'Zakazivanje');
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await form.getByRole('switch', { name: 'Gošće zakazuju bez naloga' }).click();
  await form.getByRole('switch', { name: 'Spajaj susedne termine' }).click();
  await form
    .getByRole('group', { name: 'Aktivnih termina po osobi' })
    .getByRole('button', { name: 'Više' })
    .click();
  await form.getByRole('group', { name: 'Dana unapred' }).getByRole('button', { name: 'Manje' }).click();
  const noShows = form.getByRole('spinbutton', { name: 'Posle koliko nedolazaka mora da pozove' });
  await noShows.press('ArrowUp');
  await noShows.press('ArrowUp');
  await noShows.press('ArrowDown');
  await expect(noShows).toHaveValue('1');
  await form.getByRole('button', { name: 'Odbij' }).click();
  await expect(form.getByText('Ne može se izabrati. Salon ga može upisati.')).toBeVisible();
  await form.getByLabel('Otkazivanje najkasnije').fill('12');
  await form.getByLabel('Kasno otkazivanje').fill('48');
  await form.getByLabel('Pomeranje najkasnije').fill('0');
  await form.getByLabel('Pravila salona').fill('Dođite na vreme.\nBez pratnje.');
  await save(page, form);
  await page.reload();
  await expect(form.getByRole('switch', { name: 'Gošće zakazuju bez naloga' })).not.toBeChecked();
  await expect(form.getByRole('button', { name: 'Odbij' })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByRole('spinbutton', { name: 'Dana unapred' })).toHaveValue('14');
  expect(await settingsNow(salon)).toMatchObject({
    guest_booking: 0,
    max_active_bookings: 3,
    booking_days: 14,
    no_show_limit: 1,
    service_fit: 'require',
    join_slots: 0,
    cancel_until_hours: 12,
    late_cancel_hours: 48,
    move_until_hours: 0,
    rules_text: 'Dođite na vreme.\nBez pratnje.',
  });
});

test('the booking limit that the owner sets applies to clients, and the booking page shows it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'zakazivanje', 'Zakazivanje');
  await form.getByRole('spinbutton', { name: 'Aktivnih termina po osobi' }).fill('1');
  await save(page, form);
  const person = await aPerson(salon);
  const day = await dayAhead(salon, 2);
  await book(salon, await aSlot(salon, day, '09:00'), person);
  await aSlot(salon, day, '12:00');
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/booking`);
  await expect(page.getByText('Možete imati najviše 1 aktivan zakazan termin.')).toBeVisible();
  await dayOf(page, day).click();
  const time = slot(page, '12:00 - 13:00');
  await time.click();
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: PROCEED })).toHaveCount(0);
});

test('a number out of range shows an error while the owner types it, and the plus and minus buttons stop at the limits', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'zakazivanje', 'Zakazivanje');
  const active = form.getByRole('spinbutton', { name: 'Aktivnih termina po osobi' });
  await active.fill('11');
  await expect(form.getByText('Najviše 10.')).toBeVisible();
  await expect(active).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(active).toBeFocused();
  await expectAccessible(page);
  await active.fill('10');
  await expect(form.getByText('Najviše 10.')).toHaveCount(0);
  const group = form.getByRole('group', { name: 'Aktivnih termina po osobi' });
  await group.getByRole('button', { name: 'Više' }).click({ force: true });
  await expect(active).toHaveValue('10');
  const days = form.getByRole('spinbutton', { name: 'Dana unapred' });
  await days.fill('7');
  await days.press('ArrowDown');
  await expect(days).toHaveValue('7');
  await form.getByLabel('Otkazivanje najkasnije').fill('169');
  await expect(form.getByText('Najviše 168.')).toBeVisible();
  await form.getByLabel('Kasno otkazivanje').fill('dan');
  await expect(form.getByText('Ceo broj od 0 do 168.')).toBeVisible();
});

test('the owner switches off notifications by mail; a warning is shown only if the server cannot send mail', {
  tag: '@once',
}, async ({ page, salon }) => {
  await put(salon, { owner_mail: 1 });
  const form = await openSection(page, salon, 'obavestenja', 'Obaveštenja');
  await expect(form.getByText('admin@salon.local')).toBeVisible();
  await expect(form.getByText(/^Email još nije podešen/)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await form.getByRole('switch', { name: 'Na email' }).click();
  await save(page, form);
  await page.reload();
  await expect(form.getByRole('switch', { name: 'Na email' })).not.toBeChecked();
  expect((await settingsNow(salon)).owner_mail).toBe(0);

  await page.route('**/api/salon', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mail: true } });
  });
  await page.reload();
  await expect(form.getByText('admin@salon.local')).toBeVisible();
  await expect(form.getByText(/^Email još nije podešen/)).toHaveCount(0);
  // a request for the settings may still be pending; its error must not fail the test
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the owner sets after how many months data of guests are deleted; the word for months has the right Serbian form', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'privatnost', 'Privatnost i kopije');
  await expect(page.getByRole('heading', { name: 'Rezervne kopije' })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  const months = form.getByLabel('Podaci gošća se brišu posle');
  for (const [number, word] of [
    ['1', 'mesec'],
    ['24', 'meseca'],
    ['12', 'meseci'],
  ] as const) {
    await months.fill(number);
    await expect(form.getByText(word, { exact: true })).toBeVisible();
  }
  await months.fill('121');
  await expect(form.getByText('Najviše 120.')).toBeVisible();
  await months.fill('36');
  await save(page, form);
  expect((await settingsNow(salon)).guest_retention_months).toBe(36);
});

test('a guest must accept the salon’s rules before booking', { tag: '@once' }, async ({ page, salon }) => {
  await put(salon, { rules_text: 'Dođite na vreme.\nBez pratnje.' });
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '13:00');
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '13:00 - 14:00');
  const dialog = confirmation(page);
  await dialog.getByLabel('Ime').fill('Nevena Đukić');
  await dialog.getByLabel('Telefon').fill(aPhone());
  await expect(dialog.getByText('Bez pratnje.')).toBeVisible();
  const tick = dialog.getByRole('checkbox', { name: 'Prihvatam pravila salona' });
  await expect(tick).not.toBeChecked();
  await confirm(page);
  await expect(dialog.getByRole('alert')).toHaveText('Prihvatite pravila salona.');
  await tick.check();
  await expectAccessible(page);
  await expectNarrow(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeFocused();
});
