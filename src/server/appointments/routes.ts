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

export const appointmentRoutes: RoutesOf<
  | 'GET /appointments/upcoming'
  | 'GET /appointments/past'
  | 'GET /appointments/next'
  | 'GET /appointments/list'
  | 'GET /appointments'
  | 'GET /appointments/{id}'
  | 'PUT /appointments/{id}'
  | 'DELETE /appointments/{id}'
  | 'POST /appointments/{id}/status'
  | 'POST /appointments/{id}/guest'
  | 'POST /appointments/{id}/service'
  | 'POST /appointments/{id}/cancel'
  | 'POST /appointments/{id}/book'
  | 'POST /appointments'
  | 'POST /appointments/slot'
  | 'POST /appointments/bulk'
  | 'POST /appointments/undo'
> = {
  'GET /appointments/upcoming': (request) => ownUpcoming(request),
  'GET /appointments/past': (request) => ownPast(request, request.query),
  'GET /appointments/next': (request) => nextBooked(request),
  'GET /appointments/list': (request) => appointmentsWithin(request, request.query),
  'GET /appointments': (request) => offeredSlots(request, request.query),
  'GET /appointments/{id}': (request) => visibleAppointment(request, request.params.id),
  'PUT /appointments/{id}': (request) => editAppointment(request, request.params.id, request.body),
  'DELETE /appointments/{id}': (request) =>
    deleteAppointment(request, request.params.id, request.query.undo === '1'),
  'POST /appointments/{id}/status': (request) => setStatus(request, request.params.id, request.body.status),
  'POST /appointments/{id}/guest': (request) => setGuest(request, request.params.id, request.body),
  'POST /appointments/{id}/service': (request) =>
    setService(request, request.params.id, request.body.service_id),
  'POST /appointments/{id}/cancel': (request) =>
    cancelAppointment(request, request.params.id, request.body.reason),
  'POST /appointments/{id}/book': (request) => bookAppointment(request, request.params.id, request.body),
  'POST /appointments': (request) => createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/slot': (request) =>
    createAppointment(request, request.body, request.query.undo === '1'),
  'POST /appointments/bulk': (request) => changeMany(request, request.body),
  'POST /appointments/undo': (request) => undoChange(request, request.body.undo_token),
};

export const calendarRoutes: RoutesOf<
  'GET /analytics/calendar' | 'PUT /analytics/appointments/swap' | 'PUT /analytics/appointments/{id}/move'
> = {
  'GET /analytics/calendar': (request) => calendarAppointments(request, request.query),
  'PUT /analytics/appointments/swap': (request) => swapAppointments(request, request.body),
  'PUT /analytics/appointments/{id}/move': (request) =>
    moveAppointment(request, request.params.id, request.body),
};
