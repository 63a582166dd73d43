import type { RoutesOf } from '../platform/http/call.ts';
import { addService } from './add.ts';
import { deleteService } from './delete.ts';
import { editService } from './edit.ts';
import { orderServices } from './order.ts';
import { priceList } from './queries.ts';

export const serviceRoutes: RoutesOf<
  'GET /services' | 'POST /services' | 'PUT /services/order' | 'PUT /services/{id}' | 'DELETE /services/{id}'
> = {
  'GET /services': ({ db }) => priceList(db),
  'POST /services': (call) => addService(call, call.body),
  'PUT /services/order': (call) => orderServices(call, call.body.ids),
  'PUT /services/{id}': (call) => editService(call, call.params.id, call.body),
  'DELETE /services/{id}': (call) => deleteService(call, call.params.id),
};
