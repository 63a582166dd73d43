import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { cancelRow, openCalendar, rowAt, weekAhead } from './grid.ts';

const A4_PT = { short: 595, long: 842 };

/** Returns the number of pages in a PDF file, and the size of its first page in points. */
function pagesOf(pdf: Buffer): { count: number; width: number; height: number } {
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)];
  return {
    count: boxes.length,
    width: Math.round(Number(boxes[0]?.[1])),
    height: Math.round(Number(boxes[0]?.[2])),
  };
}

test('a printed day is one page with clients, times, services, phone numbers and notes, but no buttons', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 3);
  const headers = await asAdmin(salon);
  const client = await request(
    'POST /users/clients',
    { headers, body: { name: 'Marta Đukanović', phone: '063 555 018', notes: 'Alergija na akril' } },
    at(salon),
  );
  const service = await request(
    'POST /services',
    { headers, body: { name: 'Gel lak', price: 1800, duration_minutes: 60 } },
    at(salon),
  );
  const id = await rowAt(salon, `${monday} 08:00`, 60);
  const body = { status: 'BOOKED', client_id: client.id, service_id: service.id, notes: 'Kratko' } as const;
  await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  await rowAt(salon, `${monday} 10:00`, 30, 'Ljubica Šarac');
  await rowAt(salon, `${monday} 12:00`, 60);
  await cancelRow(salon, await rowAt(salon, `${monday} 14:00`, 60, 'Otkazana Osoba'));
  await openCalendar(page, salon, monday, 'day');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = page.locator('.print-sheet');
  for (const words of [
    'Marta Đukanović',
    '08:00 - 09:00',
    'Gel lak, 1.800 din',
    '063 555 018',
    '„Kratko“',
    'Alergija na akril',
    'Ljubica Šarac, gošća',
    '2 termina, 1.800 din + 1 bez cene',
    'od 08:00 do 10:30',
  ]) {
    await expect(sheet.getByText(words, { exact: true }).first()).toBeVisible();
  }
  await expect(sheet.getByText(/^Štampano \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(sheet.getByText('Otkazana Osoba')).toHaveCount(0);
  await expect(sheet.getByText('Dostupan')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Novi termin' })).toBeHidden();
  expect(await sheet.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.emulateMedia({ media: null });
  await expect(sheet).toHaveCount(0);
  const { count, width, height } = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(count).toBe(1);
  expect(Math.abs(width - A4_PT.short) + Math.abs(height - A4_PT.long)).toBeLessThan(4);
});

test('a printed week is one landscape page that contains all seven days', { tag: '@mouse' }, async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 4);
  await rowAt(salon, `${monday} 08:00`, 60, 'Mila Đokić');
  await rowAt(salon, `${addDays(monday, 4)} 10:00`, 60, 'Rada Šijan');
  await openCalendar(page, salon, monday, 'week');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.print-sheet');
  await expect(sheet.locator('section')).toHaveCount(7);
  await expect(sheet.getByText('Rada Šijan, gošća')).toBeVisible();
  await page.emulateMedia({ media: null });
  const { count, width, height } = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(count).toBe(1);
  expect(Math.abs(width - A4_PT.long) + Math.abs(height - A4_PT.short)).toBeLessThan(4);
});

test('the day view has a button “Štampaj” that prints the day; the month view hides the button', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await openCalendar(page, salon, await weekAhead(salon, 5), 'month');
  await expect(page.getByRole('button', { name: 'Štampaj' })).toBeHidden();
  await page.getByRole('button', { name: 'Dan', exact: true }).click();
  await page.getByRole('button', { name: 'Štampaj' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
});
