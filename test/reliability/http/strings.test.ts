import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { readEmail, readName, readPhone } from '../../../src/domain/clients/contact.ts';
import { addDays, addMinutes, dateOf, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aSlot, seen } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';

type Answer = { status: number; json: unknown };
type Field = {
  /** Sends a request with the text in this field. Status 2xx means that the server has accepted the text. */
  send(text: string): Promise<Answer>;
  /** The value of the field in a response of the server. */
  read(): Promise<unknown>;
};

/** Contact data is stored as its reader understands it, other texts without the spaces around them. */
const READERS: Record<string, (text: string) => string> = {
  'her own name': readName,
  'a client’s name': readName,
  'a guest’s name': readName,
  'whom she books for': readName,
  'a client’s phone': readPhone,
  'a guest’s phone': readPhone,
  'a client’s email': readEmail,
};

onBothEngines('hostile strings', () => {
  let client: Person;
  let fields: Record<string, Field>;

  const ask = async (
    method: string,
    path: string,
    body: object | undefined,
    who: Person,
  ): Promise<Answer> => {
    const answer = await salon.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `/api${path}`,
      headers: who.token === null ? {} : { authorization: `Bearer ${who.token}` },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, json: answer.body === '' ? null : JSON.parse(answer.body) };
  };
  const part = (answer: Answer, name: string) => (answer.json as Record<string, unknown>)[name];
  const lastOf = (answer: Answer) => (answer.json as Record<string, unknown>[]).at(-1) ?? {};
  let time: WallTime = '2026-11-18 06:00:00';
  const nextTime = () => {
    time = time.endsWith('21:50:00') ? wallTimeOn(addDays(dateOf(time), 1), '06:00') : addMinutes(time, 10);
    return time;
  };

  beforeAll(async () => {
    client = await aClient(salon, { password: 'lozinka' });
    const { admin } = salon;
    const { id: service } = (await ask('POST', '/services', { name: 'x' }, admin)).json as { id: number };
    const appointment = await aBooking(salon, '2026-11-17 20:00:00', client.id);
    const edited = (path: string, name: string, who: Person, extra: object = {}): Field => ({
      send: (text) => ask('PUT', path, { [name]: text, ...extra }, who),
      read: async () => part(await ask('GET', path, undefined, who), name),
    });
    let last = 0;
    const bookedField = (name: string): Field => ({
      async send(text) {
        const start = nextTime();
        last = await aSlot(salon, start, 10);
        const guest = { guest_name: 'Gošća', guest_phone: '064 100001', ...seen(start, 10) };
        return ask('POST', `/appointments/${last}/book`, { ...guest, [name]: text }, admin);
      },
      read: async () => part(await ask('GET', `/appointments/${last}`, undefined, admin), name),
    });
    const person = `/users/${client.id}`;
    fields = {
      'a service’s name': {
        send: (text) => ask('PUT', `/services/${service}`, { name: text }, admin),
        read: async () => lastOf(await ask('GET', '/services', undefined, admin)).name,
      },
      'her own name': edited('/auth/me', 'name', client, { old_password: 'lozinka' }),
      'her own city': edited('/auth/me', 'city', client, { old_password: 'lozinka' }),
      'a client’s name': edited(person, 'name', admin),
      'a client’s phone': edited(person, 'phone', admin),
      'a client’s email': edited(person, 'email', admin),
      'a client’s city': edited(person, 'city', admin),
      'a client’s notes': edited(person, 'notes', admin),
      'an appointment’s notes': edited(`/appointments/${appointment}`, 'notes', admin),
      'a guest’s name': bookedField('guest_name'),
      'a guest’s phone': bookedField('guest_phone'),
      'a booking’s notes': bookedField('notes'),
      'whom she books for': {
        send: (text) =>
          ask(
            'POST',
            `/appointments/${appointment}/guest`,
            { guest_name: text, guest_phone: '064 100001' },
            client,
          ),
        read: async () =>
          part(await ask('GET', `/appointments/${appointment}`, undefined, client), 'guest_name'),
      },
      'why she cancels': {
        async send(text) {
          const start = nextTime();
          last = await anAppointment(salon, start, {
            minutes: 10,
            status: 'BOOKED',
            client_id: client.id,
            booked_at: 1,
          });
          return ask('POST', `/appointments/${last}/cancel`, { reason: text }, client);
        },
        read: async () => part(await ask('GET', `/appointments/${last}`, undefined, client), 'cancel_reason'),
      },
      'why the salon is closed': {
        send: (text) =>
          ask('POST', '/annual', { date_from: '2027-03-01', date_to: '2027-03-01', reason: text }, admin),
        async read() {
          const all = (await ask('GET', '/annual/mine', undefined, admin)).json as {
            id: number;
            reason: unknown;
          }[];
          return all.sort((a, b) => a.id - b.id).at(-1)?.reason;
        },
      },
    };
  });

  /** Returns 1 if the text was stored and is returned as its reader understands it, 0 if it was refused. */
  async function keeps(name: string, field: Field, text: string): Promise<0 | 1> {
    const what = `${name}: ${JSON.stringify(text).slice(0, 80)}`;
    const { status, json } = await field.send(text);
    if (status === 400) {
      expect(json, what).toMatchObject({ error: expect.any(String), code: expect.any(String) });
      return 0;
    }
    expect({ what, isTaken: status === 200 || status === 201, status }).toMatchObject({ isTaken: true });
    const read = READERS[name] ?? ((typed: string) => typed.trim());
    const kept = read(text) || null;
    expect({ what, kept: await field.read() }).toEqual({ what, kept });
    return 1;
  }

  test('every field stores and returns every hostile string unchanged, or refuses it with 400', async () => {
    trial({ what: 'strings', cases: HOSTILE_STRINGS.length * Object.keys(fields).length });
    let stored = 0;
    for (const [name, field] of Object.entries(fields))
      for (const text of HOSTILE_STRINGS) stored += await keeps(name, field, text);
    expect(stored).toBeGreaterThan((HOSTILE_STRINGS.length * Object.keys(fields).length) / 3);
  }, 120_000);

  test('searches, logins, links and tokens with hostile strings never cause a 5xx', async () => {
    trial({ what: 'strings', cases: 9 * HOSTILE_STRINGS.length });
    const at = nextTime();
    const slot = await aSlot(salon, at, 10);
    for (const text of HOSTILE_STRINGS) {
      const q = encodeURIComponent(text.toWellFormed());
      const answers = [
        await ask('GET', `/users?q=${q}`, undefined, salon.admin),
        await ask('GET', `/appointments?from=${q}&to=${q}`, undefined, salon.visitor),
        await ask('GET', `/appointments/${q}`, undefined, client),
        await ask('POST', '/auth/login', { email: text, password: text }, salon.visitor),
        await ask('POST', '/auth/forgot', { email: text }, salon.visitor),
        await ask(
          'POST',
          '/auth/reset',
          { token: text, new_password: 'lozinka', new_password_confirm: 'lozinka' },
          salon.visitor,
        ),
        await ask('POST', '/guest-link/view', { token: text }, salon.visitor),
        await ask('POST', '/appointments/undo', { undo_token: text }, salon.admin),
        await ask('POST', `/appointments/${slot}/book`, { ...seen(at, 10), seen_start: text }, client),
      ];
      for (const { status } of answers)
        expect({ text, status, isCrash: status >= 500 }).toMatchObject({ isCrash: false });
    }
    expect(salon.log()).not.toContain('"crash"');
  }, 120_000);
});
