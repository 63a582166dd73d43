import type { appointmentEndpoints } from '#contract/appointments.ts';
import type { bookingEndpoints } from '#contract/booking.ts';
import type { calendarEndpoints } from '#contract/calendar.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { bookAppointment } from './book.ts';
import { cancelAppointment, deleteAppointment } from './cancel.ts';
import { createAppointment } from './create.ts';
import { editAppointment } from './edit.ts';
import { setGuest, setService } from './own-changes.ts';
import {
  appointmentsWithin,
  calendarAppointments,
  nextBooked,
  offeredSlots,
  ownPast,
  ownUpcoming,
  visibleAppointment,
} from './queries.ts';
import { moveAppointment, swapAppointments } from './reschedule.ts';
import { changeMany, setStatus } from './slots.ts';
import { undoChange } from './undo.ts';

export const appointmentRoutes: RoutesOf<typeof appointmentEndpoints | typeof bookingEndpoints> = {
  'GET /appointments/upcoming': (call) => ownUpcoming(call),
  'GET /appointments/past': (call) => ownPast(call, call.query),
  'GET /appointments/next': (call) => nextBooked(call),
  'GET /appointments/list': (call) => appointmentsWithin(call, call.query),
  'GET /appointments': (call) => offeredSlots(call, call.query),
  'GET /appointments/{id}': (call) => visibleAppointment(call, call.params.id),
  'PUT /appointments/{id}': (call) => editAppointment(call, call.params.id, call.body),
  'DELETE /appointments/{id}': (call) => deleteAppointment(call, call.params.id, call.query.undo === '1'),
  'POST /appointments/{id}/status': (call) => setStatus(call, call.params.id, call.body.status),
  'POST /appointments/{id}/guest': (call) => setGuest(call, call.params.id, call.body),
  'POST /appointments/{id}/service': (call) => setService(call, call.params.id, call.body.service_id),
  'POST /appointments/{id}/cancel': (call) => cancelAppointment(call, call.params.id, call.body.reason),
  'POST /appointments/{id}/book': (call) => bookAppointment(call, call.params.id, call.body),
  'POST /appointments': (call) => createAppointment(call, call.body, call.query.undo === '1'),
  'POST /appointments/slot': (call) => createAppointment(call, call.body, call.query.undo === '1'),
  'POST /appointments/bulk': (call) => changeMany(call, call.body),
};

export const calendarRoutes: RoutesOf<typeof calendarEndpoints> = {
  'GET /analytics/calendar': (call) => calendarAppointments(call, call.query),
  'POST /appointments/undo': (call) => undoChange(call, call.body.undo_token),
  'PUT /analytics/appointments/swap': (call) => swapAppointments(call, call.body),
  'PUT /analytics/appointments/{id}/move': (call) => moveAppointment(call, call.params.id, call.body),
};
