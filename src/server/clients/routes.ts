import type { clientEndpoints } from '#contract/clients.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { addClient, clientDetailsOf, deleteClient, editClient } from './manage.ts';
import { clientChoices, clientsMatching } from './queries.ts';

export const clientRoutes: RoutesOf<typeof clientEndpoints> = {
  'GET /users': ({ db, query }) => clientChoices(db, query.q ?? ''),
  'GET /users/clients': ({ db, clock, query }) => clientsMatching(db, clock, query.q ?? ''),
  'POST /users/clients': (call) => addClient(call, call.body),
  'PUT /users/clients/{id}': (call) => editClient(call, call.params.id, call.body),
  'DELETE /users/clients/{id}': (call) => deleteClient(call, call.params.id),
  'GET /users/{id}': (call) => clientDetailsOf(call, call.params.id),
  'PUT /users/{id}': (call) => editClient(call, call.params.id, call.body),
};
