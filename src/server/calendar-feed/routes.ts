import type { calendarFeedEndpoints } from '#contract/calendar/calendar-feed.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { calendarFeed, calendarOfSalon, endCalendarFeed, makeCalendarFeed } from './calendar-feed.ts';

export const calendarFeedRoutes: RoutesOf<typeof calendarFeedEndpoints> = {
  'GET /calendar-feed': (request) => calendarFeed(request),
  'POST /calendar-feed': (request) => makeCalendarFeed(request),
  'DELETE /calendar-feed': (request) => endCalendarFeed(request),
  'GET /calendar-feed/{secret}': (request) => calendarOfSalon(request, request.params.secret),
};
