import type { ErrorCode } from '../../src/contract/errors.ts';
import type { EndpointName } from '../../src/contract/index.ts';
import { type Action, rolesWith } from '../../src/domain/accounts/roles.ts';
import { isBackupPossible } from '../../src/server/platform/backups/backups.ts';
import { makeFolder } from '../../src/server/platform/pictures/files.ts';
import { aClient, seen, someImports } from './builders.ts';
import { aSubscription } from './push/push-service.ts';
import { EXAMPLE_DAY as DAY, exampleRows, EXAMPLE_SLOT as SLOT } from './rows/examples.ts';
import type { Person, Salon } from './salon.ts';

/** Valid input for an endpoint. A user with access to the endpoint can send it. */
export interface RequestExample {
  readonly params?: Record<string, number | string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** True if the example requests a row of a client. Other clients get 404, as for a missing row. */
  readonly isOwned?: true;
  /** The error that even a user with access gets: the example contains an invented token, so it cannot succeed. */
  readonly opensOnlyTo?: ErrorCode;
}

/** Returns the token of the least privileged caller who may do this; null for a visitor. */
export const tokenWith = (access: Action, client: Person, salon: Pick<Salon, 'admin'>): string | null => {
  const roles = rolesWith(access);
  if (roles.includes('VISITOR')) return null;
  return roles.includes('CLIENT') ? client.token : salon.admin.token;
};

export interface Fixture {
  readonly owner: Person;
  readonly stranger: Person;
  readonly requestExamples: { readonly [N in EndpointName]: RequestExample };
}

const IMPORT = '0b6f4f0a-1c55-4e0c-9a57-3d1b6c1c2f10';

