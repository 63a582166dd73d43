// The owner's round and 'Kasnim', made for one thumb: taps are counted.
import type { RequestBody } from '../../../src/contract/index.ts';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';

/** A time zone in which it is now between 13 and 14 o'clock: the home page speaks of tomorrow from noon on. */
function afternoonZone(): string {
  const ahead = ((13 - new Date().getUTCHours() + 35) % 24) - 11;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
test.use({ settings: { SALON_TIME_ZONE: afternoonZone() } });

async function aGuest(salon: Server, day: WallDate, clock: string, guest_name: string, phone: number) {
  const body = {
    start_datetime: `${day} ${clock}:00`,
    duration_minutes: 30,
    guest_name,
    guest_phone: `064 111 22 ${phone}`,
  } as const;
  return request('POST /appointments', { headers: await asAdmin(salon), body }, at(salon));
}

test('eight people are told of tomorrow in at most 20 taps, and the last one is undone', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await todayAt(salon), 1);
  for (let n = 0; n < 8; n++) await aGuest(salon, day, `${10 + n}:00`, `Gošća ${n}`, 30 + n);
  await arriveAsOwner(page, salon, '/');
  const line = page.getByRole('button', { name: /^Sutra: / });
  await expect(line).toContainText('8 termina, 8 bez poruke');
  await line.click();
  let taps = 1;
  const sheet = page.getByRole('dialog', { name: /^Sutra, / });
  await expect(sheet.getByText('Ovako izgleda poruka')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  for (let left = 8; left > 0; left--) {
    await sheet.getByRole('button', { name: 'Viber' }).first().click();
    taps++;
    await expect(sheet.getByRole('button', { name: 'Viber' })).toHaveCount(left - 1);
  }
  expect(taps).toBeLessThanOrEqual(20);
  await expect(sheet.getByText('8 termina, svima javljeno')).toBeVisible();
  await sheet.getByRole('button', { name: 'Poništi' }).last().click();
  await expect(sheet.getByRole('button', { name: 'Viber' })).toHaveCount(1);
});

test('a person to whom somebody else is writing is left to her', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await todayAt(salon), 1);
  const { id } = await aGuest(salon, day, '08:00', 'Ljubica Šarac', 60);
  const reach = async (body: RequestBody<'POST /appointments/{id}/reached'>) =>
    request(
      'POST /appointments/{id}/reached',
      { headers: await asAdmin(salon), params: { id }, body },
      at(salon),
    );
  const claimed = await reach({ claim: 1, claim_id: 'drugi-telefon' });
  const by = 'claimed' in claimed ? claimed.claimed.by : '';
  await arriveAsOwner(page, salon, '/');
  await page.getByRole('button', { name: /^Sutra: / }).click();
  const sheet = page.getByRole('dialog', { name: /^Sutra, / });
  await expect(sheet.getByText(`${by} upravo piše`)).toBeVisible();
  const viber = sheet.getByRole('button', { name: 'Viber', description: 'Ljubica Šarac' });
  await viber.click();
  await expect(page.getByText(`${by} upravo piše`)).toHaveCount(2); // also as the answer to the tap
  await expect(viber).toBeVisible();
});

test('“Kasnim 15” takes at most 3 taps from the home page; the guest’s ticket says so', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await todayAt(salon);
  const row = await aGuest(salon, day, '15:00', 'Ljubica Šarac', 60);
  const params = { id: row.id };
  const { url } = await request(
    'POST /appointments/{id}/link',
    { headers: await asAdmin(salon), params },
    at(salon),
  );
  await arriveAsOwner(page, salon, '/');
  const ways = [
    page.getByRole('button', { name: 'Kasnim' }),
    page.getByRole('button', { name: '15 minuta' }),
    page.getByRole('button', { name: 'Javi, kasnim 15 min' }),
  ];
  for (const way of ways) await way.click();
  expect(ways.length).toBeLessThanOrEqual(3);
  const sheet = page.getByRole('dialog', { name: 'Kasnim 15 min' });
  await expect(sheet.getByText('očekujete je oko 15:15')).toBeVisible();
  await expect(sheet.getByText('Kasnimo oko 15 min. Očekujemo vas oko 15:15.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await sheet.getByRole('button', { name: 'Zatvori' }).click();
  await page.goto('/admin/calendar');
  await expect(page.getByRole('button', { name: 'Kasnim 15 min' })).toBeVisible();
  await page.goto(`${salon.url}${new URL(url).pathname}${new URL(url).hash}`);
  await expect(page.getByText('Salon kasni: očekujemo vas oko 15:15.')).toBeVisible();
  await expectAccessible(page);
});
