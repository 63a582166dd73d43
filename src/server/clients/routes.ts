import type { RoutesOf } from '../platform/http/call.ts';
import { addClient } from './add.ts';
import { deleteClient } from './delete.ts';
import { clientDetailsOf } from './details.ts';
import { editClient } from './edit.ts';
import { clientChoices, clientsMatching } from './queries.ts';

export const clientRoutes: RoutesOf<
  | 'GET /users'
  | 'GET /users/clients'
  | 'POST /users/clients'
  | 'PUT /users/clients/{id}'
  | 'DELETE /users/clients/{id}'
  | 'GET /users/{id}'
  | 'PUT /users/{id}'
> = {
  'GET /users': ({ db, query }) => clientChoices(db, query.q ?? ''),
  'GET /users/clients': ({ db, clock, query }) => clientsMatching(db, clock, query.q ?? ''),
  'POST /users/clients': (call) => addClient(call, call.body),
  'PUT /users/clients/{id}': (call) => editClient(call, call.params.id, call.body),
  'DELETE /users/clients/{id}': (call) => deleteClient(call, call.params.id),
  'GET /users/{id}': (call) => clientDetailsOf(call, call.params.id),
  'PUT /users/{id}': (call) => editClient(call, call.params.id, call.body),
};
