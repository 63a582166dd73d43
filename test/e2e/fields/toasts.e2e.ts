import type { Locator, Page } from '@playwright/test';
import { aGuestBooking, arriveAsOwner, listOf, openFromList } from '../admin/prepare.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectUncovered } from '../layout-checks.ts';

test.use({ reducedMotion: 'no-preference' });

const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Keeps toasts open for the whole test. */
const withLastingToasts = (page: Page) =>
  page.addInitScript((longest) => {
    const real = window.setTimeout;
    const lasting = (run: () => void, ms = 0, ...rest: unknown[]) =>
      real(run, ms < 3000 ? ms : longest, ...rest);
    Object.assign(window, { setTimeout: lasting });
  }, 600_000);

test('a toast covers no control, counts its repetitions and can be dismissed', async ({
  page,
  salon,
  isMobile,
}) => {
  await withLastingToasts(page);
  await arriveAsOwner(page, salon, '/admin/appoitments');
  const add = page.getByRole('button', { name: 'Dodaj termin' });
  await page.getByLabel('Datum').fill(await dayAhead(salon, 2));
  const toasts = page.getByRole('region', { name: /Obaveštenja/ }).getByRole('listitem');
  for (const clock of ['09:00', '12:00', '15:00']) {
    await page.getByLabel('Vreme').fill(clock);
    await add.click();
    await expect(page.getByText(`${clock} - `).first()).toBeVisible();
  }
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Termin je uspešno dodat.3 puta');
  await toasts.hover();
  await expect.poll(async () => (await boxOf(toasts)).height).toBeGreaterThan(40);
  const toast = await boxOf(toasts);
  const bar = await boxOf(page.getByRole('navigation', { name: 'Navigacija' }));
  if (isMobile) {
    expect(toast.y + toast.height).toBeLessThanOrEqual(bar.y - 32);
    expect(toast.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
  }
  const buttons = [add, page.getByRole('tab', { name: 'Pregled termina' }), page.getByLabel('Vreme')];
  for (const button of buttons) await expectUncovered(button);
  await toasts.getByRole('button', { name: 'Skloni poruku' }).click();
  await expect(toasts).toHaveCount(0);
});

test('a toast stands above an open dialog, where its button can be pressed, and stays when the dialog closes', async ({
  page,
  salon,
}, info) => {
  await withLastingToasts(page);
  const day = await dayAhead(salon, info.project.name === 'phone' ? 6 : 7);
  const { id } = await aGuestBooking(salon, day, '09:00', 'Tamara Ilić');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, { id });
  await dialog.getByRole('button', { name: 'Izmeni', exact: true }).click();
  await dialog.getByLabel('Napomena').first().fill('Donosi svoj lak.');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  const toasts = page.getByRole('region', { name: /Obaveštenja/ }).getByRole('listitem');
  await expect(toasts).toHaveCount(1);
  await openFromList(page, { id });
  await expect(dialog).toBeVisible();
  await expectUncovered(toasts.getByRole('button', { name: 'Skloni poruku' }));
  await dialog.getByRole('button', { name: 'Zatvori' }).click();
  await expect(dialog).toHaveCount(0);
  await toasts.getByRole('button', { name: 'Skloni poruku' }).click();
  await expect(toasts).toHaveCount(0);
});
