// The page of a booking's link that the salon sends: a guest says that she comes, moves and cancels, without a login and without storage.
import { addMinutes, dateOf } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { choose, confirm } from '../client/move-steps.ts';
import { aPhone, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';

test.use({ settings: { SALON_PHONE: '021 555 333', SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad' } });

/** A booking that the owner has entered for a guest, and its link. */
async function aLink(salon: Server, daysAhead: number, clock: string) {
  const headers = await asAdmin(salon);
  const day = await dayAhead(salon, daysAhead);
  const body = {
    start_datetime: `${day} ${clock}:00`,
    duration_minutes: 60,
    guest_name: 'Mila Đokić',
    guest_phone: aPhone(),
  } as const;
  const row = await request('POST /appointments', { headers, body }, at(salon));
  const params = { id: row.id };
  const { url } = await request('POST /appointments/{id}/link', { headers, params }, at(salon));
  const read = () => request('GET /appointments/{id}', { headers, params }, at(salon));
  return { row, path: new URL(url).pathname + new URL(url).hash, read };
}

test('a guest opens the link of her booking, says that she comes, and the owner sees it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { path, read } = await aLink(salon, 3, '09:00');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bulevar oslobođenja 84, Novi Sad' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps/,
  );
  const come = page.getByRole('button', { name: 'Dolazim' });
  expect((await read()).confirmed_at).toBeNull(); // opening the link changes nothing
  await expectFitting(page);
  await expectAccessible(page);
  await come.click();
  await expect(page.getByText('Salon vidi da dolazite. Hvala.')).toBeVisible();
  await expect(come).toHaveCount(0);
  expect((await read()).confirmed_at).not.toBeNull();
  await page.reload();
  await expect(page.getByText('Salon vidi da dolazite. Hvala.')).toBeVisible();
});

test('a guest who said that she comes is asked again when the salon moves her while the page is open', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { row, path, read } = await aLink(salon, 3, '11:00');
  await page.goto(path);
  const come = page.getByRole('button', { name: 'Dolazim' });
  await come.click();
  await expect(page.getByText('Salon vidi da dolazite. Hvala.')).toBeVisible();
  const times = [row.start_datetime, row.end_datetime].map((time) => addMinutes(time, 60));
  const body = { start_datetime: times[0], end_datetime: times[1] };
  await request(
    'PUT /appointments/{id}',
    { headers: await asAdmin(salon), params: { id: row.id }, body },
    at(salon),
  );
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('12:00 - 13:00')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  expect((await read()).confirmed_at).toBeNull();
  await expect(come).toBeVisible();
});

test('a guest moves her booking by the link, is asked again, and cancels', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { row, path, read } = await aLink(salon, 4, '09:00');
  const free = await aSlot(salon, await dayAhead(salon, 4), '14:00');
  await page.goto(path);
  await page.getByRole('button', { name: 'Dolazim' }).click();
  await expect(page.getByText('Dolazite', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Pomeri termin' }).click();
  await choose(page, dateOf(free.start_datetime), '14:00 - 15:00');
  await confirm(page);
  await expect.poll(async () => (await read()).start_datetime).toBe(free.start_datetime);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Dolazim' })).toBeVisible();
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Bolest' }).click();
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(page.getByRole('heading', { name: 'Termin je otkazan.' })).toBeVisible();
  expect(await read()).toMatchObject({
    status: 'CANCELLED',
    end_datetime: addMinutes(row.end_datetime, 300),
  });
});

test('the question waits until 7 days before the start', { tag: '@once' }, async ({ page, salon }) => {
  const { path } = await aLink(salon, 12, '09:00');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dodaj u kalendar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dolazim' })).toHaveCount(0);
});
