/**
 * Returns a notification as in the response of GET /notifications: a guest's booking, with changes given in `fields`.
 */
export const aNotification = (id: number, fields: object = {}) => ({
  id,
  type: 'NEW_BOOKING',
  created_at: '2026-11-17 10:20:00',
  read_at: null,
  appointment_id: null,
  client_id: null,
  client_name: null,
  client_phone: null,
  client_email: null,
  client_created: null,
  guest_name: `Gost ${id}`,
  guest_phone: null,
  service_name: 'Gel lak',
  appt_start: '2026-11-17 13:00:00',
  appt_end: '2026-11-17 14:00:00',
  appt_created: '2026-11-10 09:00:00',
  cancelled_reason: null,
  cancelled_at: null,
  is_late: 0,
  from_start: null,
  from_end: null,
  more_count: null,
  ...fields,
});
