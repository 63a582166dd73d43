import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { makePages } from '../../reliability/http/small-pages.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

const pages = makePages();
const LETTERS = 'preview-letters.bin';
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
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Салон' } }); // letters that the font lacks cause no error
    await picture();
  });

  test('a repeated request for a page returns 304 until the settings change', async () => {
    const { etag } = (await get('/booking')).headers;
    const again = await get('/booking', { 'if-none-match': String(etag) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Mila' } });
    expect((await get('/booking', { 'if-none-match': String(etag) })).statusCode).toBe(200);
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
