import type { Client, ClientDetails, clientEndpoints } from '#contract/clients.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { UserId } from '#domain/ids.ts';
import { cardFigures, noShowsOf, noShowsOfUser } from '../figures/figures.ts';
import { recordChange } from '../history/history.ts';
import { addAccount } from '../platform/db/people.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import {
  CLIENT_COLUMNS,
  clients,
  erasePerson,
  hasFutureBooking,
  hashPasswordIfSet,
  lockClient,
  refuseTakenEmail,
  saveClient,
  savedClient,
} from './clients.ts';
import { importClients, undoClientImport } from './import.ts';
import { asClient, choicesFor, clientsMatching, recentClients } from './lists.ts';

/** Adds a client. Without email or password the client cannot log in. docs/spec/behaviour.md §6.4 */
async function addClient(context: RequestContext, input: ParsedBody<'POST /users/clients'>): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const { name, email = null, phone = null, city = null, notes = null } = input;
  const password_hash = await hashPasswordIfSet(passwords, input, 'password_hash');
  const person = { name, email, phone, city, notes };
  return inTransaction(db, async (trx) => {
    const id = await addAccount(trx, { role: 'CLIENT', person, password_hash, created_at: now.ms });
    const { staff_note: _, ...after } = await savedClient(trx, id ?? refuse('email_taken'));
    await recordChange(trx, context, 'client', { before: null, after });
    return asClient({ ...after, no_shows: 0 }, clock);
  });
}

type Input = ParsedBody<'PUT /users/clients/{id}'> & ParsedBody<'PUT /users/{id}'>;

/** Edits a client. Deactivation or a new password ends sessions; a new password or email deletes reset links. docs/spec/behaviour.md §6.4 */
async function editClient(context: RequestContext, id: UserId, input: Input): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const password_hash = await hashPasswordIfSet(passwords, input, 'password_hash');
  const saving = inTransaction(db, (trx) => saveClient(trx, context, id, input, password_hash));
  const { staff_note: _, ...row } = await refuseTakenEmail(saving);
  const no_shows = await noShowsOf(db, { client_id: id, guest_phone: null }, now.wall);
  return asClient({ ...row, no_shows }, clock);
}

/** Deletes a client who has no upcoming booking. The statistics keep their figures. docs/spec/behaviour.md §6.5 */
function deleteClient(context: RequestContext, id: UserId): Promise<void> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    await lockClient(trx, id);
    if (await hasFutureBooking(trx, id, now)) refuse('client_has_bookings');
    await erasePerson(trx, context, id);
  });
}

async function detailsOfClient({ db, clock, now }: RequestContext, id: UserId): Promise<ClientDetails> {
  const found = await clients(db)
    .where('users.id', '=', id)
    .select([...CLIENT_COLUMNS, 'email_key', 'password_hash'])
    .select(noShowsOfUser(db, now.wall).as('no_shows'))
    .executeTakeFirst();
  const { email_key, password_hash, ...row } = found ?? refuse('not_found');
  return {
    ...asClient(row, clock),
    ...(await cardFigures(db, 'client_id', { id, person: row.person_id }, now)),
    has_login: email_key !== null && password_hash !== null ? 1 : 0,
  };
}

export const clientRoutes: RoutesOf<typeof clientEndpoints> = {
  'GET /users': async ({ db, now, user, query }) => {
    const { recent, q = '', technician_id } = query;
    const isOwner = user.role === 'ADMIN';
    const found = await (recent === '1'
      ? recentClients(db, now, technician_id)
      : choicesFor(db, q, { byName: !isOwner }));
    return isOwner ? found : found.map((client) => ({ ...client, email: null, phone: null }));
  },
  'GET /users/clients': (request) => clientsMatching(request, request.query),
  'POST /users/clients': (request) => addClient(request, request.body),
  'POST /users/clients/import': (request) => importClients(request, request.body),
  'DELETE /users/clients/import/{import_id}': (request) =>
    undoClientImport(request, request.params.import_id),
  'PUT /users/clients/{id}': (request) => editClient(request, request.params.id, request.body),
  'DELETE /users/clients/{id}': (request) => deleteClient(request, request.params.id),
  'GET /users/{id}': (request) => detailsOfClient(request, request.params.id),
  'PUT /users/{id}': (request) => editClient(request, request.params.id, request.body),
};
