// Steps of moving a booking, for the tests of clients and guests.
import type { Page } from '@playwright/test';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import type { Server } from '../../support/server.ts';
import { day, slot } from './booking-steps.ts';
import { aSlot, book, dayAhead, type Person } from './prepare.ts';

export const heading = (page: Page) => page.getByRole('heading', { name: 'Izaberite novo vreme' });
export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Pomeranje termina' });
export const proceed = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Pomeri termin' }).click();
export const confirm = (page: Page) => sheet(page).getByRole('button', { name: 'Pomeri termin' }).click();
export const cardOf = (page: Page, id: number) => page.locator(`[data-appointment-id="${id}"]`);

/** Chooses a day and a slot, then opens the sheet that asks for confirmation. */
export async function choose(page: Page, date: WallDate, range: string): Promise<void> {
  await day(page, date).click();
  await slot(page, range).click();
  await proceed(page);
}

/** Adds a booking of the client at 10:00 on a day, and a free slot at 09:00 on the next open day. */
export async function aBooked(salon: Server, dayNumber: number, client: Person) {
  const date = await dayAhead(salon, dayNumber);
  const next = await dayAhead(salon, dayNumber + 1);
  const booked = await book(salon, await aSlot(salon, date, '10:00'), client);
  const free = await aSlot(salon, next, '09:00');
  return { id: booked.id, date, next, free };
}
