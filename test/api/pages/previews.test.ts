import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { makePages } from '../../reliability/http/small-pages.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

const pages = makePages();
const LETTERS = 'preview-letters.json';
copyFileSync(join(import.meta.dirname, '../../../src/web/public', LETTERS), join(pages.folder, LETTERS));
afterAll(pages.remove);

const get = (url: string, headers: Record<string, string> = {}) =>
  salon.app.inject({ url, headers: { host: 'mila.rs', 'accept-encoding': 'identity', ...headers } });

onSqlite('link previews', { pagesDirectory: pages.folder }, () => {
  test('after a change of the settings, the next response of a page contains the new settings', async () => {
    expect((await get('/services')).body).toContain('<title>Usluge - Lunula</title>');
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Salon „Mila“ & ćerke' } });
    await salon.admin.call('POST /services', { body: { name: 'Gel lak', price: 1800 } });
    const { body, headers } = await get('/services');
    expect(body).toContain('<title>Usluge - Salon „Mila“ &amp; ćerke</title>');
    expect(body).toContain('content="Usluge i cene: Gel lak 1.800 din."');
    expect(body).toContain('content="http://mila.rs/preview.png"');
    expect(headers['cache-control']).toBe('no-cache');
  });

  test('the prices of a link preview are those of the price list, also by the terms of the only technician', async () => {
    const { id: service_id } = await salon.admin.call('POST /services', {
      body: { name: 'Nadogradnja', price: 3000 },
    });
    const [only] = await salon.admin.call('GET /technicians');
    await salon.admin.call('PUT /technicians/{id}', {
      params: { id: only?.id ?? 0 },
      body: { terms: [{ service_id, duration_minutes: null, price: 2700 }] },
    });
    const { body } = await get('/services');
    expect(body).toContain('Nadogradnja 2.700 din');
    expect(body).toContain('"price":2700');
  });

  test('the image of the link preview shows the salon’s current name and headline', async () => {
    const picture = async () => {
      const { rawPayload, headers } = await get('/preview.png');
      expect(headers['content-type']).toBe('image/png');
      expect(headers['cache-control']).toBe('public, max-age=300');
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
      return { sum: crc32(rawPayload), etag: String(headers.etag) };
    };
    const before = await picture();
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Noktići' } });
    const named = await picture();
    await salon.admin.call('PUT /settings', { body: { salon_headline: 'Đurđevdanska čarolija' } });
    const headed = await picture();
    expect(new Set([before.sum, named.sum, headed.sum]).size).toBe(3);
    expect((await get('/preview.png', { 'if-none-match': headed.etag })).statusCode).toBe(304);
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Салон' } });
    const cyrillic = await picture();
    await salon.admin.call('PUT /settings', { body: { salon_name: '💅' } }); // letters that the font lacks are left out
    expect(cyrillic.sum).not.toBe((await picture()).sum);
  });

  test('a repeated request for a page returns 304 until the settings change', async () => {
    const { etag } = (await get('/booking')).headers;
    const again = await get('/booking', { 'if-none-match': String(etag) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Mila' } });
    expect((await get('/booking', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  test('a caller who sends a new Host with each request gets at most ten new pages a second compressed', async () => {
    const encodingFor = async (host: string, remoteAddress: string) =>
      (await salon.app.inject({ url: '/', headers: { host, 'accept-encoding': 'br' }, remoteAddress }))
        .headers['content-encoding'];
    expect(await encodingFor('mila.rs', '203.0.113.1')).toBe('br');
    const before = Math.floor(performance.now() / 1000);
    const encodings: unknown[] = [];
    for (let n = 0; n < 200; n++) encodings.push(await encodingFor(`host${n}.rs`, '203.0.113.2'));
    const seconds = Math.floor(performance.now() / 1000) - before + 1;
    expect(encodings.filter((encoding) => encoding === 'br').length).toBeLessThanOrEqual(10 * seconds);
    expect(await encodingFor('mila.rs', '203.0.113.2')).toBe('br'); // the page is still cached
    expect(await encodingFor('host.rs', '203.0.113.1')).toBe('br');
  });

  test('robots.txt links to sitemap.xml, which omits /booking while guest booking is off', async () => {
    const robots = await get('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toContain('Sitemap: http://mila.rs/sitemap.xml');
    await salon.admin.call('PUT /settings', { body: { guest_booking: 0 } });
    const map = await get('/sitemap.xml');
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(map.body).toContain('<loc>http://mila.rs/services</loc>');
    expect(map.body).not.toContain('/booking');
  });

  test('while the database is unavailable, a page is returned with the last known settings', async () => {
    await get('/');
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Ne čuje se' } });
    const { db } = salon.platform;
    Object.assign(salon.platform, {
      db: { selectFrom: () => ({ select: () => ({ execute: () => Promise.reject(new Error('away')) }) }) },
    });
    const { statusCode, body } = await get('/').finally(() => Object.assign(salon.platform, { db }));
    expect(statusCode).toBe(200);
    expect(body).toMatch(/<title>Početna - (Mila|Salon)/);
  });
});
