import type { serviceEndpoints } from '#contract/services.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { addService, deleteService, editService, orderServices, priceList } from './services.ts';

export const serviceRoutes: RoutesOf<typeof serviceEndpoints> = {
  'GET /services': (request) => priceList(request),
  'POST /services': (request) => addService(request, request.body),
  'PUT /services/order': (request) => orderServices(request, request.body.ids),
  'PUT /services/{id}': (request) => editService(request, request.params.id, request.body),
  'DELETE /services/{id}': (request) => deleteService(request, request.params.id),
};
