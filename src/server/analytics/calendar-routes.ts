import type { RoutesOf } from '../platform/http/call.ts';
import { calendarAppointments } from './calendar.ts';
import { moveAppointment } from './move.ts';
import { swapAppointments } from './swap.ts';

export const calendarRoutes: RoutesOf<
  'GET /analytics/calendar' | 'PUT /analytics/appointments/swap' | 'PUT /analytics/appointments/{id}/move'
> = {
  'GET /analytics/calendar': (call) => calendarAppointments(call, call.query),
  'PUT /analytics/appointments/swap': (call) => swapAppointments(call, call.body),
  'PUT /analytics/appointments/{id}/move': (call) => moveAppointment(call, call.params.id, call.body),
};
