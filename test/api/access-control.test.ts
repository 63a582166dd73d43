import { beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, technicianPartOf } from '../../src/contract/endpoint.ts';
import { errors } from '../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../src/contract/index.ts';
import { grantOf, rolesWith } from '../../src/domain/accounts/roles.ts';
import { aClient, aTechnicianPerson } from '../support/builders.ts';
import { contentsOf } from '../support/contents.ts';
import { createFixture, type Fixture, type RequestExample, tokenWith } from '../support/request-examples.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { trial } from '../support/trials/trial.ts';

const ENDPOINTS = (endpoints as readonly Endpoint[]).map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}` as EndpointName, endpoint] as const,
);
const ABSENT_ID = 2_000_000_000;
const HOSTILE_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9007199254740992',
  'abc',
  '%00',
  '١',
  '１',
  '01',
  '+1',
  '0x1',
  '1%20',
  "1'--",
];

/**
 * The endpoints that visitors, clients or technicians can use. Repeats the contract, so that an endpoint that is opened
 * by mistake fails a test. docs/spec/behaviour.md §4.1
 */
const OPEN_TO: Record<'public' | 'user' | 'staff', readonly EndpointName[]> = {
  public: [
    'POST /auth/login',
    'POST /auth/register',
    'POST /auth/forgot',
    'POST /auth/reset',
    'GET /services',
    'GET /technicians',
    'GET /appointments',
    'GET /appointments/closed',
    'GET /appointments/empty-days',
    'GET /calendar-feed/{secret}',
    'GET /calendar-files/{sealed}',
    'POST /appointments/{id}/book',
    'POST /client-notifications/free-slot',
    'POST /guest-link/view',
    'POST /guest-link/confirm',
    'POST /guest-link/no-sms',
    'POST /guest-link/free',
    'POST /guest-link/cancel',
    'POST /guest-link/reschedule',
    'POST /guest-link/service',
    'POST /guest-link/calendar',
    'POST /guest-link/pictures',
    'DELETE /pictures/{id}',
    'GET /pictures/{id}/file',
    'POST /voucher',
    'GET /works',
    'GET /works/{id}/file',
    'GET /salon',
    'GET /health',
    'GET /ready',
    'GET /openapi.json',
    'GET /events',
  ],
  user: [
    'GET /auth/me',
    'PUT /auth/me',
    'PUT /auth/me/notifications',
    'POST /auth/logout',
    'GET /auth/me/export',
    'GET /auth/me/holdings',
    'POST /auth/me/delete',
    'POST /auth/me/tickets',
    'GET /appointments/upcoming',
    'GET /appointments/{id}/free',
    'GET /appointments/past',
    'POST /appointments/{id}/guest',
    'POST /appointments/{id}/service',
    'POST /appointments/{id}/cancel',
    'POST /appointments/{id}/reschedule',
    'POST /appointments/{id}/confirm',
    'GET /appointments/{id}',
    'GET /appointments/{id}/next',
    'POST /appointments/{id}/pictures',
    'GET /client-notifications/free-slot',
    'DELETE /client-notifications/free-slot',
    'GET /appointments/{id}/calendar',
    'GET /annual/upcoming',
    'GET /push/key',
    'POST /push',
    'DELETE /push',
    'GET /client-notifications',
    'GET /client-notifications/unread-count',
    'POST /client-notifications/{id}/read',
    'POST /client-notifications/read-all',
    'DELETE /client-notifications/{id}',
    'DELETE /client-notifications',
  ],
  staff: [
    'GET /appointments/list',
    'GET /appointments/next',
    'GET /appointments/{id}/history',
    'PUT /appointments/{id}',
    'POST /appointments',
    'POST /appointments/slot',
    'DELETE /appointments/{id}',
    'POST /appointments/{id}/status',
    'POST /appointments/{id}/attendance',
    'PUT /appointments/{id}/work',
    'GET /work-fields',
    'POST /appointments/bulk',
    'POST /appointments/cancel-many',
    'GET /appointments/to-call',
    'POST /appointments/called',
    'POST /appointments/undo',
    'GET /analytics/calendar',
    'PUT /analytics/appointments/swap',
    'PUT /analytics/appointments/{id}/move',
    'GET /templates',
    'POST /templates',
    'POST /templates/many',
    'POST /templates/copy',
    'PUT /templates/{id}',
    'DELETE /templates/{id}',
    'POST /templates/preview-range',
    'POST /templates/generate-range',
    'GET /annual/mine',
    'POST /annual/preview',
    'POST /annual',
    'DELETE /annual/{id}',
    'GET /waitlist',
    'DELETE /waitlist/{id}',
    'GET /users',
    'GET /people',
    'PUT /people/{id}',
    'POST /payments',
    'GET /holdings',
    'GET /analytics/shares',
    'GET /shares/payouts',
    'GET /calendar-feed',
    'POST /calendar-feed',
    'DELETE /calendar-feed',
    'POST /appointments/{id}/request',
    'POST /appointments/{id}/link',
    'POST /appointments/{id}/reached',
    'GET /appointments/round',
    'GET /delay',
    'GET /delay/preview',
    'PUT /delay',
    'POST /appointments/{id}/free-rest',
    'GET /notifications',
    'GET /notifications/unread-count',
    'POST /notifications/{id}/read',
    'DELETE /notifications/{id}',
    'POST /notifications/read-all',
    'DELETE /notifications',
  ],
};

/** Whom the table of roles lets use an endpoint: everybody, users, the owner and technicians, or the owner. */
function levelOf({ access }: Endpoint): 'public' | 'user' | 'staff' | 'admin' {
  const roles = rolesWith(access);
  if (roles.includes('VISITOR')) return 'public';
  if (roles.includes('CLIENT')) return 'user';
  return roles.includes('TECHNICIAN') ? 'staff' : 'admin';
}

test.each(['public', 'user', 'staff'] as const)(
  'the endpoints with access “%s” are exactly the ones that the specification lists; all unlisted endpoints are only for the owner',
  (level) => {
    const open = ENDPOINTS.filter(([, endpoint]) => levelOf(endpoint) === level).map(([name]) => name);
    expect(open.sort()).toEqual([...OPEN_TO[level]].sort());
  },
);

/** Endpoints at which a technician reaches only notifications of her own, whatever id she sends. */
const INBOX: readonly EndpointName[] = ENDPOINTS.flatMap(([name, { access }]) =>
  access === 'readInbox' ? [name] : [],
);

/** True if a technician may do this only to her own rows, or not at all. */
const isLimited = ({ access }: Endpoint): boolean => grantOf('TECHNICIAN', access)?.rows !== 'all';

async function send(endpoint: Endpoint, example: RequestExample, token: string | null, id?: string | number) {
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, key) => String(id ?? example.params?.[key]));
  const query = new URLSearchParams(example.query).toString();
  const response = await salon.app.inject({
    method: endpoint.method,
    url: `/api${path}${query && `?${query}`}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(example.body && { payload: example.body }),
  });
  return { status: response.statusCode, body: response.body };
}
const refusal = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: JSON.stringify({ error: errors[code].text, code }),
});

