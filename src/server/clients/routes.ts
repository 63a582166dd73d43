import type { clientEndpoints } from '#contract/clients.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { importClients } from './import.ts';
import { addClient, clientDetailsOf, deleteClient, editClient } from './manage.ts';
import { clientChoices, clientsMatching, recentClients } from './queries.ts';

export const clientRoutes: RoutesOf<typeof clientEndpoints> = {
  'GET /users': ({ db, now, query }) =>
    query.recent === '1' ? recentClients(db, now) : clientChoices(db, query.q ?? ''),
  'GET /users/clients': (request) => clientsMatching(request, request.query),
  'POST /users/clients': (request) => addClient(request, request.body),
  'POST /users/clients/import': (request) => importClients(request, request.body),
  'PUT /users/clients/{id}': (request) => editClient(request, request.params.id, request.body),
  'DELETE /users/clients/{id}': (request) => deleteClient(request, request.params.id),
  'GET /users/{id}': (request) => clientDetailsOf(request, request.params.id),
  'PUT /users/{id}': (request) => editClient(request, request.params.id, request.body),
};
