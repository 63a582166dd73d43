import type { accountEndpoints } from '../../../src/contract/accounts.ts';
import type { clientEndpoints } from '../../../src/contract/clients.ts';
import type { EndpointNamesIn } from '../../../src/contract/index.ts';
import { hashToken, makeToken } from '../../../src/server/platform/auth/secrets.ts';
import { PASSWORD, type Rows } from '../rows.ts';
import { again, type Case, numbers, once, ROWS } from './case.ts';

const own = ({ client }: Rows) => ({ params: { id: client.id } });
let people = 0;
const aPerson = () => ({ name: `Nova ${++people}`, phone: `062 ${1_000_000 + people}` });
const HOUR_MS = 3_600_000;

export const accountCases: Record<EndpointNamesIn<typeof accountEndpoints>, Case> = {
  'POST /auth/login': again({ body: { email: 'milica@demo.rs', password: 'demo123' } }),
  'POST /auth/register': () =>
    once(numbers(), (n) => ({
      body: { name: 'N', email: `upisana${n}@primer.rs`, password: PASSWORD, password_confirm: PASSWORD },
    })),
  'GET /auth/me': again(),
  'PUT /auth/me/notifications': () => once(numbers(), (n) => ({ body: { mail_on: n % 2 } })),
  'PUT /auth/me': () =>
    once(numbers(), (n) => ({ body: { name: `Milica ${n % 2}`, old_password: 'demo123' } })),
  'POST /auth/logout': async ({ clients }) => once(await clients(ROWS), ({ token }) => ({ token })),
  'POST /auth/forgot': again({ body: { email: 'nema.je@primer.rs' } }),
  'POST /auth/reset': async ({ db, clients }) => {
    const links = (await clients(ROWS)).map(({ id }) => ({ user_id: id, token: makeToken() }));
    const expires_at = Date.now() + HOUR_MS;
    const rows = links.map(({ user_id, token }) => ({ user_id, token_hash: hashToken(token), expires_at }));
    await db.insertInto('reset_links').values(rows).execute();
    return once(links, ({ token }) => ({
      body: { token, new_password: PASSWORD, new_password_confirm: PASSWORD },
    }));
  },
  'GET /auth/me/export': again(),
  'POST /auth/me/delete': async ({ clients }) =>
    once(await clients(ROWS), ({ token }) => ({ token, body: { password: PASSWORD } })),
};

export const clientCases: Record<EndpointNamesIn<typeof clientEndpoints>, Case> = {
  'GET /users': again({ query: { q: 'an' } }),
  'GET /users/clients': again(),
  'POST /users/clients': () => once(numbers(), () => ({ body: aPerson() })),
  'POST /users/clients/import': () => once(numbers(), () => ({ body: { rows: [aPerson()], dry_run: 0 } })),
  'PUT /users/clients/{id}': (rows) =>
    once(numbers(), (n) => ({ ...own(rows), body: { city: n % 2 ? 'Niš' : 'Novi Sad' } })),
  'DELETE /users/clients/{id}': async ({ clients }) =>
    once(await clients(ROWS), ({ id }) => ({ params: { id } })),
  'GET /users/{id}': (rows) => ({ again: own(rows) }),
  'PUT /users/{id}': (rows) => once(numbers(), (n) => ({ ...own(rows), body: { notes: `Beleška ${n}` } })),
};
