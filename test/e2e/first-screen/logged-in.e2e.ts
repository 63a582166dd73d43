// A client or the owner opens pages that the server renders for visitors.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { keepOnDevice } from '../network.ts';
import { fillSalon, holdScripts, parsed, recordConsole, started, storedClient } from './prepare.ts';

test.use({ reducedMotion: 'no-preference' });

test.beforeEach(({ salon }) => fillSalon(salon));

interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * Records the layout shifts and skeletons of the page from its start on. Ignores the tapped slot and the bar below it:
 * the tap changes them, but on a slow machine too late for the browser to see the tap as the cause (`hadRecentInput`).
 */
async function follow(page: Page): Promise<() => Promise<{ shift: number; skeletons: number }>> {
  await page.addInitScript(() => {
    const seen = { shift: 0, skeletons: 0 };
    Object.assign(window, { seen });
    const isTapped = ({ node }: { readonly node: Node | null }): boolean => {
      const element = node instanceof Element ? node : node?.parentElement;
      return Boolean(element?.closest('.choice-bar, [aria-pressed="true"]'));
    };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput && !sources.every(isTapped)) seen.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      seen.skeletons += document.querySelectorAll('[data-loading] [aria-hidden] > *').length;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { shift: number; skeletons: number } }).seen);
}

const admin = { token: 'not-asked-for', role: 'ADMIN', email: 'a@primer.rs', name: 'Jelena' };

test('for a logged-in client, hydration does not move the slots, and a slot tapped before hydration is chosen', async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  const consoleLines = recordConsole(page);
  const seen = await follow(page);
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  const time = page.getByRole('button', { name: '10:00 - 11:00' });
  await expect(page.getByLabel('Telefon')).toBeHidden();
  await time.click();
  release();
  await started(page);
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  expect((await seen()).shift).toBeLessThan(0.001);
  expect((await seen()).skeletons).toBe(0);
  expect(consoleLines).toEqual([]);
});

test('for the owner, no content for visitors appears before the sheet of a new appointment', async ({
  page,
  salon,
}) => {
  const release = await holdScripts(page);
  await keepOnDevice(page, salon, admin);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await parsed(page);
  await expect(page.locator('fieldset')).toBeHidden();
  await expect(page.getByLabel('Telefon')).toBeHidden();
  await expect(page.getByRole('switch')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pozovi' })).toBeHidden();
  const { token } = await (
    await page.request.post(`${salon.url}/api/auth/login`, { data: salon.admin })
  ).json();
  await page.evaluate((own) => localStorage.setItem('token', own), token);
  release();
  await expect(page.getByRole('button', { name: 'Nova klijentkinja' })).toBeVisible();
});

test('an expired session leads to the login page', { tag: '@once' }, async ({ page, salon }) => {
  await keepOnDevice(page, salon, { ...admin, role: 'CLIENT' });
  await page.goto(`${salon.url}/`);
  await expect(page.getByRole('alert')).toContainText('Prijavite se');
  await expect(page).toHaveURL(`${salon.url}/login`);
  await expect(page.getByRole('link', { name: 'Prijava' })).toBeVisible();
  await page.getByRole('link', { name: 'Početna' }).first().click();
  await expect(page.getByRole('heading', { name: 'Prvi slobodni termini' })).toBeVisible();
});

test('the page of a booking link never shows the form for a new booking, not even before hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking#termin=${'x'.repeat(43)}`, { waitUntil: 'commit' });
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toBeHidden();
  release();
  await started(page);
  await expect(page.getByRole('main')).toContainText('Link više ne važi.');
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toHaveCount(0);
});

test('after Back, the booking page shows the slots that are free now', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.goto(`${salon.url}/booking`);
  await started(page);
  await expect(page.getByRole('button', { name: '12:00 - 13:00' })).toBeVisible();
  await page.goto(`${salon.url}/api/health`);
  await page.route('**/api/appointments?*', (route) => route.fulfill({ json: [] }));
  await page.goBack();
  await expect(page.getByRole('button', { name: '12:00 - 13:00' })).toHaveCount(0);
});
