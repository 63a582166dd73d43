// Steps and data for tests of the owner's pages.
import { expect, type Locator, type Page } from '@playwright/test';
import type { RequestBody, ResponseBody } from '../../../src/contract/index.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { aSlot, type Person, seen } from '../client/prepare.ts';
import { asAdmin, at, keepOnDevice } from '../network.ts';

export type Appointment = ResponseBody<'GET /appointments/{id}'>;

/** Stores a session of the owner in the browser, opens a page and waits until it is hydrated. */
export async function arriveAsOwner(page: Page, salon: Server, path: string): Promise<void> {
  const { authorization } = await asAdmin(salon);
  const token = authorization.slice('Bearer '.length);
  const session = { token, role: 'ADMIN', name: 'Jelena', email: 'admin@salon.local' };
  await keepOnDevice(page, salon, session);
  await page.goto(`${salon.url}${path}`);
  await expect(page.locator('html[data-staff]')).toHaveCount(0); // app/early.ts removes the attribute then; works with a stopped clock too
}

/** Adds a slot and books it as a client with an account. */
export async function aBooking(
  salon: Server,
  day: string,
  clock: string,
  person: Person,
): Promise<Appointment> {
  const slot = await aSlot(salon, day, clock);
  const { headers } = person;
  return request(
    'POST /appointments/{id}/book',
    { params: { id: slot.id }, headers, body: seen(slot) },
    at(salon),
  );
}

export async function aGuestBooking(
  salon: Server,
  day: string,
  clock: string,
  guest: string,
): Promise<Appointment> {
  const slot = await aSlot(salon, day, clock);
  const body = { ...seen(slot), guest_name: guest, guest_phone: `065 ${slot.id}55 01` };
  return request('POST /appointments/{id}/book', { params: { id: slot.id }, body }, at(salon));
}

export const appointmentNow = async (salon: Server, id: number): Promise<Appointment> =>
  request('GET /appointments/{id}', { params: { id }, headers: await asAdmin(salon) }, at(salon));

/** Changes an appointment directly through the API, as another tab of the owner would. */
export const editElsewhere = async (
  salon: Server,
  id: number,
  body: RequestBody<'PUT /appointments/{id}'>,
): Promise<Appointment> =>
  request('PUT /appointments/{id}', { params: { id }, body, headers: await asAdmin(salon) }, at(salon));

export const listed = (page: Page, id: number) => page.locator(`[data-appointment-id="${id}"]`);

/** Chooses an action from the menu “Još” of the appointment dialog. */
export async function chooseMore(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Još' }).click();
  await dialog.getByRole('menuitem', { name }).click();
}

export const listOf = (day: string): string => `/admin/appoitments?tab=pregled&from=${day}&to=${day}`;

export async function openFromList(page: Page, { id }: { id: number }) {
  await listed(page, id).getByRole('button').first().click();
  return page.getByRole('dialog', { name: 'Termin', exact: true });
}
