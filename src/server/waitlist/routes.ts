import type { waitlistEndpoints } from '#contract/waitlist.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { joinWaitlist, leaveWaitlist, ownWaitDays } from './join.ts';
import { removeWaiting, waitingFrom } from './waiting.ts';

export const waitlistRoutes: RoutesOf<typeof waitlistEndpoints> = {
  'POST /client-notifications/free-slot': (request) => joinWaitlist(request, request.body),
  'GET /client-notifications/free-slot': (request) => ownWaitDays(request),
  'DELETE /client-notifications/free-slot': (request) => leaveWaitlist(request, request.query.date),
  'GET /waitlist': (request) => waitingFrom(request, request.query),
  'DELETE /waitlist/{id}': (request) => removeWaiting(request, request.params.id),
};
