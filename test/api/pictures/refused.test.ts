import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { toId } from '../../../src/domain/ids.ts';
import { makeFolder } from '../../../src/server/platform/pictures/files.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';
import { AHEAD, add, aJpeg, drawn, expectCode, get, post, rows } from './prepare.ts';

const ready = () => makeFolder(salon.db, salon.platform.config, salon.clock.ms());

onSqlite('pictures that are refused', { emptyBeforeEach: true }, () => {
  beforeEach(ready);
  const png = (options: object = {}) => drawn().png(options).toBuffer();
  test.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('nije slika')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', async () => drawn().gif().toBuffer()],
    ['half a JPEG', async () => (await noise().jpeg().toBuffer()).subarray(0, 20_000)],
    ['half a PNG', async () => (await noise().png().toBuffer()).subarray(0, 20_000)],
    ['the beginning of a PNG and nothing more', async () => (await png()).subarray(0, 20)],
    ['more than 24 megapixels', async () => aJpeg(6001, 4000)],
    ['more than 8 MB', async () => Buffer.concat([await aJpeg(), Buffer.alloc(8_000_000)])],
  ])(
    '%s',
    async (_, content) => {
      const { token } = salon.admin;
      expectCode(await post('/pictures?kind=WORK', await content(), { token }), 'bad_picture');
      expect(await rows()).toEqual([]);
    },
    60_000,
  );
  const noise = () =>
    sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });

  test.each([
    ['a CMYK picture', () => drawn().toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits per color', () => drawn().toColourspace('rgb16').png().toBuffer()],
    ['transparency', () => drawn().ensureAlpha(0.2).png().toBuffer()],
    ['WebP', () => drawn().webp().toBuffer()],
    ['AVIF', () => drawn().avif().toBuffer()],
    ['24 megapixels', () => aJpeg(6000, 4000)],
  ])(
    '%s comes out clean',
    async (_, content) => {
      const { token } = salon.admin;
      const { status, body } = await post('/pictures?kind=WORK', await content(), {
        token,
        type: 'application/octet-stream',
      });
      expect({ status, ...body }).toMatchObject({ status: 201 });
      const { format, space, depth, hasAlpha } = await sharp((await get(body.url)).rawPayload).metadata();
      expect({ format, space, depth, hasAlpha }).toEqual({
        format: 'webp',
        space: 'srgb',
        depth: 'uchar',
        hasAlpha: false,
      });
    },
    60_000,
  );

  test('an endpoint for JSON still refuses a picture', async () => {
    expectCode(await post('/appointments', await aJpeg(), { token: salon.admin.token }), 'not_json');
    expectCode(await post(`/appointments/${toId(1)}/pictures?kind=WISH`, await aJpeg()), 'login_required');
  });
});

onSqlite('limits of wishes', { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true }, () => {
  beforeEach(ready);
  test('a booking takes ten uploads of clients a day, also failed ones', async () => {
    const ana = await aClient(salon);
    const id = await aBooking(salon, AHEAD, ana.id);
    const sent = { token: ana.token, address: '203.0.113.7' };
    for (let n = 0; n < 10; n++) expectCode(await add(id, 'WISH', Buffer.from('x'), sent), 'bad_picture');
    expectCode(await add(id, 'WISH', await aJpeg(), sent), 'too_many_actions');
    expect((await add(id, 'WISH', await aJpeg(), { token: salon.admin.token })).status).toBe(201);
  });

  test('more pictures at once than the server decodes in a while', async () => {
    const { token } = salon.admin;
    const pictures = await Promise.all(Array.from({ length: 40 }, () => aJpeg()));
    const answers = await Promise.all(pictures.map((bytes) => post('/pictures?kind=WORK', bytes, { token })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectCode(answer, 'pictures_busy');
    expect(await rows()).toHaveLength(answers.length - refused.length);
    expectCode(await post('/pictures?kind=WORK', Buffer.alloc(0), { token }), 'bad_picture'); // no longer busy
  });
});
