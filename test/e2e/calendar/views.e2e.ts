import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { DESKTOP, expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { block, openCalendar, rowAt, weekAhead } from './grid.ts';

const MEASURED = { header: 50, times: 60 }; // in px, as docs/spec/product.md §9.4 specifies

test('the URL contains the calendar’s view and day; the arrow buttons, “Danas” and Back change the shown period', {
  tag: '@once',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 3);
  await openCalendar(page, salon, monday, 'day');
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  const column = (day: string) => page.locator(`section[data-date="${day}"]`);
  await expect(view('Dan')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Sledeće' }).click();
  await expect(column(addDays(monday, 1))).toBeVisible();
  await view('Nedelja').click();
  await expect(page.locator('section[data-date]')).toHaveCount(7);
  for (const name of ['Pon', 'Uto', 'Sre', 'Čet', 'Pet', 'Sub', 'Ned']) {
    await expect(page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Prethodno' }).click();
  await page.reload();
  await expect(column(addDays(monday, -7))).toHaveCount(1);
  await page.goBack();
  await expect(column(monday)).toHaveCount(1);
  await page.getByRole('button', { name: 'Danas' }).click();
  await expect(column(await todayAt(salon))).toHaveCount(1);
  await view('Mesec').click();
  await expect(page.locator('section[data-date]')).toHaveCount(42);
  await page.getByRole('link', { name: 'Admin panel' }).first().click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('the month shows at most four appointments of a day and how many others there are; a click on that number or on the cell opens the day', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 4);
  for (const hour of [8, 10, 12, 14, 16, 18]) {
    await rowAt(salon, `${monday} ${String(hour).padStart(2, '0')}:00`, 60);
  }
  await openCalendar(page, salon, monday, 'month');
  const cell = page.locator(`section[data-date="${monday}"]`);
  await expect(cell.locator('[data-appointment-id]')).toHaveCount(4);
  await cell.getByRole('button', { name: '+2' }).click();
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await expect(page.locator('[data-appointment-id]')).toHaveCount(6);
  await page.goBack();
  await page.locator(`section[data-date="${addDays(monday, 1)}"]`).click({ position: { x: 30, y: 80 } });
  await expect(page.locator(`section[data-date="${addDays(monday, 1)}"]`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dan', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('on a phone, the month shows how full each day is and lists the chosen day; the heading of the list opens the day view', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 6);
  const tuesday = addDays(monday, 1);
  const booked = await rowAt(salon, `${tuesday} 08:00`, 60, 'Mila');
  const slot = await rowAt(salon, `${tuesday} 10:00`, 180);
  await openCalendar(page, salon, monday, 'month');
  await expect(page.getByText('Nema termina.')).toBeVisible();
  const cell = page.locator(`section[data-date="${tuesday}"]`);
  const bar = await cell.locator('.month-bar').boundingBox();
  const filled = await cell.locator('.month-bar > i').boundingBox();
  expect((filled?.width ?? 0) / (bar?.width ?? 1)).toBeCloseTo(0.25);
  const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  await cell.tap({ position: { x: width - 4, y: height - 4 } });
  await expect(page.getByRole('button', { name: /^utorak.*, 1 termin$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(block(page, slot)).toHaveAccessibleName('Dostupan, 10:00 - 13:00');
  await expectFitting(page);
  await block(page, booked).click();
  await expect(page.getByRole('dialog', { name: 'Termin' })).toContainText('Mila');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^utorak, \d+\. [a-z]+( \d+\.)?$/ }).click();
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await openCalendar(page, salon, addDays(monday, 200), 'month');
  await expect(page.getByText('Nema termina.').filter({ visible: true })).toHaveCount(1);
});

test('on a phone, the week lists for each day the number of bookings, their total price and the free slots', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 15);
  const booked = await rowAt(salon, `${monday} 08:00`, 60, 'Mila');
  const headers = await asAdmin(salon);
  const service = { name: 'Nadogradnja', price: 2500, duration_minutes: 60 };
  const { id } = await request('POST /services', { headers, body: service }, at(salon));
  await request(
    'PUT /appointments/{id}',
    { headers, params: { id: booked }, body: { service_id: id } },
    at(salon),
  );
  const slots = [];
  for (const hour of [10, 12, 14, 16]) slots.push(await rowAt(salon, `${monday} ${hour}:00`, 60));
  await openCalendar(page, salon, monday, 'week');
  const rowOf = (day: string) => page.locator(`section[data-date="${day}"]`);
  await expect(rowOf(monday)).toContainText('1 termin');
  await expect(rowOf(monday)).toContainText('2.500 din');
  const bar = await rowOf(monday).locator('.week-bar').boundingBox();
  const part = await rowOf(monday).locator('.week-bar > [data-status=BOOKED]').boundingBox();
  expect((part?.width ?? 0) / (bar?.width ?? 1)).toBeCloseTo(1 / 12);
  await expect(rowOf(addDays(monday, 6))).toContainText('Salon ne radi');
  await expectFitting(page);
  const slot = page.getByRole('button', { name: 'Dostupan, 10:00 - 11:00', exact: true });
  expect((await slot.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await slot.click();
  await expect(page.getByRole('dialog', { name: 'Termin' })).toContainText('10:00 - 11:00');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'još 1' }).click();
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await expect(block(page, slots[3] ?? 0)).toHaveCount(1);
  await page.goBack();
  await rowOf(addDays(monday, 2)).click({ position: { x: 200, y: 30 } });
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await expect(rowOf(addDays(monday, 2))).toBeVisible();
});

test('the time grid has the sizes of the specification, and a desktop shows the whole day without scrolling', {
  tag: '@once',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 7);
  await openCalendar(page, salon, monday);
  const grid = page.locator('[data-view="week"]');
  for (const size of [{ width: 820, height: 1180 }, DESKTOP]) {
    await page.setViewportSize(size);
    const head = page.getByRole('button', { name: /^Pon \d+$/ });
    // 1 px less, because the specified height includes a border of 1 px
    await expect
      .poll(async () => Math.round((await head.boundingBox())?.height ?? 0))
      .toBe(MEASURED.header - 1);
    const box = await grid.boundingBox();
    const column = await page.locator(`section[data-date="${monday}"]`).boundingBox();
    const border = await grid.evaluate((element) => element.clientLeft);
    expect(Math.round((column?.x ?? 0) - (box?.x ?? 0))).toBe(MEASURED.times + border);
  }
  const isScrolling = () => document.documentElement.scrollHeight > window.innerHeight;
  expect(await page.evaluate(isScrolling)).toBe(false);
  await expect(page.getByText('06:00', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('22:00', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('the calendar’s views are accessible and load new appointments when the page becomes visible again', {
  tag: '@once',
}, async ({ page, salon }) => {
  for (const [n, view] of ['day', 'week', 'month'].entries()) {
    const monday = await weekAhead(salon, 8 + n);
    await openCalendar(page, salon, monday, view);
    await expectAccessible(page);
    await expectAccessibleOnDesktop(page);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(block(page, id)).toHaveCount(1);
    await expectAccessible(page);
    await expectAccessibleOnDesktop(page);
  }
});

const WIDE = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

test('from a width of 1024 px, the calendar fills the window without scrolling, and its buttons are in one row in each view', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 12);
  await rowAt(salon, `${monday} 10:00`, 60);
  await openCalendar(page, salon, monday, 'week');
  for (const size of WIDE) {
    await page.setViewportSize(size);
    const places = [];
    for (const view of ['Nedelja', 'Mesec', 'Dan']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await expect(page.getByRole('button', { name: view, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      const buttons = ['Prethodno', 'Danas', 'Sledeće', 'Mesec', 'Novi termin'];
      const boxes = await Promise.all(
        buttons.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
      );
      expect(Math.max(...boxes.map((box) => (box?.y ?? 99) + (box?.height ?? 0)))).toBeLessThanOrEqual(56);
      places.push(boxes.map((box) => box?.x));
      const sunday = page.locator(`section[data-date="${addDays(monday, 6)}"]`);
      if (view === 'Nedelja') await expect(sunday).toHaveCSS('width', '64px');
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
      await expectFitting(page);
    }
    expect(places[1]).toEqual(places[0]);
    expect(places[2]).toEqual(places[0]);
    const column = await page.locator(`section[data-date="${monday}"]`).boundingBox();
    expect(column?.width).toBeLessThanOrEqual(561);
  }
  await page
    .getByRole('complementary', { name: 'Dan' })
    .getByRole('button', { name: '10:00 - 11:00' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Termin' })).toBeVisible();
});

test('keyboard shortcuts change the period and the view, but not while the owner types in a field', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 13);
  await openCalendar(page, salon, monday, 'week');
  const column = (day: string) => page.locator(`section[data-date="${day}"]`);
  await page.keyboard.press('ArrowRight');
  await expect(column(addDays(monday, 7))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(column(monday)).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await page.keyboard.press('3');
  await expect(page.locator('section[data-date]')).toHaveCount(42);
  await page.keyboard.press('2');
  await expect(page.locator('section[data-date]')).toHaveCount(7);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Prečice' });
  await expect(list).toContainText('Novi termin');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('c');
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await sheet.getByLabel('Napomena').pressSequentially('t3');
  await expect(sheet.getByLabel('Napomena')).toHaveValue('t3');
  await page.keyboard.press('Control+1');
  await expect(page.locator('section[data-date]')).toHaveCount(7);
  await expect(column(monday)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odbaci' }).click();
  await expect(sheet).toHaveCount(0);
  const pressCyrillic = (init: { key: string; ctrlKey?: true }) =>
    page.evaluate((it: object) => window.dispatchEvent(new KeyboardEvent('keydown', it)), init);
  await pressCyrillic({ key: 'ц' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await pressCyrillic({ key: 'к', ctrlKey: true });
  await expect(page.getByRole('dialog', { name: 'Pretraga' })).toBeVisible();
});

test('on a phone, the week list and the month replace each other and keep the chosen day visible', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const friday = addDays(await weekAhead(salon, 14), 4);
  await openCalendar(page, salon, friday, 'day');
  const ofFriday = page.locator(`section[data-date="${friday}"] >> visible=true`).first();
  for (const { view, rowsAreWide } of [
    { view: 'Nedelja', rowsAreWide: true },
    { view: 'Mesec', rowsAreWide: false },
    { view: 'Nedelja', rowsAreWide: true },
  ]) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(ofFriday).toBeInViewport({ ratio: 0.4 });
    // in the week list a day is as wide as the screen (390 px), in the month a seventh of it
    await expect.poll(async () => ((await ofFriday.boundingBox())?.width ?? 0) > 200).toBe(rowsAreWide);
  }
});
