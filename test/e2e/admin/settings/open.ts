// Steps for tests of the settings.
import type { Locator, Page } from '@playwright/test';
import type { ResponseBody } from '../../../../src/contract/index.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expect } from '../../fixture.ts';
import { asAdmin, at } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';

export async function openSection(page: Page, salon: Server, id: string, title: string): Promise<Locator> {
  await arriveAsOwner(page, salon, `/admin/settings?deo=${id}`);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  return page.getByRole('form', { name: title });
}

export const settingsNow = async (salon: Server): Promise<ResponseBody<'GET /settings'>> =>
  request('GET /settings', { headers: await asAdmin(salon) }, at(salon));

export const put = async (salon: Server, body: Partial<ResponseBody<'GET /settings'>>) =>
  request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));

/** Presses “Sačuvaj” and waits for the success message. */
export async function save(page: Page, form: Locator): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'PUT',
  );
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByText('Podaci uspešno sačuvani.').first()).toBeVisible();
}
