// Steps and data for tests of new appointments.
import type { Locator, Page } from '@playwright/test';
import type { RequestBody } from '../../../src/contract/index.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { asAdmin, at } from '../network.ts';

export const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Novi termin' });

/** Adds a client who has no password, so cannot log in. */
export async function aClient(salon: Server, name: string, notes: string | null = null) {
  const phone = `063 ${String(Date.now()).slice(-7)}`;
  const body = { name, phone, notes };
  const { id } = await request('POST /users/clients', { headers: await asAdmin(salon), body }, at(salon));
  return { id, name, phone };
}

/** Adds an appointment as the owner, in one request. */
export const anAppointment = async (salon: Server, body: RequestBody<'POST /appointments'>) =>
  request('POST /appointments', { headers: await asAdmin(salon), body, query: {} }, at(salon));

export async function chooseClient(place: Locator, name: string): Promise<void> {
  await place.getByLabel('Klijent').click();
  await place.getByLabel('Klijent').fill(name);
  await place.getByRole('option', { name: new RegExp(name) }).click();
}

/** Returns all appointments of a day as 'HH:mm-HH:mm status person', in the order of the list. */
export async function rowsOn(salon: Server, day: string): Promise<string[]> {
  const query = { from: day, to: day } as never;
  const rows = await request('GET /appointments/list', { headers: await asAdmin(salon), query }, at(salon));
  return rows.map(({ start_datetime, end_datetime, status, client_name, guest_name }) =>
    `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)} ${status} ${client_name ?? guest_name ?? ''}`.trim(),
  );
}
