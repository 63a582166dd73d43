import type { pushEndpoints } from '#contract/push.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { pushKeysOf } from './keys.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

export const pushRoutes: RoutesOf<typeof pushEndpoints> = {
  'GET /push/key': async ({ db }) => {
    const keys = (await pushKeysOf(db)) ?? refuse('not_found');
    return { public_key: keys.publicKey };
  },
  'POST /push': (request) => subscribe(request, request.body),
  'DELETE /push': (request) => unsubscribe(request, request.body),
};
