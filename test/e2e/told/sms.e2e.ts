// SMS in a browser: the owner's tab in the settings, and 'Bez SMS poruka' on the page of a booking's link.
import { request } from '../../../src/web/lib/api.ts';
import { openSection, save, settingsNow } from '../admin/settings/open.ts';
import { expectAccessible } from '../axe.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';

test.describe('with a connected phone', () => {
  test.use({ settings: { SMS_URL: 'http://127.0.0.1:9/', SMS_SECRET: 'tajna', SMS_KIND: 'json' } });

  test('the owner switches SMS on, limits them and tries one', { tag: '@once' }, async ({ page, salon }) => {
    const form = await openSection(page, salon, 'poruke', 'Poruke');
    await form.getByRole('tab', { name: 'SMS' }).click();
    await expect(form.getByText('Telefon u salonu je povezan')).toBeVisible();
    await form.getByRole('switch', { name: 'Šalji SMS' }).click();
    await form.getByLabel('Najviše na dan').fill('20');
    await expectAccessible(page);
    await expectFitting(page);
    await save(page, form);
    expect(await settingsNow(salon)).toMatchObject({ sms: 1, sms_per_day: 20 });

    await form.getByLabel('Broj za probu').fill('021 555 333');
    const refused = page.waitForResponse('**/api/sms/test');
    await form.getByRole('button', { name: 'Probaj' }).click();
    expect((await refused).status()).toBe(400);
    await expect(page.getByText('Probna poruka se šalje.')).toHaveCount(0);
    await form.getByLabel('Broj za probu').fill('063 555 0184');
    await form.getByRole('button', { name: 'Probaj' }).click();
    await expect(page.getByText('Probna poruka se šalje.')).toBeVisible();
    await expect(form.getByRole('heading', { name: 'Poslednje' })).toBeVisible();
  });

  test('a guest refuses SMS on the page of her link', { tag: '@once' }, async ({ page, salon }) => {
    const headers = await asAdmin(salon);
    await request('PUT /settings', { headers, body: { sms: 1 } }, at(salon));
    const start_datetime = `${await dayAhead(salon, 3)} 09:00:00` as never;
    const guest = { guest_name: 'Mila Đokić', guest_phone: '0635550199' };
    const body = { ...guest, start_datetime, duration_minutes: 60 };
    const { id, person_id } = await request('POST /appointments', { headers, body }, at(salon));
    const { url } = await request('POST /appointments/{id}/link', { headers, params: { id } }, at(salon));
    await page.goto(new URL(url).pathname + new URL(url).hash);
    await page.getByRole('button', { name: 'Bez SMS poruka' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Više ne šaljemo SMS poruke na vaš broj.' }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectFitting(page);
    const params = { id: person_id as never };
    expect(await request('GET /people/{id}', { headers, params }, at(salon))).toMatchObject({ no_sms: 1 });
  });
});

test('without a phone the tab says whom to ask, and offers no trial', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const form = await openSection(page, salon, 'poruke', 'Poruke');
  await form.getByRole('tab', { name: 'SMS' }).click();
  await expect(form.getByText('Telefon u salonu nije povezan.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Probaj' })).toHaveCount(0);
});
