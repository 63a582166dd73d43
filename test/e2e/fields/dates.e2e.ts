import { addDays, yearOf } from '../../../src/domain/wall-clock.ts';
import { displayDate } from '../../../src/domain/wording/dates.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { todayAt } from '../network.ts';

const SLOT = '/admin/appoitments';
const SENTENCE = 'Unesite datum kao 05/03/2025.';

test.describe('date and time fields in a browser set to English', () => {
  test.use({ locale: 'en-US' });

  test('the fields accept and show dates and times in the Serbian format', async ({ page, salon }) => {
    const day = await dayAhead(salon, 7);
    await arriveAsOwner(page, salon, SLOT);
    const form = page.getByRole('tabpanel');
    const [date, time] = [form.getByLabel('Datum', { exact: true }), form.getByLabel('Vreme')];
    await expect(date).toHaveValue(displayDate(await todayAt(salon)));
    await date.fill(day);
    await expect(date).toHaveValue(displayDate(day));
    await date.fill(`${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`);
    await time.fill('17.30');
    await expect(date).toHaveValue(displayDate(day));
    await time.press('Enter');
    await expect(time).toHaveValue('17:30');
    await expect(page.getByText('Termin je uspešno dodat.').last()).toBeVisible();
    await expect(form.locator('[data-appointment-id]')).toContainText('17:30');
  });

  test('an invalid date, an invalid time and a date too far in the future each show an error at their field until corrected', {
    tag: '@once',
  }, async ({ page, salon }) => {
    const today = await todayAt(salon);
    await arriveAsOwner(page, salon, SLOT);
    const form = page.getByRole('tabpanel');
    const [date, time] = [form.getByLabel('Datum', { exact: true }), form.getByLabel('Vreme')];
    await date.fill('11/30/2026');
    await time.fill('5:00 PM');
    await form.getByRole('button', { name: 'Dodaj termin' }).click();
    await expect(form.getByText(SENTENCE)).toBeVisible();
    await expect(form.getByText('Unesite vreme kao 09:30.')).toBeVisible();
    await expect(date).toHaveValue('11/30/2026');
    await expect(date).toBeFocused();
    await expectAccessible(page);
    await date.fill(`30/11/${yearOf(today) + 9}`);
    await time.fill('9');
    await expect(form.getByText('Najkasniji datum je')).toBeVisible();
    await expect(form.getByText(SENTENCE)).toBeHidden();
    await date.fill(displayDate(today));
    await expect(form.getByText('Najkasniji datum je')).toBeHidden();
    await date.press('ArrowUp');
    await expect(date).toHaveValue(displayDate(addDays(today, 1)));
    await expect(time).toHaveValue('09:00');
  });

  test('the page sends no request while a date is only partly typed', { tag: '@mouse' }, async ({
    page,
    salon,
  }) => {
    const today = await todayAt(salon);
    const asked: (string | null)[] = [];
    await arriveAsOwner(page, salon, SLOT);
    const date = page.getByRole('tabpanel').getByLabel('Datum', { exact: true });
    await expect(date).not.toHaveValue('');
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const from = searchParams.get('from');
      if (pathname.startsWith('/api/appointments') && from !== today) asked.push(from); // requests for today do not count: an event may cause them
    });
    const later = addDays(today, 90);
    const typed = `${Number(later.slice(8))}.${Number(later.slice(5, 7))}.${later.slice(0, 4)}`;
    await date.selectText();
    await date.pressSequentially(typed.slice(0, -1));
    await expect(page.getByText('Tog dana još nema termina.')).toBeVisible();
    expect(asked).toEqual([]);
    await date.press(typed.slice(-1));
    await expect.poll(() => asked).toEqual([later]);
  });

  test('a tap picks a date in a month view that fits the narrowest phone', { tag: '@touch' }, async ({
    page,
    salon,
  }) => {
    const day = addDays(await todayAt(salon), 1);
    await page.setViewportSize({ width: 320, height: 640 });
    await arriveAsOwner(page, salon, SLOT);
    const date = page.getByRole('textbox', { name: 'Datum' });
    await date.tap();
    const month = page.getByRole('dialog', { name: 'Datum' });
    const cell = month.locator(`[data-day="${day}"]`).getByRole('button');
    await expect(cell).toBeInViewport({ ratio: 1 });
    const box = await month.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await cell.tap();
    await expect(date).toHaveValue(displayDate(day));
    await expect(month).toBeHidden();
  });
});

test('on a touch device whose browser is set to Serbian, date and time fields use the native pickers', {
  tag: '@touch',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, SLOT);
  const form = page.getByRole('tabpanel');
  await expect(form.getByLabel('Datum')).toHaveAttribute('type', 'date');
  await expect(form.getByLabel('Vreme')).toHaveAttribute('type', 'time');
});
