import type { Client, ClientDetails, clientEndpoints } from '#contract/clients.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { UserId } from '#domain/ids.ts';
import { recordChange } from '../history/history.ts';
import { endSessionsOf } from '../platform/auth/sessions.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import {
  erasePerson,
  hasFutureBooking,
  hashPasswordIfSet,
  merged,
  noShowsOf,
  personColumns,
  recordNewPassword,
  refuseTakenEmail,
} from './clients.ts';
import { importClients } from './import.ts';
import {
  appointmentsOfClient,
  asClient,
  COLUMNS,
  clientById,
  clientChoices,
  clients,
  clientsMatching,
  historyOf,
  recentClients,
} from './queries.ts';

/** Adds a client. Without email or password the client cannot log in. docs/spec/behaviour.md §6.4 */
async function addClient(context: RequestContext, input: ParsedBody<'POST /users/clients'>): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const { name, email = null, phone = null, city = null, notes = null } = input;
  const password_hash = (await hashPasswordIfSet(passwords, input, 'password_hash')) ?? null;
  const person = personColumns({ name, email, phone, city });
  const adding = inTransaction(db, async (trx) => {
    const after = await trx
      .insertInto('users')
      .values({ role: 'CLIENT', ...person, notes, password_hash, created_at: now.ms })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'client', { before: null, after });
    return after;
  });
  return asClient({ ...(await refuseTakenEmail(adding)), no_shows: 0 }, clock);
}

type Input = ParsedBody<'PUT /users/clients/{id}'> & ParsedBody<'PUT /users/{id}'>;

/** Edits a client. Deactivation and a new password end sessions; a new password or email reset links. docs/spec/behaviour.md §6.4 */
async function editClient(context: RequestContext, id: UserId, input: Input): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const password_hash = await hashPasswordIfSet(passwords, input, 'password_hash');
  const row = await refuseTakenEmail(
    inTransaction(db, (trx) => save(trx, context, id, { ...input, password_hash })),
  );
  const no_shows = await noShowsOf(db, { client_id: id, guest_name: null, guest_phone: null }, now.wall);
  return asClient({ ...row, no_shows }, clock);
}

async function save(
  trx: Trx,
  context: RequestContext,
  id: UserId,
  { password_hash, ...input }: Omit<Input, 'password_hash'> & { password_hash: string | undefined },
) {
  const before =
    (await clients(trx)
      .where('id', '=', id)
      .select([...COLUMNS, 'email_key'])
      .$call(lockRows(trx))
      .executeTakeFirst()) ?? refuse('not_found');
  const { name, email, phone, city, notes, active } = merged(before, input);
  const person = personColumns({ name, email, phone, city });
  const after = { ...person, notes, active, ...(password_hash !== undefined && { password_hash }) };
  const isOtherLogin = password_hash !== undefined || person.email_key !== before.email_key;
  if (password_hash !== undefined || active === 0) await endSessionsOf(trx, id);
  if (isOtherLogin) await trx.deleteFrom('reset_links').where('user_id', '=', id).execute();
  const saved = await trx
    .updateTable('users')
    .set(after)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordChange(trx, context, 'client', { before, after: saved });
  if (password_hash !== undefined) await recordNewPassword(trx, context, id);
  return saved;
}

/** Deletes a client who has no upcoming booking. The statistics keep their figures. docs/spec/behaviour.md §6.5 */
function deleteClient(context: RequestContext, id: UserId): Promise<undefined> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const found = await clients(trx)
      .where('id', '=', id)
      .select('id')
      .$call(lockRows(trx))
      .executeTakeFirst();
    if (!found) refuse('not_found');
    if (await hasFutureBooking(trx, id, now)) refuse('client_has_bookings');
    await erasePerson(trx, context, id);
    return undefined;
  });
}

async function detailsOfClient({ db, clock, now }: RequestContext, id: UserId): Promise<ClientDetails> {
  const found = (await clientById(db, id, now)) ?? refuse('not_found');
  const { email_key, password_hash, ...row } = found;
  return {
    ...asClient(row, clock),
    ...(await historyOf(db, id, now)),
    ...(await appointmentsOfClient(db, id, now)),
    has_login: email_key !== null && password_hash !== null ? 1 : 0,
  };
}

export const clientRoutes: RoutesOf<typeof clientEndpoints> = {
  'GET /users': async ({ db, now, user, query }) => {
    const isOwner = user.role === 'ADMIN';
    const found = await (query.recent === '1'
      ? recentClients(db, now, query.technician_id)
      : clientChoices(db, query.q ?? '', !isOwner)); // a technician must not find a client by phone
    return isOwner ? found : found.map((client) => ({ ...client, email: null, phone: null }));
  },
  'GET /users/clients': (request) => clientsMatching(request, request.query),
  'POST /users/clients': (request) => addClient(request, request.body),
  'POST /users/clients/import': (request) => importClients(request, request.body),
  'PUT /users/clients/{id}': (request) => editClient(request, request.params.id, request.body),
  'DELETE /users/clients/{id}': (request) => deleteClient(request, request.params.id),
  'GET /users/{id}': (request) => detailsOfClient(request, request.params.id),
  'PUT /users/{id}': (request) => editClient(request, request.params.id, request.body),
};
