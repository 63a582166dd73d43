import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { renderPage } from '../../../src/web/app/render.tsx';
import { onSqlite, salon } from '../../support/salon-test.ts';

const INDEX =
  '<!doctype html><html><head>\n  </head><body><noscript></noscript><div id="app"></div></body></html>';
const folder = mkdtempSync(join(tmpdir(), 'lunula-rendered-'));
writeFileSync(join(folder, 'index.html'), INDEX);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Thursday; NOW is Tuesday, 17 November 2026. */
const DAY = '2026-11-19';
const NEXT_DAY = '2026-11-20';

let callers = 0;
/** Sends each request from another address, because the server renders at most ten pages a second per address. */
async function get(url: string, headers: Record<string, string> = {}) {
  const { body, statusCode } = await salon.app.inject({
    url,
    remoteAddress: `203.0.113.${++callers % 250}`,
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  expect(statusCode).toBe(200);
  const start = /<script type="application\/json" id="start">(.*?)<\/script>/.exec(body)?.[1];
  return { html: body, start: start === undefined ? null : JSON.parse(start) };
}

const slotAt = (clock: string, day = DAY) =>
  salon.admin.call('POST /appointments/slot', {
    body: { start_datetime: `${day} ${clock}:00`, duration_minutes: 60 },
  });

onSqlite('rendered pages', { pagesDirectory: folder, renderPage, emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    await salon.admin.call('POST /services', {
      body: { name: 'Gel lak', price: 1800, duration_minutes: 60 },
    });
  });

  test('/ and /services contain the price list in the HTML and in the hydration data', async () => {
    for (const path of ['/', '/services']) {
      const { html, start } = await get(path);
      expect(html).toContain('1.800 din');
      const responses = new Map(
        start.responses.map(([key, response]: [unknown, unknown]) => [String(key), response]),
      );
      expect(responses.get('services')).toMatchObject([{ name: 'Gel lak', price: 1800 }]);
      expect(start.minuteMs % 60_000).toBe(0);
    }
  });

  test('/booking contains the free slots of the day in the URL', async () => {
    await slotAt('10:00');
    await slotAt('12:00', NEXT_DAY);
    // polls, because the server sends an empty page if rendering takes longer than its time limit, as on a busy machine
    const today = () => get('/booking').then(({ html }) => html);
    await expect.poll(today, { timeout: 10_000 }).toContain('10:00 - 11:00');
    const { html } = await get(`/booking?dan=${NEXT_DAY}`);
    expect(html).toContain('12:00 - 13:00');
    expect(html).not.toContain('10:00 - 11:00');
  });

  test('after a booking, /booking contains neither the booked slot nor the guest', async () => {
    const slot = await slotAt('10:00');
    expect((await get('/booking')).html).toContain('10:00 - 11:00');
    const { start_datetime: seen_start, end_datetime: seen_end } = slot;
    const guest = { guest_name: 'Ana', guest_phone: '064 555 001' };
    await salon.visitor.call('POST /appointments/{id}/book', {
      params: { id: slot.id },
      body: { seen_start, seen_end, ...guest },
    });
    const { html } = await get('/booking');
    expect(html).not.toContain('10:00 - 11:00');
    expect(html).not.toContain('Ana');
    expect(html).not.toContain('555');
  });

  test('/booking does not contain slots that have begun', async () => {
    await slotAt('10:00', '2026-11-18');
    salon.clock.set('2026-11-18 09:59:00' as WallTime);
    expect((await get('/booking')).html).toContain('10:00 - 11:00');
    salon.clock.set('2026-11-18 10:00:00' as WallTime);
    expect((await get('/booking')).html).not.toContain('10:00 - 11:00');
  });

  test('after a change of a setting, the next rendered page contains the new value', async () => {
    await get('/');
    await salon.admin.call('PUT /settings', { body: { salon_headline: 'Ruke koje se pamte.' } });
    expect((await get('/')).html).toContain('>Ruke koje se pamte.<');
  });

  test('while guest booking is off, /booking is not rendered and the home page contains no slots', async () => {
    await slotAt('10:00');
    await salon.admin.call('PUT /settings', { body: { guest_booking: 0 } });
    const booking = await get('/booking');
    expect(booking.html).toContain('<div id="app"></div>');
    expect(booking.start).toBeNull();
    const home = await get('/');
    expect(home.html).not.toContain('Prvi slobodni termini');
    expect(JSON.stringify(home.start)).not.toContain('10:00');
  });

  test('a page is the same with and without a token', async () => {
    const visitor = await get('/booking');
    expect(await get('/booking', { authorization: `Bearer ${salon.admin.token}` })).toEqual(visitor);
  });

  test('HTML in the owner’s texts is escaped', async () => {
    const name = '</script><img src=x>"&';
    await salon.admin.call('POST /services', { body: { name, price: 0, duration_minutes: 30 } });
    const { html, start } = await get('/services');
    expect(html).not.toContain('<img');
    expect(JSON.stringify(start)).toContain(JSON.stringify(name).slice(1, -1));
  });

  test('a page contains the salon’s phone for browsers without scripts', async () => {
    await salon.admin.call('PUT /settings', { body: { salon_phone: '+381 (0)64 123-456' } });
    expect((await get('/')).html).toMatch(
      /pozovite salon: <a [^>]*href="tel:\+38164123456">\+381 \(0\)64 123-456<\/a>\.<\/noscript>/,
    );
  });

  test('while the database is unavailable, the server returns an empty page that the browser renders', async () => {
    const { db } = salon.platform;
    const away = {
      selectFrom: () => ({ select: () => ({ execute: () => Promise.reject(new Error('away')) }) }),
    };
    Object.assign(salon.platform, { db: away });
    const { html } = await get('/services').finally(() => Object.assign(salon.platform, { db }));
    expect(html).toContain('<div id="app"></div>');
  });
});
