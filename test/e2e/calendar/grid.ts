// Steps and data for tests of the calendar grid: adding appointments, finding the position of a time, mouse gestures.
import type { Locator, Page } from '@playwright/test';
import type { Appointment } from '../../../src/contract/appointments.ts';
import { addDays, startOfWeek, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expect } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';

const PAD_PX = 10;
const FROM_HOUR = 6;
const HOURS = 16;

/** Returns the Monday that is `weeks` weeks ahead. The tests of a file use different weeks. */
export const weekAhead = async (salon: Server, weeks: number): Promise<WallDate> =>
  addDays(startOfWeek(await todayAt(salon)), 7 * weeks);

/** Logs the owner in and opens the calendar at this date. */
export async function openCalendar(page: Page, salon: Server, date: string, view = 'week'): Promise<void> {
  const { authorization } = await asAdmin(salon);
  await page.addInitScript((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('role', 'ADMIN');
  }, authorization.slice('Bearer '.length));
  await page.goto(`${salon.url}/admin/calendar?view=${view}&date=${date}`);
  await page.locator('[aria-busy="false"] section[data-date]').first().waitFor();
}

/** Adds a free slot, or a guest's booking if `guest` is given. `when`: 'YYYY-MM-DD HH:mm'. Returns the id. */
export async function rowAt(salon: Server, when: string, minutes: number, guest?: string): Promise<number> {
  const headers = await asAdmin(salon);
  const { id } = await request(
    'POST /appointments/slot',
    { headers, body: { start_datetime: `${when}:00`, duration_minutes: minutes } },
    at(salon),
  );
  if (guest) {
    const body = { status: 'BOOKED', guest_name: guest, guest_phone: '064 555 018' } as const;
    await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  }
  return id;
}

export async function cancelRow(salon: Server, id: number): Promise<void> {
  const headers = await asAdmin(salon);
  const body = { reason: 'Bolest.' };
  await request('POST /appointments/{id}/cancel', { headers, params: { id }, body }, at(salon));
}

/** Returns all appointments from one day to another as 'MM-DD HH:mm-HH:mm', in the order of the list. */
export async function timesIn(salon: Server, from: WallDate, to = addDays(from, 6)): Promise<string[]> {
  const headers = await asAdmin(salon);
  const rows = await request('GET /appointments/list', { headers, query: { from, to } }, at(salon));
  return rows.map((row: Appointment) => timesOf(row));
}

const timesOf = ({ start_datetime, end_datetime }: Appointment): string =>
  `${start_datetime.slice(5, 16)}-${end_datetime.slice(11, 16)}`;

/** Returns an empty list, and adds to it every later request of the page that changes data. */
export function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() !== 'GET') changes.push(`${sent.method()} ${new URL(sent.url()).pathname}`);
  });
  return changes;
}

export const block = (page: Page, id: number): Locator => page.locator(`[data-appointment-id="${id}"]`);

export interface Point {
  x: number;
  y: number;
}

/**
 * Returns the point of a time in the column of a day. If the day has a column for each technician, `technician`
 * selects one.
 */
export async function pointAt(page: Page, day: string, clock: string, technician?: number): Promise<Point> {
  const of = technician === undefined ? '' : `[data-technician="${technician}"]`;
  const column = await page.locator(`section[data-date="${day}"]${of}`).boundingBox();
  if (!column) throw new Error(`${day} is not on the screen`);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const share = (hour - FROM_HOUR + minute / 60) / HOURS;
  return {
    x: column.x + column.width / 2,
    y: column.y + PAD_PX + share * (column.height - 2 * PAD_PX),
  };
}

export const shifted = ({ x, y }: Point, dx: number, dy: number): Point => ({ x: x + dx, y: y + dy });

/**
 * Waits until the changes of a block are saved, then returns a point near its top, in its middle or near its bottom.
 */
export async function edgeOf(page: Page, id: number, edge: 'top' | 'middle' | 'bottom'): Promise<Point> {
  await expect(block(page, id)).not.toHaveAttribute('aria-busy');
  const box = await block(page, id).boundingBox();
  if (!box) throw new Error(`${id} is not on the screen`);
  const y = { top: box.y + 3, middle: box.y + box.height / 2, bottom: box.y + box.height - 3 }[edge];
  return { x: box.x + box.width / 2, y };
}

/** Presses the mouse button, moves the mouse and keeps the button pressed. */
export async function hold(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await hold(page, from, to);
  await page.mouse.up();
}
