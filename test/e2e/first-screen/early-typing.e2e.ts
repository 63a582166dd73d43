import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { keepOnDevice } from '../network.ts';
import { fillSalon, holdScripts, openDay, parsed, recordConsole, started, storedClient } from './prepare.ts';

test.use({ reducedMotion: 'no-preference' });

test.beforeEach(({ salon }) => fillSalon(salon));

/** Name, value and caret position of the focused field. */
const typedInto = (page: Page) =>
  page.evaluate(() => {
    const { name, value, selectionStart } = document.activeElement as HTMLInputElement;
    return { name, value, caret: selectionStart };
  });

const NAME = 'Milica Đorđević-Petronijević';

test('text typed during hydration is kept for visitors, guests and clients', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const guestTickets = JSON.stringify([{ token: 'x'.repeat(43), end: '2999-01-01 10:00:00' }]);
  const devices = [{}, { 'guest-tickets': guestTickets }, await storedClient(salon)];
  for (const kept of devices) {
    await page.goto(`${salon.url}/api/health`);
    await page.evaluate(() => localStorage.clear());
    await keepOnDevice(page, salon, kept);
    const consoleLines = recordConsole(page);
    const release = await holdScripts(page);
    await page.goto(`${salon.url}/register`, { waitUntil: 'commit' });
    await page.getByLabel('Ime', { exact: false }).first().focus();
    const typing = page.keyboard.type(NAME, { delay: 60 });
    await page.waitForTimeout(400);
    release();
    await started(page);
    await typing;
    expect(await typedInto(page)).toMatchObject({ value: NAME, caret: NAME.length });
    await page.keyboard.press('Tab');
    await page.keyboard.type('milica@primer.rs');
    await expect(page.getByLabel('Ime', { exact: false }).first()).toHaveValue(NAME);
    expect(consoleLines).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('the caret keeps its position inside typed text during hydration', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await page.getByLabel('Ime').fill('Milca');
  for (const _ of 'ca') await page.keyboard.press('ArrowLeft');
  release();
  await started(page);
  await page.keyboard.type('i');
  expect(await typedInto(page)).toEqual({ name: 'guest_name', value: 'Milica', caret: 4 });
});

test('a label clicked before hydration focuses its field once', { tag: '@once' }, async ({ page, salon }) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByText('Email', { exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Lozinka', { exact: true }).focus();
  await page.keyboard.type('tajna');
  release();
  await started(page);
  await page.waitForTimeout(100);
  await page.keyboard.type('123');
  await expect(page.getByLabel('Lozinka', { exact: true })).toHaveValue('tajna123');
  await expect(page.getByLabel('Lozinka', { exact: true })).toBeFocused();
});

test('the password toggle and the checkbox react once to each press before hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Lozinka', { exact: true }).fill('tajna123');
  await page.getByText('Zapamti me').click();
  await page.getByRole('button', { name: 'Prikaži lozinku' }).click();
  await page.getByRole('button', { name: 'Prikaži lozinku' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Sakrij lozinku' })).toBeVisible();
  await expect(page.getByLabel('Lozinka', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Lozinka', { exact: true })).toHaveValue('tajna123');
  await expect(page.getByRole('checkbox', { name: 'Zapamti me' })).not.toBeChecked();
});

test('switches and buttons that are pressed before hydration take effect after hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await page.getByRole('switch', { name: 'Zakazujem za drugu osobu' }).press('Space');
  await page.getByRole('button', { name: 'Promeni' }).click();
  release();
  await expect(page.getByRole('dialog')).toContainText('Gel lak');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'Zakazujem za drugu osobu' })).toBeChecked();
});

test('a tap on another day before hydration chooses the day, and a later tap on a slot of the previous day is ignored', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await openDay(salon);
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking?dan=${day}`, { waitUntil: 'commit' });
  await parsed(page);
  const other = page.locator('fieldset label').last();
  await other.click();
  await page.getByRole('button', { name: '10:00 - 11:00' }).click();
  release();
  await started(page);
  await expect(other.getByRole('radio')).toBeChecked();
  await expect(page.getByRole('button', { name: '10:00 - 11:00' })).toHaveCount(0);
  await expect(page.getByText('10:00 - 11:00')).toHaveCount(0);
});
