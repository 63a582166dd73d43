import type { appointmentEndpoints } from '#contract/appointments.ts';
import type { bookingEndpoints } from '#contract/booking/booking.ts';
import type { seriesEndpoints } from '#contract/booking/rhythm.ts';
import type { calendarEndpoints } from '#contract/calendar/calendar.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { bookAppointment } from './book.ts';
import { cancelMany, changeMany, guestsToCall, markCalled, setStatus } from './bulk-changes.ts';
import { cancelAppointment, deleteAppointment } from './cancel.ts';
import { createAppointment, createSeries, previewSeries } from './create.ts';
import { changeDeposit } from './deposits.ts';
import { editAppointment, markAttendance, setGuest, setServices } from './edit.ts';
import {
  appointmentFor,
  appointmentsWithin,
  calendarAppointments,
  closedDays,
  emptyDays,
  nextBooked,
  offeredSlots,
  pastAppointments,
  upcomingAppointments,
} from './lists.ts';
import { moveAppointment, moveOwnBooking, swapAppointments } from './move.ts';
import { undoChange } from './undo.ts';

export const appointmentRoutes: RoutesOf<
  typeof appointmentEndpoints | typeof bookingEndpoints | typeof seriesEndpoints
> = {
  'GET /appointments/upcoming': (request) => upcomingAppointments(request, request.query),
  'GET /appointments/past': (request) => pastAppointments(request, request.query),
  'GET /appointments/next': (request) => nextBooked(request, request.query),
  'GET /appointments/list': (request) => appointmentsWithin(request, request.query),
  'GET /appointments': (request) => offeredSlots(request, request.query),
  'GET /appointments/closed': (request) => closedDays(request, request.query),
  'GET /appointments/empty-days': (request) => emptyDays(request, request.query),
  'POST /appointments/{id}/reschedule': (request) => moveOwnBooking(request, request.params.id, request.body),
  'GET /appointments/{id}': (request) => appointmentFor(request, request.params.id),
  'PUT /appointments/{id}': (request) => editAppointment(request, request.params.id, request.body),
  'DELETE /appointments/{id}': (request) =>
    deleteAppointment(request, request.params.id, request.query.undo === '1'),
  'POST /appointments/{id}/status': (request) => setStatus(request, request.params.id, request.body.status),
  'POST /appointments/{id}/guest': (request) => setGuest(request, request.params.id, request.body),
  'POST /appointments/{id}/service': (request) => setServices(request, request.params.id, request.body),
  'POST /appointments/{id}/cancel': (request) => cancelAppointment(request, request.params.id, request.body),
  'POST /appointments/{id}/deposit': (request) => changeDeposit(request, request.params.id, request.body),
  'POST /appointments/{id}/attendance': (request) =>
    markAttendance(request, request.params.id, request.body.attended),
  'POST /appointments/{id}/book': (request) => bookAppointment(request, request.params.id, request.body),
  'POST /appointments': (request) => createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/slot': (request) =>
    createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/cancel-many': (request) => cancelMany(request, request.body),
  'GET /appointments/to-call': (request) => guestsToCall(request, request.query),
  'POST /appointments/called': (request) => markCalled(request, request.body),
  'POST /appointments/series/preview': (request) => previewSeries(request, request.body),
  'POST /appointments/series': (request) => createSeries(request, request.body),
  'POST /appointments/bulk': (request) => changeMany(request, request.body),
};

export const calendarRoutes: RoutesOf<typeof calendarEndpoints> = {
  'GET /analytics/calendar': (request) => calendarAppointments(request, request.query),
  'POST /appointments/undo': (request) => undoChange(request, request.body.undo_token),
  'PUT /analytics/appointments/swap': (request) => swapAppointments(request, request.body),
  'PUT /analytics/appointments/{id}/move': (request) =>
    moveAppointment(request, request.params.id, request.body),
};
