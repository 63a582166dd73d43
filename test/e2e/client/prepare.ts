// Steps and data for the tests of clients: open days, slots, services and accounts.
import type { Page } from '@playwright/test';
import type { ResponseBody } from '../../../src/contract/index.ts';
import { stripDays } from '../../../src/domain/booking.ts';
import { addMinutes, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { asAdmin, at, keepOnDevice, todayAt } from '../network.ts';

export type Slot = ResponseBody<'POST /appointments/slot'>;
export const PASSWORD = 'lak-za-nokte';

/** Returns the n-th open day after today. */
export async function dayAhead(salon: Server, n: number): Promise<WallDate> {
  const today = await todayAt(salon);
  const day = stripDays(today).filter((date) => date > today)[n - 1];
  if (day === undefined) throw new Error(`The strip has no day ${n}.`);
  return day;
}

/** Adds a free slot, by default one hour long. */
export async function aSlot(salon: Server, day: string, clock: string, minutes = 60): Promise<Slot> {
  const body = { start_datetime: `${day} ${clock}:00`, duration_minutes: minutes };
  return request('POST /appointments/slot', { headers: await asAdmin(salon), body }, at(salon));
}

export async function aService(salon: Server, name: string, minutes: number): Promise<number> {
  const body = { name, price: 1800, duration_minutes: minutes };
  return (await request('POST /services', { headers: await asAdmin(salon), body }, at(salon))).id;
}

let people = 0;

export interface Person {
  name: string;
  email: string;
  headers: { authorization: string; [name: string]: string };
}

/** Registers a new client. */
export async function aPerson(salon: Server, name = 'Milica Đurić'): Promise<Person> {
  const email = `osoba${++people}.${process.pid}.${Date.now()}@primer.rs`;
  const body = { name, email, password: PASSWORD, password_confirm: PASSWORD };
  const { token } = await request('POST /auth/register', { body }, at(salon));
  return { name, email, headers: { authorization: `Bearer ${token}` } };
}

export const aPhone = (): string => `064 ${String(Date.now()).slice(-6)}${++people}`;

export async function storeSession(page: Page, salon: Server, person: Person): Promise<void> {
  const token = person.headers.authorization.slice('Bearer '.length);
  await keepOnDevice(page, salon, { token, name: person.name, email: person.email, role: 'CLIENT' });
}

export const seen = ({ start_datetime, end_datetime }: Slot) => ({
  seen_start: start_datetime,
  seen_end: end_datetime,
});

export const book = (salon: Server, slot: Slot, { headers }: Person) =>
  request('POST /appointments/{id}/book', { params: { id: slot.id }, headers, body: seen(slot) }, at(salon));

/** The client gets `times` notifications: books the slot for the client, then changes the booking's end `times` times as the owner. */
export async function notifyClient(salon: Server, person: Person, slot: Slot, times = 1): Promise<void> {
  await book(salon, slot, person);
  const headers = await asAdmin(salon);
  for (let n = 1; n <= times; n += 1) {
    const end_datetime = addMinutes(slot.end_datetime, n % 2 ? 5 : 0);
    const params = { id: slot.id };
    await request('PUT /appointments/{id}', { params, headers, body: { end_datetime } }, at(salon));
  }
}
