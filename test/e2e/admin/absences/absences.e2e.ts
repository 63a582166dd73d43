import { addDays, wallTimeAt } from '../../../../src/domain/wall-clock.ts';
import { shortDay } from '../../../../src/domain/wording/near-days.ts';
import { request } from '../../../../src/web/lib/api.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, aSlot, dayAhead } from '../../client/prepare.ts';
import { dayInField } from '../../fields/day-in-field.ts';
import { expect, test } from '../../fixture.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { setDate } from '../../page-clock.ts';
import { aBooking, aGuestBooking, arriveAsOwner, listed } from '../prepare.ts';

test('an absence lists the bookings of its days until the owner has moved or canceled them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const [day, other] = [await dayAhead(salon, 2), await dayAhead(salon, 4)];
  await aSlot(salon, day, '09:00');
  await aSlot(salon, day, '10:00');
  const moved = await aGuestBooking(salon, day, '12:00', 'Mila Đokić');
  const cancelled = await aBooking(salon, day, '14:00', await aPerson(salon, 'Sofija Radić'));
  await arriveAsOwner(page, salon, '/admin/annual');
  await expect(page.getByText('Nema upisanih odsustava.')).toBeVisible();
  const [from, to] = [page.getByLabel('Od', { exact: true }), page.getByLabel('Do', { exact: true })];
  await expect(from).toHaveValue(dayInField(today));
  await expect(to).toHaveValue(dayInField(today));
  await from.fill(day);
  await expect(to).toHaveValue(dayInField(day));
  await to.fill(today);
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  await expect(page.getByText('Kraj perioda ne može biti pre početka.')).toBeVisible();
  await to.fill(day);
  await page.getByLabel('Razlog').fill('Sajam');
  await expect(page.getByText('Vide ga i klijentkinje.')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
  await expect(page.getByRole('heading', { name: shortDay(day, today) })).toBeFocused();
  const card = page.getByRole('article').filter({ hasText: 'Sajam' });
  await expect(card).toContainText('Ne nudi se više: 2 slobodna termina.');
  await expect(card).toContainText('Treba javiti: 2 zakazana termina tih dana.');
  await listed(page, moved.id).getByRole('button', { name: 'Pozovi' }).click();
  await expect(listed(page, moved.id).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/38165/,
  );
  await expectAccessible(page);

  await listed(page, moved.id).getByRole('button', { name: 'Pomeri' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await dialog.getByLabel('Datum').fill(other);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(listed(page, moved.id)).toHaveCount(0);
  await listed(page, cancelled.id).getByRole('button', { name: 'Otkaži termin' }).click();
  const reason = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await reason.getByLabel('Razlog otkazivanja').fill('Salon ne radi tog dana.');
  await reason.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(card.locator('[data-appointment-id]')).toHaveCount(0);

  await page.reload(); // folds the new absence, so that “Detalji” can unfold it
  await card.getByRole('button', { name: 'Detalji' }).click();
  await card.getByRole('button', { name: 'Obriši' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(confirm).toContainText('Ponovo se nudi');
  await confirm.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Odsustvo obrisano.')).toBeVisible();
  await expect(page.getByText('Nema upisanih odsustava.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Odsustva', level: 1 })).toBeFocused();
});

test('at midnight the form of an absence changes its preset dates to the new day, but keeps a chosen date', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const lateUtc = [21, 22, 23].map((hour) => Date.parse(`${today}T${hour}:59:00Z`));
  let now = lateUtc.find((instant) => wallTimeAt(instant, 'Europe/Belgrade').slice(11, 16) === '23:59') ?? 0;
  await setDate(page, () => new Date(now).toUTCString());
  const passMidnight = async () => {
    now += 2 * 60_000;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  const tomorrow = addDays(today, 1);
  const headers = await asAdmin(salon);
  const body = { date_from: tomorrow, date_to: tomorrow, reason: null };
  await request('POST /annual', { headers, body }, at(salon));
  await arriveAsOwner(page, salon, '/admin/annual');
  const [from, to] = [page.getByLabel('Od', { exact: true }), page.getByLabel('Do', { exact: true })];
  await expect(from).toHaveValue(dayInField(today));
  await page.getByLabel('Razlog').fill('Sajam');
  await passMidnight();
  await expect(from).toHaveValue(dayInField(tomorrow));
  await expect(to).toHaveValue(dayInField(tomorrow));
  await expect(page.getByLabel('Razlog')).toHaveValue('Sajam');
  await to.fill(addDays(today, 5));
  await expect(page.getByRole('heading', { name: 'Predstojeća odsustva' })).toBeVisible();
  now += 25 * 3_600_000; // 25 hours, because the day on which summer time ends is that long
  await passMidnight();
  await expect(page.getByRole('heading', { name: 'Predstojeća odsustva' })).toHaveCount(0);
  await expect(from).toHaveValue(dayInField(tomorrow));
});
