import { expectTypeOf, test } from 'vitest';
import type { serviceEndpoints } from '#contract/services.ts';
import type { Route, RoutesOf } from './request.ts';

type ServiceRoutes = RoutesOf<typeof serviceEndpoints>;

// These tests check only types: the type checker reports an error if one of them fails.

test('a feature must have exactly the routes of its endpoints', () => {
  expectTypeOf<keyof ServiceRoutes>().toEqualTypeOf<
    | 'GET /services'
    | 'POST /services'
    | 'PUT /services/order'
    | 'PUT /services/{id}'
    | 'DELETE /services/{id}'
  >();
  expectTypeOf<ServiceRoutes['PUT /services/{id}']>().toEqualTypeOf<Route<'PUT /services/{id}'>>();
});

test('a feature that lacks one of its routes, or has a route of another endpoint instead, does not compile', () => {
  expectTypeOf<Omit<ServiceRoutes, 'POST /services'>>().not.toExtend<ServiceRoutes>();
  expectTypeOf<
    Omit<ServiceRoutes, 'POST /services'> & { 'POST /service': () => void }
  >().not.toExtend<ServiceRoutes>();
  expectTypeOf<Route<'GET /templates'>>().not.toExtend<ServiceRoutes['GET /services']>();
});