/** Adds rows, and returns an example request for every endpoint. The compiler reports a missing example. */
export async function createFixture(salon: Salon): Promise<Fixture> {
  await makeFolder(salon.db, salon.platform.config, salon.clock.ms());
  const owner = await aClient(salon, { password: 'lozinka' });
  const stranger = await aClient(salon);
  const rows = await exampleRows(salon, owner);
  await someImports(salon, IMPORT, `${DAY} 06:00:00`);
  const range = { from: '2026-11-16', to: '2026-11-22' };
  const own = { params: { id: rows.appointment }, isOwned: true } as const;
  const service = { params: { id: rows.service } };
  const guest = { guest_name: 'Gošća', guest_phone: '063 555 100' };
  const series = { ...guest, start_datetime: `${DAY} 14:00:00`, every_weeks: 3, count: 2 };
  const requestExamples: Fixture['requestExamples'] = {
    'POST /auth/login': { body: { email: owner.email ?? '', password: 'lozinka' } },
    'POST /auth/register': {
      body: { name: 'N', email: 'nova@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    },
    'GET /auth/me': {},
    'PUT /auth/me/notifications': { body: { mail_on: 0 } },
    'PUT /auth/me': { body: { old_password: 'lozinka' } },
    'POST /auth/logout': {},
    'POST /auth/forgot': { body: { email: 'nova@primer.rs' } },
    'POST /auth/reset': {
      body: { token: 'x', new_password: 'lozinka', new_password_confirm: 'lozinka' },
      opensOnlyTo: 'reset_link_dead',
    },
    'GET /auth/me/export': {},
    'POST /auth/me/delete': { body: { password: 'pogrešna' }, opensOnlyTo: 'old_password_wrong' },
    'GET /services': {},
    'POST /services': { body: { name: 'Nova' } },
    'PUT /services/order': { body: { ids: [rows.service] } },
    'PUT /services/{id}': { ...service, body: { price: 100 } },
    'DELETE /services/{id}': service,
    'GET /technicians': {},
    'POST /technicians': { body: { name: 'Mina' } },
    'PUT /technicians/order': { body: { ids: rows.technicians.toReversed() } },
    'PUT /technicians/{id}': { params: { id: rows.technician }, body: { name: 'Sara' } },
    'DELETE /technicians/{id}': { params: { id: rows.technician } },
    'GET /appointments/upcoming': {},
    'GET /appointments/past': {},
    'GET /appointments/next': {},
    'GET /appointments/list': { query: range },
    'GET /appointments': { query: range },
    'GET /appointments/closed': { query: range },
    'GET /appointments/empty-days': { query: range },
    'POST /appointments/{id}/reschedule': { ...own, body: { to_id: rows.slot, ...seen(SLOT) } },
    'GET /appointments/{id}/free': { ...own, query: range },
    'GET /appointments/{id}': own,
    'GET /appointments/{id}/next': own,
    'GET /clients/due': {},
    'GET /analytics/retention': { query: range },
    'GET /analytics/empty-hours': {},
    'GET /clients/due/results': {},
    'POST /clients/due/{key}': { params: { key: `c${owner.id}` }, body: { action: 'CONTACTED' } },
    'GET /appointments/{id}/history': { params: own.params },
    'PUT /appointments/{id}': { params: own.params, body: { notes: 'x' } },
    'DELETE /appointments/{id}': { params: { id: rows.slot } },
    'POST /appointments/{id}/status': { params: { id: rows.slot }, body: { status: 'BLOCKED' } },
    'POST /appointments/{id}/guest': { ...own, body: guest },
    'POST /appointments/{id}/service': { ...own, body: { service_id: rows.service } },
    'POST /appointments/{id}/cancel': { ...own, body: { reason: 'Ne mogu.' } },
    'POST /appointments/{id}/confirm': { ...own, body: { seen_start: `${DAY} 08:00:00` } },
    'POST /appointments/{id}/link': { params: own.params },
    'POST /appointments/{id}/reached': {
      params: own.params,
      body: { what: 'REMINDER', channel: 'CALL', seen: null },
    },
    'GET /appointments/round': {},
    'GET /delay': {},
    'GET /delay/preview': { query: { minutes: '15' }, opensOnlyTo: 'unknown_technician' },
    'PUT /delay': { body: { minutes: 15 }, opensOnlyTo: 'unknown_technician' },
    'GET /sms': {},
    'POST /sms/test': { body: { to: '064 123 4567' }, opensOnlyTo: 'sms_off' },
    'POST /guest-link/no-sms': { body: { token: 'x' }, opensOnlyTo: 'guest_link_dead' },
    'POST /appointments/{id}/book': { params: { id: rows.slot }, body: { ...seen(SLOT), ...guest } },
    'PUT /appointments/{id}/work': {
      params: own.params,
      body: { values: [] },
      opensOnlyTo: 'appointment_not_begun',
    },
    'POST /appointments/{id}/pictures': {
      ...own,
      query: { kind: 'WISH' },
      opensOnlyTo: 'bad_picture',
    },
    'POST /guest-link/pictures': { opensOnlyTo: 'guest_link_dead' },
    'POST /pictures': { query: { kind: 'WORK' }, opensOnlyTo: 'bad_picture' },
    'DELETE /pictures/{id}': { params: { id: 999 }, opensOnlyTo: 'not_found' },
    'GET /pictures/{id}/file': {
      params: { id: 999 },
      query: { size: 'thumb', until: '0', signature: 'x' },
      opensOnlyTo: 'not_found',
    },
    'GET /appointments/deleted': { query: { from: '2026-11-01', to: '2026-11-30' } },
    'GET /works': {},
    'POST /works': {
      body: { picture_id: 999, service_id: rows.service, consent: 1 },
      opensOnlyTo: 'not_found',
    },
    'PUT /works/order': { body: { ids: [] } },
    'DELETE /works/{id}': { params: { id: 999 }, opensOnlyTo: 'not_found' },
    'GET /works/{id}/file': { params: { id: 999 }, query: { size: 'thumb' }, opensOnlyTo: 'not_found' },
    'GET /work-fields': {},
    'PUT /work-fields': { body: rows.workFields },
    'POST /appointments/{id}/attendance': {
      params: own.params,
      body: { attended: 1 },
      opensOnlyTo: 'appointment_not_begun',
    },
    'POST /appointments': { body: { start_datetime: `${DAY} 12:00:00`, ...guest } },
    'POST /appointments/series/preview': { body: series },
    'POST /appointments/series': {
      body: { ...series, rows: [{ start_datetime: series.start_datetime }, { skip: 1 }] },
    },
    'POST /appointments/slot': { body: { start_datetime: `${DAY} 14:00:00` } },
    'GET /appointments/to-call': {},
    'POST /appointments/called': { body: { ids: [rows.appointment], called: 1 } },
    'POST /appointments/cancel-many': { body: { ids: [rows.appointment], reason: 'Ne radimo.' } },
    'POST /appointments/bulk': { body: { ids: [rows.slot], action: 'BLOCK' } },
    'POST /appointments/undo': { body: { undo_token: 'x' }, opensOnlyTo: 'undo_expired' },
    'POST /guest-link/view': { body: { token: 'x' }, opensOnlyTo: 'guest_link_dead' },
    'POST /guest-link/confirm': {
      body: { token: 'x', seen_start: SLOT },
      opensOnlyTo: 'guest_link_dead',
    },
    'POST /guest-link/service': { body: { token: 'x', service_ids: [] }, opensOnlyTo: 'guest_link_dead' },
    'POST /guest-link/free': { body: { token: 'x', ...range }, opensOnlyTo: 'guest_link_dead' },
    'POST /guest-link/cancel': { body: { token: 'x', reason: 'Ne mogu.' }, opensOnlyTo: 'guest_link_dead' },
    'POST /guest-link/reschedule': {
      body: { token: 'x', to_id: rows.slot, ...seen(SLOT) },
      opensOnlyTo: 'guest_link_dead',
    },
    'POST /guest-link/calendar': { body: { token: 'x' }, opensOnlyTo: 'guest_link_dead' },
    'GET /appointments/{id}/calendar': own,
    'GET /users': {},
    'GET /users/clients': {},
    'POST /users/clients': { body: { name: 'Nova' } },
    'DELETE /users/clients/import/{import_id}': { params: { import_id: IMPORT } },
    'POST /appointments/import': {
      body: { rows: [{ index: 0, name: 'Uvezena', start_datetime: `${DAY} 20:00:00` }] },
    },
    'DELETE /appointments/import/{import_id}': { params: { import_id: IMPORT } },
    'POST /users/clients/import': { body: { rows: [{ name: 'Uvezena', phone: '064 100200' }], dry_run: 0 } },
    'PUT /users/clients/{id}': { params: { id: owner.id }, body: { city: 'Niš' } },
    'DELETE /users/clients/{id}': { params: { id: stranger.id } },
    'GET /users/{id}': { params: { id: owner.id } },
    'PUT /users/{id}': { params: { id: owner.id }, body: { notes: 'x' } },
    'GET /people': { query: { limit: '2' } },
    'GET /people/{id}': { params: { id: rows.person } },
    'POST /people': { body: { name: 'Lela', phone: '064 555 0110' } },
    'PUT /people/{id}': { params: { id: rows.person }, body: { staff_note: 'Alergija.' } },
    'GET /phone-marks': {},
    'PUT /phone-marks': { body: { phone: '064 555 0199', name: 'Lela', call_only: 1 } },
    'DELETE /people/{id}': { params: { id: rows.person } },
    'POST /people/{id}/account': { params: { id: rows.person }, body: { email: 'lela@primer.rs' } },
    'POST /people/{id}/merge': { params: { id: rows.person }, body: { from_person_id: rows.otherPerson } },
    'POST /auth/me/tickets': { body: { token: 'x' }, opensOnlyTo: 'guest_link_dead' },
    'GET /templates': {},
    'POST /templates': { body: { weekday: 2, time_start: '09:00:00' } },
    'POST /templates/many': { body: { weekdays: [2, 3], time_start: '09:00:00' } },
    'POST /templates/copy': { body: { from_weekday: 1, to_weekdays: [2, 3] } },
    'PUT /templates/{id}': { params: { id: rows.template }, body: { active: 0 } },
    'DELETE /templates/{id}': { params: { id: rows.template } },
    'POST /templates/preview-range': { body: { from: '2026-11-23', weeks: 1 } },
    'POST /templates/generate-range': { body: { from: '2026-11-23', weeks: 1 } },
    'GET /annual/upcoming': {},
    'GET /annual/mine': {},
    'POST /annual/preview': { body: { date_from: '2027-02-01', date_to: '2027-02-02' } },
    'POST /annual': { body: { date_from: '2027-02-01', date_to: '2027-02-02' } },
    'DELETE /annual/{id}': { params: { id: rows.absence } },
    'GET /client-notifications': {},
    'GET /client-notifications/unread-count': {},
    'POST /client-notifications/{id}/read': { params: { id: rows.clientNotification }, isOwned: true },
    'POST /client-notifications/read-all': {},
    'DELETE /client-notifications/{id}': { params: { id: rows.clientNotification }, isOwned: true },
    'DELETE /client-notifications': { query: { scope: 'all' } },
    'POST /client-notifications/free-slot': { body: { date: '2026-11-21', ...guest } },
    'GET /client-notifications/free-slot': {},
    'DELETE /client-notifications/free-slot': { query: { date: '2026-11-20' } },
    'GET /notifications': {},
    'GET /notifications/unread-count': {},
    'POST /notifications/{id}/read': { params: { id: rows.notification } },
    'DELETE /notifications/{id}': { params: { id: rows.notification } },
    'POST /notifications/read-all': {},
    'DELETE /notifications': {},
    'GET /push/key': {},
    'POST /push': { body: aSubscription() },
    'DELETE /push': { body: { endpoint: aSubscription().endpoint } },
    'GET /analytics/appointments-per-day': { query: range },
    'GET /analytics/revenue-by-service': { query: range },
    'GET /analytics/top-services': { query: range },
    'GET /analytics/top-clients': { query: range },
    'GET /analytics/utilization': { query: range },
    'GET /analytics/revenue-per-day': { query: range },
    'GET /analytics/totals': { query: range },
    'GET /analytics/technicians': { query: range },
    'GET /analytics/calendar': { query: range },
    'PUT /analytics/appointments/swap': { body: { a_id: rows.appointment, b_id: rows.slot } },
    'PUT /analytics/appointments/{id}/move': {
      params: own.params,
      body: { start_datetime: `${DAY} 16:00:00`, end_datetime: `${DAY} 17:00:00` },
    },
    'POST /appointments/{id}/free-rest': {
      params: { id: rows.appointment },
      opensOnlyTo: 'nothing_to_free',
    },
    'POST /appointments/{id}/request': { params: { id: rows.waiting }, body: { action: 'ACCEPT' } },
    'POST /appointments/{id}/deposit': {
      params: { id: rows.appointment },
      body: { action: 'RECEIVED' },
    },
    'GET /plans': {},
    'POST /plans': {
      body: { name: '10 + 1', service_ids: [rows.service], visits: 11, price: 18_000, months: 12 },
    },
    'PUT /plans/{id}': { params: { id: rows.plan }, body: { price: 9500 } },
    'GET /holdings': { query: { code: 'K7M2RXD94H' } },
    'POST /holdings': { body: { kind: 'VOUCHER', amount: 5000, method: 'CARD' } },
    'PUT /holdings/{id}': { params: { id: rows.holding }, body: { expires_on: '2028-01-31' } },
    'POST /holdings/{id}/link': { params: { id: rows.holding } },
    'POST /voucher': { body: { token: 'x' }, opensOnlyTo: 'guest_link_dead' },
    'GET /auth/me/holdings': {},
    'POST /appointments/{id}/counted': { params: { id: rows.missed }, body: { holding_id: null } },
    'GET /analytics/shares': { query: range },
    'GET /shares/payouts': {},
    'POST /shares/payouts': {
      body: { technician_id: rows.technician, from: '2026-11-01', to: '2026-11-05', method: 'CASH' },
    },
    'GET /payments': { query: range },
    'GET /analytics/charged': { query: range },
    'GET /cash': { query: range },
    'POST /payments': {
      body: { appointment_id: rows.appointment, kind: 'VISIT', method: 'CASH', amount: 1800 },
    },
    'POST /payments/{id}/void': {
      params: { id: rows.payment },
      body: { reason: 'Greška.' },
    },
    'GET /cash/{date}': { params: { date: '2026-11-17' } },
    'PUT /cash/{date}': { params: { date: '2026-11-17' }, body: { opening: 5000 } },
    'POST /cash/{date}/close': {
      params: { date: '2026-11-17' },
      body: { counted: 0 },
    },
    'POST /cash/{date}/reopen': {
      params: { date: '2026-11-16' },
      body: { reason: 'Greška.' },
    },
    'GET /settings': {},
    'PUT /settings': { body: { salon_phone: '021 555 0184', max_active_bookings: 3 } },
    'GET /calendar-feed': {},
    'POST /calendar-feed': {},
    'DELETE /calendar-feed': {},
    'GET /calendar-feed/{secret}': { params: { secret: 'x' }, opensOnlyTo: 'unknown_path' },
    'GET /calendar-files/{sealed}': { params: { sealed: 'x' }, opensOnlyTo: 'unknown_path' },
    'GET /waitlist': { query: range },
    'DELETE /waitlist/{id}': { params: { id: 1 }, opensOnlyTo: 'not_found' },
    'GET /backups': {},
    'GET /backups/restored': {},
    'POST /backups': isBackupPossible(salon.platform.config) ? {} : { opensOnlyTo: 'backup_impossible' },
    'GET /backups/file': { query: { name: 'nema.sqlite' }, opensOnlyTo: 'not_found' },
    'GET /salon': {},
    'GET /health': {},
    'GET /ready': {},
    'GET /openapi.json': {},
    'GET /events': {},
  };
  return { owner, stranger, requestExamples };
}
