import type { appointmentEndpoints } from '#contract/appointments.ts';
import type { bookingEndpoints } from '#contract/booking/booking.ts';
import type { importEndpoints } from '#contract/booking/imports.ts';
import type { seriesEndpoints } from '#contract/booking/rhythm.ts';
import type { calendarEndpoints } from '#contract/calendar/calendar.ts';
import type { countedEndpoints } from '#contract/payments/holdings.ts';
import type { slotEndpoints } from '#contract/slots.ts';
import type { toldEndpoints } from '#contract/told/told.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { bookAppointment } from './book.ts';
import { blockOrUnblock, changeMany } from './bulk-changes.ts';
import { cancelAppointment, cancelMany, deleteAppointment } from './cancel.ts';
import { createAppointment, createSeries, previewSeries } from './create.ts';
import { changeDeposit } from './deposits.ts';
import { editAppointment, moveAppointment, setGuest } from './edit.ts';
import { confirmBooking, linkForPerson } from './guest-link-routes.ts';
import { importAppointments } from './imports/import.ts';
import { undoAppointmentImport } from './imports/undo-import.ts';
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
import { freeForOwn, moveOwnBooking, swapAppointments } from './move.ts';
import { answerRequest } from './requests.ts';
import { freeRest, setServices } from './service-changes.ts';
import { markCalled, peopleToCall } from './told/calls.ts';
import { currentDelays, previewDelay, setDelay } from './told/delay.ts';
import { recordReached } from './told/reach.ts';
import { round } from './told/round.ts';
import { undoChange } from './undo.ts';
import { countVisit, markAttendance, setWork } from './work.ts';

export const appointmentRoutes: RoutesOf<
  | typeof appointmentEndpoints
  | typeof importEndpoints
  | typeof slotEndpoints
  | typeof bookingEndpoints
  | typeof seriesEndpoints
  | typeof countedEndpoints
> = {
  'GET /appointments/upcoming': (request) => upcomingAppointments(request, request.query),
  'GET /appointments/past': (request) => pastAppointments(request, request.query),
  'GET /appointments/next': (request) => nextBooked(request, request.query),
  'GET /appointments/list': (request) => appointmentsWithin(request, request.query),
  'GET /appointments': (request) => offeredSlots(request, request.query),
  'GET /appointments/closed': (request) => closedDays(request, request.query),
  'GET /appointments/empty-days': (request) => emptyDays(request, request.query),
  'POST /appointments/{id}/reschedule': (request) => moveOwnBooking(request, request.params.id, request.body),
  'GET /appointments/{id}/free': (request) => freeForOwn(request, request.params.id, request.query),
  'GET /appointments/{id}': (request) => appointmentFor(request, request.params.id),
  'PUT /appointments/{id}': (request) =>
    editAppointment(request, request.params.id, request.body, request.query.undo === '1'),
  'DELETE /appointments/{id}': (request) =>
    deleteAppointment(request, request.params.id, request.query.undo === '1'),
  'POST /appointments/{id}/status': (request) =>
    blockOrUnblock(request, request.params.id, request.body.status),
  'POST /appointments/{id}/guest': (request) => setGuest(request, request.params.id, request.body),
  'POST /appointments/{id}/service': (request) => setServices(request, request.params.id, request.body),
  'POST /appointments/{id}/cancel': (request) =>
    cancelAppointment(request, request.params.id, request.body, request.query.undo === '1'),
  'POST /appointments/{id}/request': (request) => answerRequest(request, request.params.id, request.body),
  'POST /appointments/{id}/confirm': (request) => confirmBooking(request, request.params.id, request.body),
  'POST /appointments/{id}/link': (request) => linkForPerson(request, request.params.id),
  'POST /appointments/{id}/deposit': (request) => changeDeposit(request, request.params.id, request.body),
  'POST /appointments/{id}/counted': (request) =>
    countVisit(request, request.params.id, request.body.holding_id),
  'POST /appointments/{id}/attendance': (request) =>
    markAttendance(request, request.params.id, request.body.attended),
  'POST /appointments/{id}/free-rest': (request) => freeRest(request, request.params.id),
  'PUT /appointments/{id}/work': (request) => setWork(request, request.params.id, request.body),
  'POST /appointments/{id}/book': (request) => bookAppointment(request, request.params.id, request.body),
  'POST /appointments': (request) => createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/slot': (request) =>
    createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/cancel-many': (request) =>
    cancelMany(request, request.body, request.query.undo === '1'),
  'GET /appointments/to-call': (request) => peopleToCall(request, request.query),
  'POST /appointments/called': (request) => markCalled(request, request.body),
  'POST /appointments/import': (request) => importAppointments(request, request.body),
  'DELETE /appointments/import/{import_id}': (request) =>
    undoAppointmentImport(request, request.params.import_id),
  'POST /appointments/series/preview': (request) => previewSeries(request, request.body),
  'POST /appointments/series': (request) => createSeries(request, request.body, request.query.undo === '1'),
  'POST /appointments/bulk': (request) => changeMany(request, request.body),
};

export const toldRoutes: RoutesOf<typeof toldEndpoints> = {
  'GET /delay/preview': (request) => previewDelay(request, request.query),
  'GET /delay': (request) => currentDelays(request, request.query),
  'PUT /delay': (request) => setDelay(request, request.body),
  'GET /appointments/round': (request) => round(request, request.query),
  'POST /appointments/{id}/reached': (request) => recordReached(request, request.params.id, request.body),
};

export const calendarRoutes: RoutesOf<typeof calendarEndpoints> = {
  'GET /analytics/calendar': (request) => calendarAppointments(request, request.query),
  'POST /appointments/undo': (request) => undoChange(request, request.body.undo_token),
  'PUT /analytics/appointments/swap': (request) => swapAppointments(request, request.body),
  'PUT /analytics/appointments/{id}/move': (request) =>
    moveAppointment(request, request.params.id, request.body),
};
