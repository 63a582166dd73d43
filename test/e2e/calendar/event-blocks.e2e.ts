import type { Locator } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { violationsOn } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { block, cancelRow, openCalendar, rowAt, weekAhead } from './grid.ts';

const SERVICE = 'Gel lak';
const NOTE = 'svetla nijansa';

/** Adds a guest's booking with a service and a note. */
async function fullBooking(salon: Server, when: string, minutes: number, guest: string): Promise<number> {
  const headers = await asAdmin(salon);
  const id = await rowAt(salon, when, minutes, guest);
  const services = await request('GET /services', {}, at(salon));
  const service =
    services.find(({ name }) => name === SERVICE) ??
    (await request(
      'POST /services',
      { headers, body: { name: SERVICE, price: 2500, duration_minutes: 60 } },
      at(salon),
    ));
  const body = { service_id: service.id, notes: NOTE };
  await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  return id;
}

/**
 * Returns the lines of a block that are completely visible. In a short block, a line may exceed the block by up to 4
 * px.
 */
const linesSeen = (event: Locator): Promise<string[]> =>
  event.evaluate((element) => {
    const lines = [...element.querySelectorAll<HTMLElement>('.cal-lines > *')];
    const { bottom = 0 } = element.querySelector('.cal-lines')?.getBoundingClientRect() ?? {};
    return lines
      .filter(
        (line) => line.getBoundingClientRect().bottom <= bottom + 4 && line.scrollWidth <= line.clientWidth,
      )
      .map((line) => line.textContent?.trim() ?? '');
  });

test('in the day view every block shows the name first, then time, service and note', async ({
  page,
  salon,
  isMobile,
}) => {
  const monday = await weekAhead(salon, 3);
  const bookings = [
    { start: '06:00', end: '06:30', minutes: 30 },
    { start: '07:00', end: '07:45', minutes: 45 },
    { start: '08:00', end: '09:00', minutes: 60 },
    { start: '09:00', end: '10:30', minutes: 90 },
    { start: '11:00', end: '12:45', minutes: 105 },
    { start: '13:00', end: '15:00', minutes: 120 },
    { start: '15:00', end: '17:30', minutes: 150 },
  ];
  const booked = [];
  for (const booking of bookings) {
    const id = await fullBooking(salon, `${monday} ${booking.start}`, booking.minutes, `G${booking.minutes}`);
    booked.push({ ...booking, id });
  }
  await openCalendar(page, salon, monday, 'day');
  // on a phone, a block shorter than 90 minutes is too low for all its lines
  const seen = booked.filter(({ minutes }) => !isMobile || minutes >= 90);
  for (const { id, start, end, minutes } of seen) {
    const text = async () => (await linesSeen(block(page, id))).join(' · ');
    await expect.poll(text).toMatch(new RegExp(`^G${minutes} · `));
    for (const fact of [start, end, SERVICE, NOTE]) await expect.poll(text).toContain(fact);
  }
});

test('in the week view a short block shows the guest’s name; its tooltip shows all details', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 5);
  const id = await fullBooking(salon, `${monday} 08:00`, 45, 'Mila');
  await openCalendar(page, salon, monday, 'week');
  await expect.poll(async () => (await linesSeen(block(page, id))).join(' ')).toContain('Mila');
  await expect(block(page, id)).toHaveAttribute(
    'title',
    `Mila, 08:00 - 08:45, ${SERVICE}, ${NOTE}, Rezervisan`,
  );
});

test('a canceled booking that a client made for another person shows that person’s name', {
  tag: '@once',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 7);
  const headers = await asAdmin(salon);
  const client = await request('POST /users/clients', { headers, body: { name: 'Ana Ilić' } }, at(salon));
  const id = await rowAt(salon, `${monday} 08:00`, 60, 'Mila');
  const body = { client_id: client.id, guest_name: 'Mila' };
  await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  await cancelRow(salon, id);
  await openCalendar(page, salon, monday, 'day');
  const cancelled = page.getByRole('button', { name: 'za: Mila, 08:00 - 09:00, Otkazan' });
  await expect(cancelled).toHaveCount(1);
  await expect(cancelled).toContainText('za: Mila');
});

test('the accessible name of a block starts with its visible text; bookings are filled with color, slots and canceled bookings are not', async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 9);
  for (const [n, minutes] of [15, 30, 45, 60, 90, 150].entries())
    await fullBooking(salon, `${monday} ${String(6 + 2 * n).padStart(2, '0')}:00`, minutes, 'Mila Đokić');
  const slot = await rowAt(salon, `${monday} 19:00`, 60);
  const gone = await rowAt(salon, `${monday} 20:30`, 60, 'Rada');
  await cancelRow(salon, gone);
  for (const view of ['day', 'week', 'month']) {
    await openCalendar(page, salon, monday, view);
    expect(await violationsOn(page, ['label-content-name-mismatch'])).toEqual([]);
  }
  await openCalendar(page, salon, monday, 'day');
  const fillOf = (target: Locator) => target.evaluate((element) => getComputedStyle(element).backgroundColor);
  const card = await fillOf(page.locator('.cal'));
  expect(await fillOf(block(page, slot))).toBe(card);
  const booked = page.locator('[data-status=BOOKED]').first();
  expect([card, await fillOf(block(page, gone))]).not.toContain(await fillOf(booked));
});
