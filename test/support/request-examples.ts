import type { Access } from '../../src/contract/endpoint.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { EndpointName } from '../../src/contract/index.ts';
import { isBackupPossible } from '../../src/server/platform/backups/backups.ts';
import { aBooking, aClient, aService, aSlot, aTechnician, seen } from './builders.ts';
import { aSubscription } from './push/push-service.ts';
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

/** Returns the token of a caller who may use endpoints with this access; null for a visitor. */
export const tokenWith = (access: Access, client: Person, salon: Pick<Salon, 'admin'>): string | null =>
  ({ public: null, user: client.token, staff: salon.admin.token, admin: salon.admin.token })[access];

export interface Fixture {
  readonly owner: Person;
  readonly stranger: Person;
  readonly requestExamples: { readonly [N in EndpointName]: RequestExample };
}

const DAY = '2026-11-19';
const SLOT = `${DAY} 10:00:00`;

async function rowsOf(salon: Salon, owner: Person) {
  const appointment = await aBooking(salon, `${DAY} 08:00:00`, owner.id);
  const slot = await aSlot(salon, SLOT);
  const service = await aService(salon);
  const technician = await aTechnician(salon);
  const insert = { db: salon.db, at: salon.clock.ms() };
  const one = async (made: Promise<{ id: number }>) => (await made).id;
  const template = await one(
    insert.db
      .insertInto('templates')
      .values({ weekday: 1, time_start: '09:00:00', duration_minutes: 60 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const absence = await one(
    insert.db
      .insertInto('absences')
      .values({
        user_id: salon.admin.id,
        date_from: '2027-01-04',
        date_to: '2027-01-05',
        reason: null,
        created_at: insert.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const notification = await one(
    insert.db
      .insertInto('admin_notifications')
      .values({ type: 'NEW_CLIENT', created_at: insert.at, visible_at: insert.at, client_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const clientNotification = await one(
    insert.db
      .insertInto('client_notifications')
      .values({
        user_id: owner.id,
        type: 'FREE_SLOT_AVAILABLE',
        message: 'Oslobodio se termin.',
        created_at: insert.at,
        visible_at: insert.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await insert.db
    .insertInto('waitlist_entries')
    .values({ day: '2026-11-20', client_id: owner.id, created_at: insert.at })
    .execute();
  await insert.db
    .insertInto('settings')
    .values({ name: 'payments', value: '1', changed_at: insert.at })
    .execute();
  const today = '2026-11-17';
  const payment = await one(
    insert.db
      .insertInto('payments')
      .values({ kind: 'EXPENSE', method: 'CASH', amount: 35_000, at: insert.at, day: today })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const deposit = {
    amount: 70_000,
    until_at: insert.at,
    state: 'WAITING',
    reference: '9712',
    qr: 'K:PR',
  } as const;
  await insert.db
    .insertInto('deposits')
    .values({ ...deposit, appointment_id: appointment, made_at: insert.at })
    .execute();
  await insert.db
    .insertInto('cash_days')
    .values({ day: '2026-11-16', counted: 0, closed_at: insert.at })
    .execute();
  const technicians = (await insert.db.selectFrom('technicians').select('id').execute()).map(({ id }) => id);
  return {
    payment,
    appointment,
    slot,
    service,
    technician,
    technicians,
    template,
    absence,
    notification,
    clientNotification,
  };
}

/** Adds rows, and returns an example request for every endpoint. The compiler reports a missing example. */
export async function createFixture(salon: Salon): Promise<Fixture> {
  const owner = await aClient(salon, { password: 'lozinka' });
  const stranger = await aClient(salon);
  const rows = await rowsOf(salon, owner);
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
    'POST /appointments/{id}/book': { params: { id: rows.slot }, body: { ...seen(SLOT), ...guest } },
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
    'POST /users/clients/import': { body: { rows: [{ name: 'Uvezena', phone: '064 100200' }], dry_run: 0 } },
    'PUT /users/clients/{id}': { params: { id: owner.id }, body: { city: 'Niš' } },
    'DELETE /users/clients/{id}': { params: { id: stranger.id } },
    'GET /users/{id}': { params: { id: owner.id } },
    'PUT /users/{id}': { params: { id: owner.id }, body: { notes: 'x' } },
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
    'POST /appointments/{id}/deposit': {
      params: { id: rows.appointment },
      body: { action: 'RECEIVED' },
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
    'GET /waitlist': { query: range },
    'DELETE /waitlist/{id}': { params: { id: 1 }, opensOnlyTo: 'not_found' },
    'GET /backups': {},
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
