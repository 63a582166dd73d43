import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { dueMessages } from '../../../src/server/rhythm/due-messages.ts';
import { aBooking, aClient, aGuestBooking, aService, aSlot, seen } from '../../support/builders.ts';
import { createFixture, type Fixture } from '../../support/request-examples.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';

const PHONE = '064 777 7071';
const SERVICE = 'Kanarinčeva usluga';
const VISIT = '2026-10-23';
const SECRETS = /kanarin|tajni-grad|tajna@|2026-10-23/i;
const STAFF_ONLY = /"person_id"|"staff_note"|"is_shared_number"/;

/** What the salon knows of a person: everything but the words that a stranger types. */
const CARD = {
  name: 'Kanarinka Prava',
  email: 'tajna@primer.rs',
  city: 'tajni-grad',
  notes: 'kanarinka-beleška',
  staff_note: 'kanarinka-alergija',
};

onBothEngines('what a stranger learns of a person by her name and number', () => {
  let fixture: Fixture;
  let stranger: Person;
  let link: string;
  const typed = { guest_name: 'Jelena', guest_phone: PHONE };

  beforeAll(async () => {
    fixture = await createFixture(salon);
    const service_id = await aService(salon, { name: SERVICE });
    await salon.db.updateTable('services').set({ return_weeks: 2 }).where('id', '=', service_id).execute();
    const visit = { service_id, service_name: SERVICE, attended: 1 as const, notes: 'kanarinka-napomena' };
    await aGuestBooking(salon, `${VISIT} 09:00:00`, { name: 'Jelena', phone: PHONE });
    const [found] = await salon.admin.call('GET /people', { query: { q: 'Jelena' } });
    const id = found?.id ?? 0;
    const { name, ...card } = CARD;
    await salon.admin.call('PUT /people/{id}', { params: { id }, body: { ...card, name } });
    await salon.db
      .updateTable('bookings')
      .set({ note: visit.notes })
      .where('person_id', '=', found?.id ?? null)
      .execute();
    const client = await aClient(salon, {
      name: 'Jelena',
      phone: PHONE,
      email: 'tajna2@primer.rs',
      notes: CARD.notes,
    });
    await aBooking(salon, `${VISIT} 11:00:00`, client.id, visit);
    const account = await accountById(salon, client.id);
    const edited = { staff_note: CARD.staff_note, city: CARD.city };
    await salon.admin.call('PUT /people/{id}', { params: { id: account.person_id }, body: edited });

    const password = 'lozinka-1';
    const body = {
      name: 'Jelena',
      email: 'neko@primer.rs',
      phone: PHONE,
      password,
      password_confirm: password,
    };
    const { token } = await salon.visitor.call('POST /auth/register', { body });
    stranger = salon.as(token);
    await stranger.call('PUT /auth/me/notifications', { body: { marketing_on: 1 } });
    for (const [who, start] of [
      [salon.visitor, '2026-11-20 09:00:00'],
      [stranger, '2026-11-20 11:00:00'],
    ] as const) {
      const slot = await aSlot(salon, start);
      const params = { id: slot };
      const booked = await who.call('POST /appointments/{id}/book', {
        params,
        body: { ...seen(start), ...typed },
      });
      link = booked.guest_link ?? link;
    }
    for (const who of [salon.visitor, stranger])
      await who.call('POST /client-notifications/free-slot', { body: { date: '2026-11-25', ...typed } });
  });

  const answerTo = async (entry: Endpoint, token: string | null, id?: number) => {
    const example = fixture.requestExamples[`${entry.method} ${entry.path}` as EndpointName];
    const path = entry.path.replace(/\{(\w+)\}/, (_, key) => String(id ?? example.params?.[key]));
    const isOfLink = entry.path.startsWith('/guest-link/');
    const body = example.body && {
      ...example.body,
      ...(isOfLink && { token: link }),
      ...(isOfGuest(entry) && typed),
    };
    const answer = await salon.app.inject({
      method: entry.method as 'GET',
      url: `/api${path}?${new URLSearchParams(example.query)}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    return answer.body + JSON.stringify(answer.headers);
  };
  const isOfGuest = ({ path }: Endpoint) => path.endsWith('/book') || path.endsWith('/guest');

  test('no endpoint says anything of her card, visits or account to a visitor or a client with her number', async () => {
    const tried = (endpoints as readonly Endpoint[]).filter(
      ({ path }) => !['/auth/logout', '/auth/me/delete', '/openapi.json', '/services'].includes(path),
    );
    const rows = await salon.db.selectFrom('appointments').select('id').execute();
    const people = await salon.db.selectFrom('people').select('id').execute();
    const ids = [...new Set([...rows, ...people].map(({ id }) => Number(id)))];
    const tries = tried.flatMap((entry) => (entry.params ? ids : [undefined]).map((id) => ({ entry, id })));
    trial({ what: 'canaries', cases: 2 * tries.length });
    for (const token of [null, stranger.token])
      for (const { entry, id } of tries) {
        const answer = await answerTo(entry, token, id);
        const what = `${entry.method} ${entry.path} ${id}`;
        expect({ what, secrets: SECRETS.exec(answer)?.[0] }).toEqual({ what, secrets: undefined });
        const isOwnExport = entry.path === '/auth/me/export'; // an own export has the note about oneself
        if (!isOwnExport)
          expect({ what, fields: STAFF_ONLY.exec(answer)?.[0] }).toEqual({ what, fields: undefined });
      }
  }, 120_000);

  test('a guest reads her own words by her link, never those of the card', async () => {
    const view = await salon.visitor.call('POST /guest-link/view', { body: { token: link } });
    expect(view).toMatchObject({ guest_name: 'Jelena', guest_phone: PHONE });
    expect(JSON.stringify(view)).not.toMatch(SECRETS);
  });

  test('an account with her number gets no message about her visits, and nothing of her in its export and mails', async () => {
    await dueMessages(salon.platform)();
    const own = await stranger.call('GET /client-notifications');
    expect(own.filter(({ type }) => type === 'TIME_TO_RETURN')).toEqual([]);
    expect(JSON.stringify(await stranger.call('GET /auth/me/export'))).not.toMatch(SECRETS);
    const { id } = await stranger.call('GET /auth/me');
    const mails = await salon.db
      .selectFrom('outbox')
      .select(['kind', 'content'])
      .where('user_id', '=', id)
      .execute();
    expect(JSON.stringify(mails)).not.toMatch(SECRETS);
  });

  test('her person has no booking of the stranger’s account', async () => {
    const { id } = await stranger.call('GET /auth/me');
    const hers = await salon.db
      .selectFrom('bookings')
      .innerJoin('people', 'people.id', 'bookings.person_id')
      .select('people.user_id')
      .where('bookings.client_id', '=', id)
      .where('people.user_id', '=', id)
      .execute();
    expect(hers).toEqual([]); // both are bookings for another person, whose words name her
    const people = await salon.admin.call('GET /people', { query: { q: PHONE } });
    expect(people.map(({ name, client_id }) => [name, client_id === null])).toEqual([
      ['Jelena', false],
      ['Jelena', false],
      ['Kanarinka Prava', true],
    ]);
  });
});
