import type { serviceEndpoints } from '#contract/services.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { addService, deleteService, editService, orderServices, priceList } from './services.ts';

export const serviceRoutes: RoutesOf<typeof serviceEndpoints> = {
  'GET /services': ({ db }) => priceList(db),
  'POST /services': (call) => addService(call, call.body),
  'PUT /services/order': (call) => orderServices(call, call.body.ids),
  'PUT /services/{id}': (call) => editService(call, call.params.id, call.body),
  'DELETE /services/{id}': (call) => deleteService(call, call.params.id),
};
