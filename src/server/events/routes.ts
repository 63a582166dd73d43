import type { eventEndpoints } from '#contract/events.ts';
import type { RoutesOf } from '../platform/http/request.ts';

export const eventRoutes: RoutesOf<typeof eventEndpoints> = {
  'GET /events': ({ followEvents }) => followEvents(),
};
