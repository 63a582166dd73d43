import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId, PictureId } from '../../../src/domain/ids.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { makeGuestLink } from '../../../src/server/guest-links/guest-links.ts';
import { deleteOutdatedPictures } from '../../../src/server/pictures/pictures.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { makeFolder } from '../../../src/server/platform/pictures/files.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  aService,
  aSlot,
  aTechnicianPerson,
  seen,
} from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { bookingOf } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import {
  AHEAD,
  add,
  aJpeg,
  as,
  expectCode,
  files,
  folder,
  get,
  post,
  remove,
  rows,
  TODAY,
} from './prepare.ts';

onBothEngines('pictures', { emptyBeforeEach: true }, () => {
  let ana: Person;
  let owner: { token: string | null };
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    await makeFolder(salon.db, salon.platform.config, salon.clock.ms());
    owner = { token: salon.admin.token };
  });

  test('a picture comes back clean: turned, scaled, as WebP without metadata, with a thumbnail and its color', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const original = await sharp({
      create: { width: 2000, height: 1000, channels: 3, background: '#c02040' },
    })
      .withExif({ IFD0: { Copyright: 'kanarinka' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([original, Buffer.from('<script>kanarinka</script>')]);
    const { status, body } = await add(id, 'WISH', polyglot, { token: ana.token });
    expect({ status, ...body }).toMatchObject({ status: 201, kind: 'WISH', width: 640, height: 1280 });
    expect(body.color).toMatch(/^#[0-9a-f]{6}$/);
    for (const [url, longest] of [
      [body.url, 1280],
      [body.thumb, 320],
    ] as const) {
      const answer = await get(url);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.rawPayload.includes('kanarinka')).toBe(false);
      const { format, width, height, exif, orientation } = await sharp(answer.rawPayload).metadata();
      expect({ format, width, height, exif, orientation }).toEqual({
        format: 'webp',
        width: longest / 2,
        height: longest,
        exif: undefined,
        orientation: undefined,
      });
    }
    const result = await add(await aBooking(salon, TODAY, ana.id), 'RESULT', original, owner);
    expect(result.body).toMatchObject({ kind: 'RESULT', width: 800, height: 1600 });
    expect((await add(id, 'WISH', await aJpeg(20, 10), { token: ana.token })).body).toMatchObject({
      width: 20,
      height: 10,
    });
  });

  test('the salon sees wishes and results, the client only wishes; other clients see nothing', async () => {
    const id = await aBooking(salon, TODAY, ana.id);
    const booking_id = await bookingOf(salon, id);
    await add(id, 'RESULT', await aJpeg(), owner);
    await salon.db
      .insertInto('pictures')
      .values({ ...(await stored()), kind: 'WISH', booking_id, made_at: 1 })
      .execute();
    const kinds = async (who: Person) =>
      (await who.call('GET /appointments/{id}', { params: { id } })).pictures.map(({ kind }) => kind);
    expect(await kinds(salon.admin)).toEqual(['WISH', 'RESULT']);
    expect(await kinds(ana)).toEqual(['WISH']);
    const list = await salon.admin.call('GET /analytics/calendar', {
      query: { from: '2026-11-17', to: '2026-11-17' },
    });
    expect(list.map(({ pictures }) => pictures.length)).toEqual([2]);
    const stranger = await aClient(salon);
    expectCode(await add(id, 'WISH', await aJpeg(), { token: stranger.token }), 'not_found');
    expectCode(await add(id, 'RESULT', await aJpeg(), { token: ana.token }), 'not_allowed');
  });
  const stored = async () => {
    const [row] = await rows();
    if (!row) throw new Error('no picture');
    const { file, thumb, width, height, color, bytes } = row;
    return { file, thumb, width, height, color, bytes };
  };

  test('a wish is refused once the appointment has begun, a result before, and each kind above its number', async () => {
    const [ahead, begun] = [await aBooking(salon, AHEAD, ana.id), await aBooking(salon, TODAY, ana.id)];
    expectCode(await add(begun, 'WISH', await aJpeg(), { token: ana.token }), 'appointment_over');
    expectCode(await add(ahead, 'RESULT', await aJpeg(), owner), 'appointment_not_begun');
    for (const [id, kind, most] of [
      [ahead, 'WISH', 3],
      [begun, 'RESULT', 6],
    ] as const) {
      for (let n = 0; n < most; n++) expect((await add(id, kind, await aJpeg(), owner)).status).toBe(201);
      expectCode(await add(id, kind, await aJpeg(), owner), 'too_many_pictures');
    }
  });

  test('of four wishes at the same time three are kept', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const sent = await Promise.all(
      [1, 2, 3, 4].map(async () => add(id, 'WISH', await aJpeg(), { token: ana.token })),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
    expect(await rows()).toHaveLength(3);
  });

  test('with wish_pictures 0 clients and guests send no wish, the salon does', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    await salon.admin.call('PUT /settings', { body: { wish_pictures: 0 } });
    expectCode(await add(id, 'WISH', await aJpeg(), { token: ana.token }), 'not_allowed');
    expect((await add(id, 'WISH', await aJpeg(), owner)).status).toBe(201);
  });

  test('a technician adds and deletes pictures of her own bookings only', async () => {
    const mina = await aTechnicianPerson(salon);
    const [own, other] = [
      await aBooking(salon, TODAY, ana.id, { technician_id: mina.technician }),
      await aBooking(salon, TODAY, ana.id),
    ];
    const { body } = await add(own, 'RESULT', await aJpeg(), { token: mina.token });
    expectCode(await add(other, 'RESULT', await aJpeg(), { token: mina.token }), 'not_allowed');
    const theirs = (await add(other, 'RESULT', await aJpeg(), owner)).body;
    expect((await remove(theirs.id, as(mina))).json()).toMatchObject({ code: 'not_allowed' });
    expect((await remove(body.id, as(mina))).statusCode).toBe(204);
  });

  test('a guest sends and deletes a wish by the link of the booking', async () => {
    const id = await aGuestBooking(salon, AHEAD);
    const link = await makeGuestLink(salon.db, await bookingOf(salon, id));
    const sent = await post('/guest-link/pictures', await aJpeg(), { link });
    expect(sent).toMatchObject({ status: 201, body: { kind: 'WISH' } });
    const view = await salon.visitor.call('POST /guest-link/view', { body: { token: link } });
    expect(view.pictures.map((picture) => picture.id)).toEqual([sent.body.id]);
    expectCode(
      await post('/guest-link/pictures', await aJpeg(), { link: 'x'.repeat(43) }),
      'guest_link_dead',
    );
    expectCode(await post('/guest-link/pictures', await aJpeg()), 'guest_link_dead');
    expect((await remove(sent.body.id, {})).statusCode).toBe(404);
    expect((await remove(sent.body.id, as(ana))).statusCode).toBe(404);
    expect((await remove(sent.body.id, { 'x-guest-link': link })).statusCode).toBe(204);
    expect(await rows()).toEqual([]);
  });

  test('a client deletes her wish but no result', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const wish = (await add(id, 'WISH', await aJpeg(), { token: ana.token })).body;
    const result = (await add(await aBooking(salon, TODAY, ana.id), 'RESULT', await aJpeg(), owner)).body;
    expect((await remove(result.id, as(ana))).statusCode).toBe(404);
    expect((await remove(wish.id, as(await aClient(salon)))).statusCode).toBe(404);
    expect((await remove(wish.id, as(ana))).statusCode).toBe(204);
  });

  test('a repeated key returns the same picture, signed anew; another picture with the key is refused', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const bytes = await aJpeg();
    const sent = { token: ana.token, key: 'ključ-1' };
    const first = await add(id, 'WISH', bytes, sent);
    salon.clock.advance(1);
    const again = await add(id, 'WISH', bytes, sent);
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect(again.body.url).not.toBe(first.body.url);
    expectCode(await add(id, 'WISH', await aJpeg(), sent), 'key_reused');
    expect(await rows()).toHaveLength(1);
  });

  test('a URL is valid for an hour, for its picture and size only', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    const { url, thumb } = (await add(id, 'WISH', await aJpeg(), { token: ana.token })).body;
    const status = async (address: string) => (await get(address)).statusCode;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace('size=picture', 'size=thumb'))).toBe(404);
    expect(await status(url.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 1}`))).toBe(404);
    expect(await status(url.replace(/pictures\/(\d+)/, (_, n) => `pictures/${Number(n) + 1}`))).toBe(404);
    salon.clock.advance(60);
    expect(await status(thumb)).toBe(200);
    salon.clock.advance(1);
    expect(await status(thumb)).toBe(404);
  });

  test('wishes go 30 days after the appointment, pictures for works after a day unless a work uses them', async () => {
    const service_id = await aService(salon);
    const id = await aBooking(salon, AHEAD, ana.id);
    await add(id, 'WISH', await aJpeg(), { token: ana.token });
    await post('/pictures?kind=WORK', await aJpeg(), owner);
    const used = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
    await salon.admin.call('POST /works', { body: { picture_id: used.id, service_id, consent: 1 } });
    const clear = () => deleteOutdatedPictures(salon.db, readClock(salon.clock), salon.platform.config);
    await clear();
    expect(await rows()).toHaveLength(3);
    salon.clock.set('2026-12-20 09:00:00');
    await clear();
    expect((await rows()).map(({ kind }) => kind)).toEqual(['WISH', 'WORK']);
    salon.clock.set('2026-12-21 09:00:00');
    await clear();
    expect((await rows()).map((row) => row.id)).toEqual([used.id]);
  });

  test('forgetting a guest deletes wishes and results, but keeps a published work with day and wording of the consent', async () => {
    const service_id = await aService(salon);
    const id = await aGuestBooking(salon, '2023-10-01 12:00:00');
    const published = (await add(id, 'RESULT', await aJpeg(), owner)).body;
    await add(id, 'RESULT', await aJpeg(), owner);
    await salon.admin.call('POST /works', { body: { picture_id: published.id, service_id, consent: 1 } });
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    expect(await rows()).toMatchObject([{ id: published.id, booking_id: null, by_user: null, kind: 'WORK' }]);
    const [work] = await salon.admin.call('GET /works');
    expect(work?.consent).toMatchObject({ by: null, text: 'Klijentkinja je saglasna da se slika objavi' });
  });

  test('erasing a client deletes her pictures and takes her works down', async () => {
    const service_id = await aService(salon);
    const id = await aBooking(salon, TODAY, ana.id);
    const { body } = await add(id, 'RESULT', await aJpeg(), owner);
    await salon.admin.call('POST /works', { body: { picture_id: body.id, service_id, consent: 1 } });
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    expect(await rows()).toEqual([]);
    expect(await salon.visitor.call('GET /works')).toEqual([]);
  });

  test('a correction of the person deletes the wishes and keeps the results', async () => {
    const id = await aBooking(salon, AHEAD, ana.id);
    await add(id, 'WISH', await aJpeg(), { token: ana.token });
    salon.clock.set('2026-11-20 10:30:00');
    await add(id, 'RESULT', await aJpeg(), owner);
    const other = await aClient(salon);
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { client_id: other.id } });
    expect((await rows()).map(({ kind }) => kind)).toEqual(['RESULT']);
  });

  test('works are public with an ETag, in the owner’s order, and gone at once after removal', async () => {
    const [lak, izlivanje] = [await aService(salon), await aService(salon)];
    const works: { id: number; url: string; thumb: string }[] = [];
    for (const service_id of [lak, izlivanje]) {
      const { id } = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
      works.push(await salon.admin.call('POST /works', { body: { picture_id: id, service_id, consent: 1 } }));
      expectCode({ status: 409, body: await again(id, service_id) }, 'conflict');
    }
    const ids = works.map(({ id }) => id).reverse();
    await salon.admin.call('PUT /works/order', { body: { ids: ids as never } });
    const listed = await salon.visitor.call('GET /works');
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed[0]).not.toHaveProperty('consent');
    const answer = await get(listed[0]?.url ?? '');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/webp',
    });
    const { etag } = answer.headers;
    expect((await get(listed[0]?.url ?? '', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    await salon.admin.call('DELETE /works/{id}', { params: { id: listed[0]?.id ?? 0 } });
    expect((await get(listed[0]?.url ?? '')).statusCode).toBe(404);
    await salon.admin.call('DELETE /services/{id}', { params: { id: lak } });
    expect(await salon.visitor.call('GET /works')).toEqual([]);
  });

  test('works of a hidden service are listed to nobody, and the order names the others', async () => {
    const hidden = await aService(salon);
    const works = [];
    for (const service_id of [await aService(salon), hidden]) {
      const { id: picture_id } = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
      works.push(await salon.admin.call('POST /works', { body: { picture_id, service_id, consent: 1 } }));
    }
    const [shown, other] = works;
    await salon.admin.call('PUT /services/{id}', { params: { id: hidden }, body: { is_offered: 0 } });
    for (const who of [salon.admin, salon.visitor])
      expect((await who.call('GET /works')).map(({ id }) => id)).toEqual([shown?.id]);
    expect((await get(other?.url ?? '')).statusCode).toBe(404);
    await salon.admin.call('PUT /works/order', { body: { ids: [shown?.id as never] } });
    const { id: picture_id } = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
    expect(
      await salon.admin.call('POST /works', { body: { picture_id, service_id: hidden, consent: 1 } }),
    ).toMatchObject({ picture_id, service_id: hidden });
    await salon.admin.call('PUT /services/{id}', { params: { id: hidden }, body: { is_offered: 1 } });
    expect(await salon.visitor.call('GET /works')).toHaveLength(3);
  });

  test('a result whose work is of a hidden or deleted service can be published for another', async () => {
    const { body } = await add(await aBooking(salon, TODAY, ana.id), 'RESULT', await aJpeg(), owner);
    const publish = async (service_id: number) => {
      const answer = await again(body.id, service_id);
      expect(await salon.visitor.call('GET /works')).toMatchObject([{ id: answer.id, service_id }]);
    };
    const [hidden, deleted, other] = [await aService(salon), await aService(salon), await aService(salon)];
    await publish(hidden);
    await salon.admin.call('PUT /services/{id}', { params: { id: hidden }, body: { is_offered: 0 } });
    await publish(deleted);
    await salon.admin.call('DELETE /services/{id}', { params: { id: deleted } });
    await publish(other);
  });

  test('works of a deleted service do not count toward the limit of 60', async () => {
    const service_id = await aService(salon);
    const { id: picture_id } = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
    await salon.admin.call('POST /works', { body: { picture_id, service_id, consent: 1 } });
    await salon.admin.call('DELETE /services/{id}', { params: { id: service_id } });
    salon.clock.set('2026-11-19 09:00:00');
    await deleteOutdatedPictures(salon.db, readClock(salon.clock), salon.platform.config);
    expect(await rows()).toEqual([]);
  });

  const again = async (picture_id: PictureId, service_id: number) =>
    (
      await salon.app.inject({
        method: 'POST',
        url: '/api/works',
        headers: as(salon.admin),
        payload: { picture_id, service_id, consent: 1 },
      })
    ).json();

  test('a work that is booked again is the wish of the booking, and goes with the work', async () => {
    const service_id = await aService(salon);
    const { id: picture_id } = (await post('/pictures?kind=WORK', await aJpeg(), owner)).body;
    const { id: work_id } = await salon.admin.call('POST /works', {
      body: { picture_id, service_id, consent: 1 },
    });
    const book = async (start: typeof AHEAD, id = work_id) =>
      ana.call('POST /appointments/{id}/book', {
        params: { id: await aSlot(salon, start) },
        body: { ...seen(start), work_id: id },
      });
    const booked = await book(AHEAD);
    expect(booked.pictures).toMatchObject([{ kind: 'WISH' }]);
    expect((await get(booked.pictures[0]?.url ?? '')).statusCode).toBe(200);
    await salon.admin.call('DELETE /works/{id}', { params: { id: work_id } });
    expect((await ana.call('GET /appointments/{id}', { params: { id: booked.id } })).pictures).toEqual([]);
    await expectRefused(book('2026-11-21 10:00:00' as typeof AHEAD), 'work_gone');
    const { id } = await salon.admin.call('POST /works', { body: { picture_id, service_id, consent: 1 } });
    const other = await book('2026-11-22 10:00:00' as typeof AHEAD, id);
    await remove(picture_id, as(salon.admin));
    expect((await ana.call('GET /appointments/{id}', { params: { id: other.id } })).pictures).toEqual([]);
  });

  test('the health report counts pictures and missing files; a folder of another salon switches pictures off', async () => {
    const id: AppointmentId = await aBooking(salon, AHEAD, ana.id);
    const { url } = (await add(id, 'WISH', await aJpeg(400, 300), { token: ana.token })).body;
    const health = async () => (await salon.admin.call('GET /health')).pictures;
    const bytes = (await rows())[0]?.bytes;
    expect(await health()).toEqual({ on: true, count: 1, bytes, missing: 0 });
    expect(await salon.visitor.call('GET /health')).toEqual({ status: 'ok' });
    for (const name of files()) rmSync(join(folder(), name));
    expect(await health()).toMatchObject({ on: true, missing: 2 });
    const word = join(folder(), '.salon');
    expect(statSync(word).mode & 0o077).toBe(0);
    writeFileSync(word, 'another salon');
    expect(await health()).toMatchObject({ on: false });
    expectCode(await add(id, 'WISH', await aJpeg(), { token: ana.token }), 'pictures_away');
    expect((await get(url)).json()).toMatchObject({ code: 'pictures_away' });
    await salon.db.deleteFrom('secrets').where('name', '=', 'picture_folder').execute();
    await makeFolder(salon.db, salon.platform.config, salon.clock.ms());
    expect(await health()).toMatchObject({ on: true });
  });
});