onBothEngines('access control', () => {
  let fixture: Fixture;
  let before: Awaited<ReturnType<typeof contentsOf>>; // the rows of all tables; read once, because refused requests change nothing
  const dead: Record<string, string> = {};
  beforeAll(async () => {
    fixture = await createFixture(salon);
    const deactivated = await aClient(salon);
    await salon.db.updateTable('users').set({ active: 0 }).where('id', '=', deactivated.id).execute();
    const loggedOut = await aClient(salon);
    await loggedOut.call('POST /auth/logout');
    const expired = await aClient(salon);
    await salon.db
      .updateTable('sessions')
      .set({ expires_at: salon.clock.ms() })
      .where('user_id', '=', expired.id)
      .execute();
    const live = fixture.owner.token ?? '';
    const flipped = `${live.slice(0, -2)}${live.at(-2) === 'A' ? 'B' : 'A'}${live.at(-1)}`;
    Object.assign(dead, {
      deactivated: deactivated.token,
      'logged out': loggedOut.token,
      expired: expired.token,
      forged: 'x'.repeat(43),
      'one character flipped': flipped,
      empty: '',
      'not a token': 'a b',
    });
    before = await contentsOf(salon.db);
  });

  describe.each(ENDPOINTS)('access to %s', (name, endpoint) => {
    test(`${name} rejects an invalid token with 401 even if guests are allowed, and changes nothing`, async () => {
      trial({ what: 'access', cases: Object.keys(dead).length });
      for (const token of Object.values(dead))
        expect(await send(endpoint, fixture.requestExamples[name], token)).toEqual(refusal('login_required'));
      expect(await contentsOf(salon.db)).toEqual(before);
    });

    if (levelOf(endpoint) !== 'public')
      test(`${name} asks a visitor to log in`, async () => {
        trial({ what: 'access', cases: 1 });
        expect(await send(endpoint, fixture.requestExamples[name], null)).toEqual(refusal('login_required'));
        expect(await contentsOf(salon.db)).toEqual(before);
      });

    if (levelOf(endpoint) === 'admin' || levelOf(endpoint) === 'staff')
      test(`${name} refuses a client`, async () => {
        trial({ what: 'access', cases: 1 });
        const { owner, requestExamples } = fixture;
        expect(await send(endpoint, requestExamples[name], owner.token)).toEqual(refusal('not_allowed'));
        expect(await contentsOf(salon.db)).toEqual(before);
      });

    if (endpoint.params)
      test(`${name} returns the same 404 for a missing row and for another client’s row, and 404 for a malformed id`, async () => {
        trial({ what: 'hostile ids', cases: HOSTILE_IDS.length });
        const example = fixture.requestExamples[name];
        const token = tokenWith(endpoint.access, fixture.stranger, salon);
        const absent = await send(endpoint, example, token, ABSENT_ID);
        for (const id of HOSTILE_IDS) expect((await send(endpoint, example, token, id)).status).toBe(404);
        if (example.isOwned) expect(await send(endpoint, example, token)).toEqual(absent);
        expect(await contentsOf(salon.db)).toEqual(before);
      });
  });
});

