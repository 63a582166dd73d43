import type { RoutesOf } from '../platform/http/call.ts';
import { bookingByToken, guestBookingJson } from './booking-of-link.ts';
import { calendarByLink, calendarOfBooking } from './calendar.ts';
import { cancelByLink } from './cancel.ts';

export const guestLinkRoutes: RoutesOf<
  | 'POST /guest-link/view'
  | 'POST /guest-link/cancel'
  | 'POST /guest-link/calendar'
  | 'GET /appointments/{id}/calendar'
> = {
  'POST /guest-link/view': async ({ db, body, now }) =>
    guestBookingJson(await bookingByToken(db, body.token, now)),
  'POST /guest-link/cancel': (call) => cancelByLink(call, call.body),
  'POST /guest-link/calendar': (call) => calendarByLink(call, call.body.token),
  'GET /appointments/{id}/calendar': (call) => calendarOfBooking(call, call.params.id),
};
