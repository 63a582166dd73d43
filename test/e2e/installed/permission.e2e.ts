// The permission to show notifications: when a page asks for it, and what the page shows without it.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { confirm, proceed, slot } from '../client/booking-steps.ts';
import { aPerson, aSlot, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';

test.use({ serviceWorkers: 'allow' });

/** Makes the browser resolve every permission request to `answer`, and counts the requests. `before` is the permission before the request. */
async function answering(
  page: Page,
  answer: NotificationPermission,
  before: NotificationPermission = 'default',
) {
  await page.addInitScript(
    ({ answer, before }) => {
      const asked = { count: 0, permission: before };
      Object.assign(window, { asked });
      Object.defineProperty(Notification, 'permission', { get: () => asked.permission });
      Notification.requestPermission = async () => {
        asked.count++;
        asked.permission = answer;
        return answer;
      };
    },
    { answer, before },
  );
}

const askedCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { asked: { count: number } }).asked.count);

test('a user who denies notifications sees how to allow them, and is not asked again', {
  tag: '@once',
}, async ({ page, salon }) => {
  await answering(page, 'denied');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/profile`);
  await page.getByRole('button', { name: 'Uključi obaveštenja' }).click();
  await expect(page.getByText('Obaveštenja su blokirana na ovom uređaju. Da ih dozvolite:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Uključi obaveštenja' })).toHaveCount(0);
  expect(await askedCount(page)).toBe(1);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
});

const MISSING: [string, string[], string, string][] = [
  [
    'an iPhone’s Safari',
    ['PushManager', 'Notification'],
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Na iPhone-u i iPad-u obaveštenja stižu tek kada je salon na početnom ekranu:',
  ],
  [
    'an old browser',
    ['PushManager'],
    'Mozilla/5.0 (X11; Linux)',
    'Ovaj pregledač ne može da prima obaveštenja.',
  ],
];
for (const [what, parts, userAgent, sentence] of MISSING)
  test.describe(what, () => {
    test.use({ userAgent });
    test(`in ${what}, the profile says why notifications are unavailable, and still works`, {
      tag: '@once',
    }, async ({ page, salon }) => {
      await page.addInitScript((names) => {
        for (const name of names) delete (window as unknown as Record<string, unknown>)[name];
      }, parts);
      await storeSession(page, salon, await aPerson(salon));
      await page.goto(`${salon.url}/profile`);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Uključi obaveštenja' })).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Odjavi se' }).click();
      await expect(page).toHaveURL(`${salon.url}/`);
    });
  });

test('a client is offered notifications only after the first booking, and the browser does not ask before the client accepts', {
  tag: '@once',
}, async ({ page, salon }) => {
  await answering(page, 'denied');
  const date = await dayAhead(salon, 2);
  for (const clock of ['10:00', '12:00']) await aSlot(salon, date, clock);
  await storeSession(page, salon, await aPerson(salon));
  const offer = page.getByRole('region', { name: 'Obaveštenja na telefon' });
  for (const [clock, count] of [
    ['10:00 - 11:00', 1],
    ['12:00 - 13:00', 0],
  ] as const) {
    await page.goto(`${salon.url}/booking?dan=${date}`);
    await slot(page, clock).click();
    await proceed(page);
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
    await expect(offer).toHaveCount(count);
    if (count === 1) await expectAccessible(page);
    if (count === 1) await expectAccessibleOnDesktop(page);
  }
  expect(await askedCount(page)).toBe(0);
});

test('after a guest’s booking, the page does not offer notifications', {
  tag: '@once',
}, async ({ page, salon }) => {
  await answering(page, 'denied');
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '10:00');
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await page.getByLabel('Ime', { exact: true }).fill('Ana');
  await page.getByLabel('Telefon').fill('064 123 45 67');
  await slot(page, '10:00 - 11:00').click();
  await proceed(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(page.getByRole('region', { name: 'Obaveštenja na telefon' })).toHaveCount(0);
});
