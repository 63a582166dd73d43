import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '../../src/domain/language/languages.ts';
import { type Sentence, said } from '../../src/domain/language/translate.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { inLanguage } from '../../src/server/platform/language.ts';
import { aClient, aService, aSlot, aTechnicianPerson, seen } from '../support/builders.ts';
import { freshDay, freshPhone } from '../support/days.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

interface Request {
  /** The Accept-Language header. */
  readonly reads?: string;
  readonly who?: Person;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

function ask(name: string, { reads, who, body, headers }: Request = {}): Promise<LightMyRequestResponse> {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT', string];
  return salon.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      ...(reads !== undefined && { 'accept-language': reads }),
      ...(who?.token && { authorization: `Bearer ${who.token}` }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
}

const offer = (languages: readonly Language[]) =>
  salon.admin.call('PUT /settings', { body: { languages: [...languages] } });
const ALL = ['sr-Latn', 'sr-Cyrl', 'en', 'ru'] as const;
const inAll = (sentence: Sentence) =>
  Object.fromEntries(ALL.map((one) => [one, inLanguage(one, () => said(sentence))])) as Record<
    Language,
    string
  >;
const UNKNOWN = inAll('Tražena adresa ne postoji.');
const CHECK = inAll('Proverite unete podatke.');
const LOG_IN = inAll('Prijavite se ponovo.');
const errorOf = async (asked: Promise<LightMyRequestResponse>) => (await asked).json().error as string;

onBothEngines('the language of the page', () => {
  beforeEach(() => offer(ALL));

  describe('refusals', () => {
    test.each([
      ['ru', 'ru'],
      ['sr-Cyrl', 'sr-Cyrl'],
      ['en-GB,en;q=0.9', 'en'],
      ['de', 'en'],
      ['hr', 'sr-Latn'],
      ['*', 'sr-Latn'],
      [undefined, 'sr-Latn'],
    ] as const)('to a visitor who reads %s are in %s', async (reads, language) => {
      const { statusCode, headers, body } = await ask('GET /nowhere', reads ? { reads } : {});
      expect({ statusCode, vary: headers.vary }).toEqual({ statusCode: 404, vary: 'Accept-Language' });
      expect(JSON.parse(body)).toEqual({ error: UNKNOWN[language], code: 'unknown_path' });
    });

    test('differ between the languages', () => {
      for (const texts of [UNKNOWN, CHECK, LOG_IN]) expect(new Set(Object.values(texts)).size).toBe(4);
    });

    test('are in a language that is on, or else in Serbian, of one language without Vary', async () => {
      await offer(['sr-Latn', 'ru']);
      expect(await errorOf(ask('GET /nowhere', { reads: 'en' }))).toBe(UNKNOWN['sr-Latn']);
      expect(await errorOf(ask('GET /nowhere', { reads: 'en,ru;q=0.1' }))).toBe(UNKNOWN.ru);
      await offer(['sr-Latn']);
      const { headers, body } = await ask('GET /nowhere', { reads: 'ru' });
      expect(JSON.parse(body).error).toBe(UNKNOWN['sr-Latn']);
      expect(headers.vary).toBeUndefined();
    });

    test('do not follow the cookie', async () => {
      const headers = { cookie: 'jezik=ru' };
      expect(await errorOf(ask('GET /nowhere', { headers }))).toBe(UNKNOWN['sr-Latn']);
      expect(await errorOf(ask('GET /nowhere', { headers, reads: 'en' }))).toBe(UNKNOWN.en);
    });

    test('to a client are in her language, to owner and technicians in Serbian', async () => {
      const wrong = { reads: 'ru', body: { reason: 5 } };
      const cancel = (who: Person) => errorOf(ask('POST /appointments/9999/cancel', { ...wrong, who }));
      const client = await aClient(salon);
      expect(await cancel(client)).toBe(CHECK.ru);
      expect(await cancel(salon.admin)).toBe(CHECK['sr-Latn']);
      expect(await cancel(await aTechnicianPerson(salon))).toBe(CHECK['sr-Latn']);
      await client.call('PUT /auth/me/notifications', { body: { language: 'en' } });
      expect(await cancel(client)).toBe(CHECK.ru); // her page's language counts, not her profile's
      await salon.admin.call('PUT /auth/me/notifications', { body: { language: 'ru' } });
      expect(await cancel(salon.admin)).toBe(CHECK['sr-Latn']);
    });

    test('name fields, limits of the body and broken bodies in the language too', async () => {
      const fields = async (body: object) =>
        (await ask('POST /auth/register', { reads: 'en', body })).json().fields;
      expect(await fields({ email: 'x' })).toEqual({ email: inAll('Email adresa nije ispravna.').en });
      expect(await fields({ more: 1, email: 1 })).toMatchObject({ more: inAll('Nepoznato polje.').en });
      const own = { name: 'Ana', email: 'ana@primer.rs', password: 'abc', password_confirm: 'abc' };
      const short = inAll('Lozinka mora imati bar 6 karaktera.').en;
      expect((await ask('POST /auth/register', { reads: 'en', body: own })).json()).toMatchObject({
        error: short,
        fields: { password: short },
      });
      const broken = salon.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'accept-language': 'sr-Cyrl', 'content-type': 'application/json' },
        payload: '{',
      });
      expect(await errorOf(broken)).toBe(inAll('Zahtev nije ispravan JSON.')['sr-Cyrl']);
      const badKey = salon.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'accept-language': 'en', 'content-type': 'application/json' },
        payload: '{"constructor":1}',
      });
      expect((await badKey).json().fields).toEqual({ constructor: inAll('Nepoznato polje.').en });
    });

    test('of a dead session and of a missing one are in the language of the page', async () => {
      const dead = { reads: 'ru', headers: { authorization: `Bearer ${'a'.repeat(43)}` } };
      expect(await errorOf(ask('GET /auth/me', dead))).toBe(LOG_IN.ru);
      expect(await errorOf(ask('GET /auth/me', { reads: 'ru' }))).toBe(LOG_IN.ru);
    });

    test('of concurrent readers of one address are each in the reader’s language', async () => {
      const url = 'GET /appointments?from=2026-11-20&to=2026-11-19';
      await ask('GET /appointments?from=2026-11-20&to=2026-11-20');
      const readers = Array.from({ length: 24 }, (_, n) => ALL[n % 4] as Language);
      const errors = await Promise.all(readers.map((reads) => errorOf(ask(url, { reads }))));
      const byLanguage = Map.groupBy(errors, (_, n) => readers[n]);
      expect([...byLanguage.values()].map((found) => new Set(found).size)).toEqual([1, 1, 1, 1]);
      expect(new Set(errors).size).toBe(4);
    });
  });

  test('free slots, services and the salon are the same for readers of all languages', async () => {
    const day = freshDay();
    await aSlot(salon, `${day} 10:00:00` as WallTime);
    for (const path of [`/appointments?from=${day}&to=${day}`, '/services', '/salon']) {
      const answers = await Promise.all(ALL.map((reads) => ask(`GET ${path}`, { reads })));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(answers.map(({ headers }) => headers.vary)).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
    const wrong = await ask('GET /appointments?from=x', { reads: 'ru' });
    expect({ status: wrong.statusCode, vary: wrong.headers.vary }).toEqual({ status: 400, vary: undefined });
  });

  describe('is stored', () => {
    const stored = (table: 'bookings' | 'waitlist_entries' | 'users') =>
      salon.db.selectFrom(table).select('language').orderBy('id', 'desc').executeTakeFirst();
    const book = async (request: Request) => {
      const start = `${freshDay()} 10:00:00` as WallTime;
      const id = await aSlot(salon, start);
      const response = await ask(`POST /appointments/${id}/book`, {
        ...request,
        body: { ...seen(start), ...request.body },
      });
      expect(response.statusCode).toBe(200);
      return (await stored('bookings'))?.language;
    };
    const guest = () => ({ guest_name: 'Mira', guest_phone: freshPhone() });

    test('with the booking of a visitor, a client and her guest; not with the salon’s', async () => {
      const client = await aClient(salon);
      expect(await book({ reads: 'ru', body: guest() })).toBe('ru');
      expect(await book({ reads: 'sr-Latn', body: guest() })).toBe('sr-Latn');
      expect(await book({ reads: 'en', who: client })).toBe('en');
      expect(await book({ reads: 'sr-Cyrl', who: client, body: guest() })).toBe('sr-Cyrl');
      expect(await book({ reads: 'ru', who: salon.admin, body: guest() })).toBeNull();
      await offer(['sr-Latn']);
      expect(await book({ reads: 'ru', body: guest() })).toBeNull();
    });

    test('with a waitlist entry, of somebody who joins again anew', async () => {
      const [client, date] = [await aClient(salon), freshDay()];
      const join = async (request: Request) => {
        await ask('POST /client-notifications/free-slot', { ...request, body: { date, ...request.body } });
        return (await stored('waitlist_entries'))?.language;
      };
      expect(await join({ reads: 'ru', who: client })).toBe('ru');
      expect(await join({ reads: 'en', who: client })).toBe('en');
      expect(await join({ reads: 'sr-Cyrl', body: guest() })).toBe('sr-Cyrl');
      expect(await join({ reads: 'ru', who: salon.admin, body: guest() })).toBeNull();
    });

    test('with a registration, and a client changes it; an unknown one is refused', async () => {
      const body = {
        name: 'Ana',
        email: 'ana.jezik@primer.rs',
        password: 'lozinka',
        password_confirm: 'lozinka',
      };
      const made = await ask('POST /auth/register', { reads: 'ru-RU', body });
      expect(made.statusCode).toBe(201);
      const who = salon.as(made.json().token);
      expect(await who.call('GET /auth/me')).toMatchObject({ language: 'ru', mail_on: 1 });
      const choose = (language: unknown) => ask('PUT /auth/me/notifications', { who, body: { language } });
      expect((await choose('sr-Cyrl')).json()).toMatchObject({ language: 'sr-Cyrl', mail_on: 1 });
      expect((await choose('de')).json()).toMatchObject({
        code: 'bad_input',
        fields: { language: expect.any(String) },
      });
      await who.call('PUT /auth/me/notifications', { body: { mail_on: 0 } });
      expect(await who.call('GET /auth/me')).toMatchObject({ language: 'sr-Cyrl', mail_on: 0 });
      const profile = (await who.call('GET /auth/me/export')).profile;
      expect(profile).toMatchObject({ language: 'sr-Cyrl' });
      expect((await choose(null)).json()).toMatchObject({ language: null });
    });

    test('with the profile of the owner, whatever the salon offers', async () => {
      await offer(['sr-Latn']);
      const saved = await salon.admin.call('PUT /auth/me/notifications', { body: { language: 'sr-Cyrl' } });
      expect(saved.language).toBe('sr-Cyrl');
      expect(await salon.admin.call('GET /auth/me')).toMatchObject({ language: 'sr-Cyrl' });
    });
  });

  test('logging in and choosing set the cookie, if the language is on', async () => {
    const client = await aClient(salon, { password: 'lozinka' });
    const logIn = async (password = 'lozinka') =>
      (await ask('POST /auth/login', { body: { email: client.email, password } })).headers['set-cookie'];
    const choose = async (body: object) =>
      (await ask('PUT /auth/me/notifications', { who: client, body })).headers['set-cookie'];
    const cookie = (language: Language) => `jezik=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
    expect(await logIn()).toBeUndefined();
    expect(await choose({ language: 'ru' })).toBe(cookie('ru'));
    expect(await choose({ mail_on: 1 })).toBeUndefined();
    expect(await logIn()).toBe(cookie('ru'));
    expect(await logIn('pogrešna')).toBeUndefined();
    await offer(['sr-Latn', 'en']);
    expect(await logIn()).toBeUndefined();
    expect(await choose({ language: 'sr-Cyrl' })).toBeUndefined();
    expect(await choose({ language: 'sr-Latn' })).toBe(cookie('sr-Latn'));
    expect(await choose({ language: null })).toBeUndefined();
    await offer(['sr-Latn']);
    expect(await choose({ language: 'sr-Latn' })).toBeUndefined();
  });

  test('staff get their script on the device and in refusals, whatever the salon offers', async () => {
    const staff = await aTechnicianPerson(salon);
    const choose = async (language: Language, cookie = '') =>
      (await ask('PUT /auth/me/notifications', { who: staff, body: { language }, headers: { cookie } }))
        .headers['set-cookie'];
    const cookie = (script: string) => `pismo=${script}; Path=/; Max-Age=31536000; SameSite=Lax`;
    const refusal = async () =>
      (await ask('POST /appointments/9999/cancel', { who: staff, body: {} })).json();
    await offer(['sr-Latn']);
    expect(await choose('sr-Latn')).toBeUndefined();
    expect((await refusal()).error).toBe(CHECK['sr-Latn']);
    expect(await choose('sr-Cyrl')).toBe(cookie('sr-Cyrl'));
    const { error, fields } = await refusal();
    expect(error).toBe(CHECK['sr-Cyrl']);
    expect(fields.reason).toMatch(/^[А-ЯЂЈЉЊЋЏа-яђјљњћџ .]+$/);
    expect(await choose('ru', 'a=b; pismo=sr-Cyrl')).toBe(cookie('sr-Latn'));
    const headers = { cookie: 'pismo=sr-Cyrl' };
    const left = await ask('POST /auth/logout', { who: staff, headers });
    expect(left.headers['set-cookie']).toBe('pismo=; Path=/; Max-Age=0; SameSite=Lax');
  });

  test('the owner reads the results of imports in her script', async () => {
    await salon.admin.call('PUT /auth/me/notifications', { body: { language: 'sr-Cyrl' } });
    const reasonIn = async (path: string, rows: object[]) =>
      (await ask(`POST ${path}/import`, { who: salon.admin, body: { rows } })).json().rows[0].reason;
    expect(await reasonIn('/appointments', [{ name: 'Ana' }])).toBe('допишите дан и сат');
    expect(await reasonIn('/appointments', [{ name: 'Ana', status: 'CANCELLED' }])).toBe('Отказан.');
    expect(await reasonIn('/users/clients', [{ name: 'Ana' }])).toBe('Унесите телефон или имејл.');
    await salon.admin.call('PUT /auth/me/notifications', { body: { language: null } });
    expect(await reasonIn('/appointments', [{ name: 'Ana' }])).toBe('dopišite dan i sat');
  });

  test('the lines of a booking keep all names of a service; `service_name` is as typed', async () => {
    const gel = await aService(salon, { name: 'Gel lak' });
    const plain = await aService(salon, { name: 'Skidanje' });
    const rename = (name_en: string) =>
      salon.admin.call('PUT /services/{id}', { params: { id: gel }, body: { name_en, name_ru: 'Гель-лак' } });
    await rename('Gel polish');
    const client = await aClient(salon);
    const start = `${freshDay()} 10:00:00` as WallTime;
    const id = await aSlot(salon, start, 120);
    await client.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(start, 120), service_ids: [gel, plain] },
    });
    await rename('Shellac');
    const [own] = await client.call('GET /appointments/upcoming');
    expect(own).toMatchObject({
      service_name: 'Gel lak + Skidanje',
      services: [{ name: 'Gel lak', name_en: 'Gel polish', name_ru: 'Гель-лак' }, { name: 'Skidanje' }],
    });
    expect(Object.keys(own?.services[1] ?? {})).not.toContain('name_en');
  });
});