onBothEngines('access of allowed users', { emptyBeforeEach: true }, () => {
  test.each(ENDPOINTS)(
    '%s accepts a user who has the access level that the contract requires',
    async (name, endpoint) => {
      trial({ what: 'access', cases: 1 });
      const { owner, requestExamples } = await createFixture(salon);
      const example = requestExamples[name];
      const token = tokenWith(endpoint.access, owner, salon);
      const { status, body } = await send(endpoint, example, token);
      const isOpen = status < 300 || example.opensOnlyTo === JSON.parse(body).code;
      expect(isOpen, `${status} ${body.slice(0, 200)}`).toBe(true);
    },
  );
});

onBothEngines('access of technicians', () => {
  let fixture: Fixture;
  let before: Awaited<ReturnType<typeof contentsOf>>;
  let hers: Awaited<ReturnType<typeof aTechnicianPerson>>;
  beforeAll(async () => {
    fixture = await createFixture(salon);
    hers = await aTechnicianPerson(salon);
    before = await contentsOf(salon.db);
  });
  /** Lists of names for all staff, with phones and suggestions of her own only (test/api/technicians/people.test.ts). */
  const OF_ALL: readonly string[] = ['GET /people', 'GET /work-fields'];
  const limited = ENDPOINTS.filter(([name, endpoint]) => isLimited(endpoint) && !OF_ALL.includes(name));

  test.each(limited)(
    '%s denies a technician the data of other technicians and of the salon',
    async (name, endpoint) => {
      trial({ what: 'access', cases: 1 });
      const example = fixture.requestExamples[name];
      const part = technicianPartOf(endpoint);
      const named = part
        ? { ...example, [part]: { ...example[part], technician_id: part === 'query' ? '1' : 1 } }
        : example;
      if (['not_found', 'undo_expired'].includes(example.opensOnlyTo ?? '')) return; // an invented token
      expect(await send(endpoint, named, hers.token)).toEqual(refusal('not_allowed'));
      expect(await contentsOf(salon.db)).toEqual(before);
    },
  );
});

onBothEngines('access of technicians to their own data', { emptyBeforeEach: true }, () => {
  const open = ENDPOINTS.filter(
    ([name, endpoint]) => (levelOf(endpoint) !== 'admin' && isLimited(endpoint)) || INBOX.includes(name),
  );
  const TABLES = ['appointments', 'templates', 'absences'] as const;

  test.each(open)('%s gives a technician access to her own rows', async (name, endpoint) => {
    trial({ what: 'access', cases: 1 });
    const { requestExamples } = await createFixture(salon);
    const hers = await aTechnicianPerson(salon);
    const technician_id = hers.technician;
    for (const table of TABLES) await salon.db.updateTable(table).set({ technician_id }).execute();
    await salon.db.updateTable('technicians').set({ can_charge: 1 }).execute();
    await salon.db.updateTable('admin_notifications').set({ recipient_id: hers.id }).execute();
    const example = requestExamples[name];
    const { person_id } = await salon.db
      .selectFrom('bookings')
      .select('person_id')
      .where('person_id', 'is not', null)
      .executeTakeFirstOrThrow();
    const asked = name === 'PUT /people/{id}' ? { ...example, params: { id: Number(person_id) } } : example;
    const { status, body } = await send(endpoint, asked, hers.token);
    const refused =
      name === 'POST /appointments/{id}/reschedule' ? 'not_found' : requestExamples[name].opensOnlyTo;
    const isOpen = status < 300 || refused === JSON.parse(body).code;
    expect(isOpen, `${status} ${body.slice(0, 200)}`).toBe(true);
    const others = await salon.db
      .selectFrom('appointments')
      .select('id')
      .where('technician_id', '<>', technician_id)
      .execute();
    expect(others).toEqual([]);
  });
});
