import { afterAll, expect, test, vi } from 'vitest';
import { makeFolder } from '../../../src/server/platform/pictures/files.ts';
import { makePages } from '../../reliability/http/small-pages.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

vi.mock('sharp', () => {
  throw new Error('Could not load the "sharp" module using the linux-x64 runtime');
});

const pages = makePages();
afterAll(pages.remove);

onSqlite('a salon without sharp’s package for its platform', { pagesDirectory: pages.folder }, () => {
  test('pages name no picture, the picture is not found, and the log says so once', async () => {
    const warnings = vi.spyOn(salon.app.log, 'warn');
    const get = (url: string) => salon.app.inject({ url, headers: { 'accept-encoding': 'identity' } });
    for (const path of ['/', '/services']) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      expect(body).toContain('og:title');
      expect(body).not.toContain('preview.png');
      expect(body).not.toContain('og:image');
    }
    expect((await get('/preview.png')).statusCode).toBe(404);
    expect(warnings.mock.calls.map(([, text]) => text)).toEqual([
      'pictures are off, also in link previews: sharp cannot be loaded',
    ]);
  });

  test('runs without pictures, and the health report and refusals say so', async () => {
    await makeFolder(salon.db, salon.platform.config, salon.clock.ms());
    const client = await aClient(salon);
    const start = '2026-11-20 10:00:00';
    const id = await aSlot(salon, start, 60);
    const body = { ...seen(start, 60), service_ids: [await aService(salon)] };
    expect(await client.call('POST /appointments/{id}/book', { params: { id }, body })).toMatchObject({
      status: 'BOOKED',
    });
    const upload = await salon.app.inject({
      method: 'POST',
      url: `/api/appointments/${await aBooking(salon, '2026-11-21 10:00:00', client.id)}/pictures?kind=WISH`,
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${client.token}` },
      payload: Buffer.from('ffd8ff', 'hex'),
    });
    expect([upload.statusCode, upload.json().code]).toEqual([503, 'pictures_away']);
    expect(await salon.admin.call('GET /health')).toMatchObject({ pictures: { on: false, count: 0 } });
    expect(await salon.visitor.call('GET /works')).toEqual([]);
  });
});
