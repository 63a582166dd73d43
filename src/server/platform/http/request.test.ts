import { expectTypeOf, test } from 'vitest';
import type { serviceEndpoints } from '#contract/services.ts';
import type { Route, RoutesOf } from './request.ts';

type ServiceRoutes = RoutesOf<typeof serviceEndpoints>;

/** The type checker runs these; at run time they are empty. */

test('the routes of a feature are named by its list of endpoints', () => {
  expectTypeOf<keyof ServiceRoutes>().toEqualTypeOf<
    | 'GET /services'
    | 'POST /services'
    | 'PUT /services/order'
    | 'PUT /services/{id}'
    | 'DELETE /services/{id}'
  >();
  expectTypeOf<ServiceRoutes['PUT /services/{id}']>().toEqualTypeOf<Route<'PUT /services/{id}'>>();
});

test('a missing route and one of another endpoint do not compile', () => {
  expectTypeOf<Omit<ServiceRoutes, 'POST /services'>>().not.toExtend<ServiceRoutes>();
  expectTypeOf<
    Omit<ServiceRoutes, 'POST /services'> & { 'POST /service': () => void }
  >().not.toExtend<ServiceRoutes>();
  expectTypeOf<Route<'GET /templates'>>().not.toExtend<ServiceRoutes['GET /services']>();
});
