import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { aSlotOf, aTechnician } from '../technicians/prepare.ts';
import { block, drag, edgeOf, hold, openCalendar, pointAt, rowAt, timesIn, weekAhead } from './grid.ts';

const technicianOf = async (salon: Server, id: number): Promise<string | undefined> => {
  const headers = await asAdmin(salon);
  const row = await request('GET /appointments/{id}', { headers, params: { id } }, at(salon));
  return row.technician_name;
};

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`, ${name}$`) });

test('a drag to another technician’s column gives the booking to that technician, and undo gives it back', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 3);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const id = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
  await openCalendar(page, salon, monday, 'day');
  await expect(column(page, 'Admin').getByRole('button', { name: /^Mila/ })).toBeVisible();
  const from = await edgeOf(page, id, 'middle');
  await hold(page, from, { ...from, x: (await pointAt(page, monday, '10:30', sanja)).x });
  await page.mouse.up();
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(column(page, 'Sanja Pavlović').getByRole('button', { name: /^Mila, 10:00/ })).toBeVisible();
  expect(await technicianOf(salon, id)).toBe('Sanja Pavlović');
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(column(page, 'Admin').getByRole('button', { name: /^Mila/ })).toBeVisible();
  expect(await technicianOf(salon, id)).toBe('Admin');
});

test('two technicians’ appointments can be swapped; a booking cannot be moved to a technician who does not do its service', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const tuesday = addDays(await weekAhead(salon, 4), 1);
  const headers = await asAdmin(salon);
  const service = { name: 'Gel lak', price: 2500, duration_minutes: 60 };
  const { id: gel } = await request('POST /services', { headers, body: service }, at(salon));
  const other = { ...service, name: 'Pedikir' };
  const { id: pedicure } = await request('POST /services', { headers, body: other }, at(salon));
  const mirjana = await aTechnician(salon, { name: 'Mirjana', service_ids: [pedicure] });
  const mine = await rowAt(salon, `${tuesday} 10:00`, 60, 'Mila');
  const hers = (await aSlotOf(salon, mirjana, tuesday, '14:00')).id;
  await openCalendar(page, salon, tuesday, 'day');
  await expect(column(page, 'Mirjana')).toBeVisible(); // waits for the technicians, because they make the columns narrower
  await drag(page, await edgeOf(page, mine, 'middle'), await pointAt(page, tuesday, '14:30', mirjana));
  await expect(page.getByText('Termini su zamenjeni.')).toBeVisible();
  expect(await technicianOf(salon, mine)).toBe('Mirjana');
  expect(await technicianOf(salon, hers)).toBe('Admin');

  const wrong = await rowAt(salon, `${tuesday} 18:00`, 60, 'Rada');
  await request(
    'PUT /appointments/{id}',
    { headers, params: { id: wrong }, body: { service_id: gel } },
    at(salon),
  );
  await expect(block(page, wrong)).toHaveAccessibleName(/Gel lak/);
  await drag(page, await edgeOf(page, wrong, 'middle'), await pointAt(page, tuesday, '18:30', mirjana));
  await expect(page.getByText('Ova usluga se ne radi kod izabrane osobe.')).toBeVisible();
  await expect(column(page, 'Admin').getByRole('button', { name: /^Rada, 18:00/ })).toBeVisible();
});

test('slots and appointments that the owner adds in a technician’s column belong to that technician', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 5);
  const tea = await aTechnician(salon, { name: 'Tea' });
  await openCalendar(page, salon, monday, 'day');
  await drag(page, await pointAt(page, monday, '10:02', tea), await pointAt(page, monday, '10:58', tea));
  await expect(column(page, 'Tea').getByRole('button', { name: 'Dostupan, 10:00 - 11:00' })).toBeVisible();
  const { x, y } = await pointAt(page, monday, '12:05', tea);
  await page.mouse.click(x, y);
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(column(page, 'Tea').getByRole('button', { name: /^Dostupan, 12:00/ })).toBeVisible();
  await expect.poll(() => timesIn(salon, monday)).toHaveLength(2);
});

test('the week view shows the appointments of all technicians, or only those of a chosen technician', async ({
  page,
  salon,
  isMobile,
}) => {
  const monday = await weekAhead(salon, 6);
  const vera = await aTechnician(salon, { name: 'Vera Ilić' });
  const mine = await rowAt(salon, `${monday} 10:00`, 60);
  const hers = (await aSlotOf(salon, vera, monday, '10:00')).id;
  await openCalendar(page, salon, monday);
  await expect(block(page, hers)).toHaveAccessibleName('Dostupan, 10:00 - 11:00, Vera Ilić');
  if (!isMobile) await page.getByRole('button', { name: 'Sve radnice' }).click();
  await page.getByRole(isMobile ? 'button' : 'menuitem', { name: 'Vera Ilić', exact: true }).click();
  await expect(block(page, mine)).toHaveCount(0);
  await expect(block(page, hers)).toHaveAccessibleName('Dostupan, 10:00 - 11:00');
  await expect(page).toHaveURL(new RegExp(`technician_id=${vera}`));
});

/** Returns by how many pixels a technician's name extends beyond the head of the technician's column. */
const overflowOfName = (page: Page, name: string): Promise<number> =>
  page
    .locator('.cal')
    .getByText(name, { exact: true })
    .evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const head = element.closest('[data-hue]')?.getBoundingClientRect().right ?? 0;
      return Math.max(0, text.getBoundingClientRect().right - head);
    });

test('on a phone, three technicians’ columns fit the screen, scrolling shows the fourth, and the hours stay visible', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 7);
  const names = ['Jovana Milošević', 'Sanja Petrović'];
  for (const name of names) await aTechnician(salon, { name });
  const technician_id = await aTechnician(salon, { name: 'Una' });
  const absence = { date_from: monday, date_to: monday, reason: 'Bolest', technician_id };
  await request('POST /annual', { headers: await asAdmin(salon), body: absence }, at(salon));
  await openCalendar(page, salon, monday, 'day');
  const columns = page.locator('section[data-technician]');
  await expect(columns.nth(2)).toBeInViewport({ ratio: 0.4 });
  await expect(columns.nth(3)).not.toBeInViewport();
  const absent = column(page, 'Una').getByText('Odsustvo: Bolest');
  await absent.scrollIntoViewIfNeeded();
  await expect(absent).toBeInViewport();
  await expect(page.locator('.cal').getByText('10:00', { exact: true })).toBeInViewport();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const name of names) await expect.poll(() => overflowOfName(page, name)).toBe(0);
});
