import { expect, test } from 'vitest';
import { onSqlite, salon } from '../../support/salon-test.ts';

const get = (url: string, headers: Record<string, string> = {}) => salon.app.inject({ url, headers });

onSqlite('the manifest', {}, () => {
  test('after the salon’s name changes, the next manifest contains the new name, including its special characters', async () => {
    const salon_name = 'Salon „Mila“ </script> & "ćerke"';
    expect((await get('/site.webmanifest')).json()).toMatchObject({ name: 'Lunula', short_name: 'Lunula' });
    await salon.admin.call('PUT /settings', { body: { salon_name } });
    const { headers, body } = await get('/site.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(JSON.parse(body)).toMatchObject({ name: salon_name, short_name: 'Salon „Mila“', lang: 'sr-Latn' });
  });

  test('the manifest contains the shortcuts of the owner only for the query za=vlasnica', async () => {
    const urls = async (address: string) =>
      (await get(address)).json().shortcuts.map(({ url }: { url: string }) => url);
    expect(await urls('/site.webmanifest')).toEqual(['/booking', '/appointments']);
    expect(await urls('/site.webmanifest?za=drugi')).toEqual(['/booking', '/appointments']);
    expect(await urls('/site.webmanifest?za=vlasnica&za=x')).toEqual(['/booking', '/appointments']);
    expect(await urls('/site.webmanifest?za=vlasnica')).toContain('/admin/calendar?novi=1');
  });

  test('a repeated request for the manifest returns 304 until the salon’s name changes', async () => {
    const { etag } = (await get('/site.webmanifest')).headers;
    const known = { 'if-none-match': String(etag) };
    const again = await get('/site.webmanifest', known);
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    expect((await get('/site.webmanifest?za=vlasnica', known)).statusCode).toBe(200);
    await salon.admin.call('PUT /settings', { body: { salon_name: 'Salon Zora' } });
    expect((await get('/site.webmanifest', known)).statusCode).toBe(200);
  });
});
