import type { waitlistEndpoints } from '#contract/waitlist.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { joinWaitlist, leaveWaitlist, ownWaitDays } from './join.ts';

export const waitlistRoutes: RoutesOf<typeof waitlistEndpoints> = {
  'POST /client-notifications/free-slot': (call) => joinWaitlist(call, call.body),
  'GET /client-notifications/free-slot': (call) => ownWaitDays(call),
  'DELETE /client-notifications/free-slot': (call) => leaveWaitlist(call, call.query.date),
};
