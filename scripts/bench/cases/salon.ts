import { setTimeout as wait } from 'node:timers/promises';
import type { absenceEndpoints } from '../../../src/contract/absences.ts';
import type { backupEndpoints } from '../../../src/contract/backups.ts';
import type { calendarFeedEndpoints } from '../../../src/contract/calendar/calendar.ts';
import type { EndpointNamesIn } from '../../../src/contract/index.ts';
import type {
  adminNotificationEndpoints,
  clientNotificationEndpoints,
} from '../../../src/contract/notifications.ts';
import type { paymentEndpoints } from '../../../src/contract/payments.ts';
import type { pushEndpoints } from '../../../src/contract/push.ts';
import type { eventEndpoints, salonEndpoints } from '../../../src/contract/salon.ts';
import type { serviceEndpoints } from '../../../src/contract/services.ts';
import type { settingsEndpoints } from '../../../src/contract/settings.ts';
import type { technicianEndpoints } from '../../../src/contract/technicians.ts';
import type { weekTemplateEndpoints } from '../../../src/contract/week-templates.ts';
import { addDays, startOfWeek } from '../../../src/domain/wall-clock.ts';
import type { Rows } from '../rows.ts';
import { again, type Call, type Case, numbers, once, ROWS } from './case.ts';

const AWAY_DAY = 700; // days from today to the absence that the cases add; the demo has no bookings so late
const PLAN_DAY = 340;
const BACKUP_TRIES = 60;
const BACKUP_WAIT_MS = 500;
/** Start times that no template of the demo uses: every five minutes from 20:00 to 21:55. */
const EVENING = numbers(24).map(
  (n) => `${20 + Math.floor(n / 12)}:${String((n % 12) * 5).padStart(2, '0')}:00`,
);

const absentOn = ({ today }: Rows, n: number) => {
  const day = addDays(today, AWAY_DAY + n);
  return { date_from: day, date_to: day };
};
const weekAhead = ({ today }: Rows) => ({ from: startOfWeek(addDays(today, PLAN_DAY)), weeks: 1 });
const eveningTemplates = ({ db }: Rows, weekday: number) =>
  db
    .insertInto('templates')
    .values(
      EVENING.map((time) => ({ weekday, time_start: time as '20:00:00', duration_minutes: 5, active: 1 })),
    )
    .returning('id')
    .execute();

async function clientNotifications({ db, client }: Rows, count: number) {
  const now = Date.now();
  const row = { user_id: client.id, type: 'FREE_SLOT_AVAILABLE', message: 'Slobodno.' } as const;
  const rows = numbers(count).map(() => ({ ...row, created_at: now, visible_at: now }));
  return db.insertInto('client_notifications').values(rows).returning('id').execute();
}
async function ownerNotifications({ db, client }: Rows, count: number) {
  const now = Date.now();
  const row = { type: 'NEW_CLIENT', client_id: client.id } as const;
  const rows = numbers(count).map(() => ({ ...row, created_at: now, visible_at: now }));
  return db.insertInto('admin_notifications').values(rows).returning('id').execute();
}
/** Creates a backup and returns its name. Retries while another backup runs. */
async function aBackup(call: Call): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return ((await call('POST /backups')) as { name: string }).name;
    } catch (error) {
      if (!String(error).includes('backup_running') || tries === BACKUP_TRIES) throw error;
      await wait(BACKUP_WAIT_MS);
    }
  }
}

const byId = ({ id }: { id: number }) => ({ params: { id } });

export const salonCases: Record<
  EndpointNamesIn<
    | typeof serviceEndpoints
    | typeof settingsEndpoints
    | typeof absenceEndpoints
    | typeof backupEndpoints
    | typeof calendarFeedEndpoints
    | typeof salonEndpoints
    | typeof technicianEndpoints
    | typeof eventEndpoints
  >,
  Case
> = {
  'GET /technicians': again(),
  'POST /technicians': () => once(numbers(), (n) => ({ body: { name: `Radnica ${n}` } })),
  'PUT /technicians/order': async ({ db }) => {
    const active = db.selectFrom('technicians').select('id').where('is_active', '=', 1);
    const ids = (await active.execute()).map(({ id }) => id);
    return once(numbers(), (n) => ({ body: { ids: n % 2 ? ids : ids.toReversed() } }));
  },
  'PUT /technicians/{id}': () => once(numbers(), (n) => ({ params: { id: 1 }, body: { hue: n % 6 } })),
  'DELETE /technicians/{id}': async ({ db }) => {
    const rows = numbers().map((n) => ({ name: `Kratko ${n}`, position: 900 + n }));
    return once(await db.insertInto('technicians').values(rows).returning('id').execute(), byId);
  },
  'GET /services': again(),
  'POST /services': () => once(numbers(), (n) => ({ body: { name: `Usluga ${n}`, price: 1500 } })),
  'PUT /services/order': async ({ db }) => {
    const ids = (await db.selectFrom('services').select('id').orderBy('position').execute()).map(
      ({ id }) => id,
    );
    return once(numbers(), (n) => ({ body: { ids: n % 2 ? ids : ids.toReversed() } }));
  },
  'PUT /services/{id}': async ({ db }) => {
    const { id } = await db.selectFrom('services').select('id').orderBy('id').executeTakeFirstOrThrow();
    return once(numbers(), (n) => ({ params: { id }, body: { price: 1500 + n } }));
  },
  'DELETE /services/{id}': async ({ db }) => {
    const rows = numbers().map((n) => ({
      name: `Kratka ${n}`,
      price: 1,
      duration_minutes: 60,
      position: 900 + n,
    }));
    return once(await db.insertInto('services').values(rows).returning('id').execute(), byId);
  },
  'GET /settings': again(),
  'PUT /settings': () => once(numbers(), (n) => ({ body: { salon_text: `Tekst ${n}` } })),
  'GET /annual/upcoming': again(),
  'GET /annual/mine': again(),
  'POST /annual/preview': (rows) => ({ again: { body: absentOn(rows, 0) } }),
  'POST /annual': (rows) => once(numbers(), (n) => ({ body: absentOn(rows, n) })),
  'DELETE /annual/{id}': async (rows) => {
    const values = numbers().map((n) => ({
      ...absentOn(rows, n),
      user_id: rows.admin.id,
      created_at: Date.now(),
    }));
    return once(await rows.db.insertInto('absences').values(values).returning('id').execute(), byId);
  },
  'GET /backups': again(),
  'POST /backups': async (_, call) => {
    await aBackup(call);
    return { again: {} };
  },
  'GET /backups/file': async (_, call) => {
    return { again: { query: { name: await aBackup(call) } } };
  },
  'GET /calendar-feed': again(),
  'POST /calendar-feed': again(),
  'DELETE /calendar-feed': again(),
  'GET /calendar-feed/{secret}': async (_, call) => {
    const { url } = (await call('POST /calendar-feed')) as { url: string };
    return { again: { params: { secret: url.slice(url.lastIndexOf('/') + 1) } } };
  },
  'GET /salon': again(),
  'GET /health': again(),
  'GET /ready': again(),
  'GET /openapi.json': again(),
  // the benchmark receives only the first line of the event stream; `npm run measure:events` measures whole streams
  'GET /events': again(),
};

export const weekTemplateCases: Record<EndpointNamesIn<typeof weekTemplateEndpoints>, Case> = {
  'GET /templates': again(),
  'POST /templates': () =>
    once(EVENING, (time_start) => ({ body: { weekday: 1, time_start, duration_minutes: 5 } })),
  'POST /templates/many': () =>
    once(EVENING, (time_start) => ({ body: { weekdays: [2, 3], time_start, duration_minutes: 5 } })),
  'POST /templates/copy': again({ body: { from_weekday: 1, to_weekdays: [2, 3] } }),
  'PUT /templates/{id}': async (rows) => {
    const params = { id: (await eveningTemplates(rows, 4))[0]?.id ?? 0 };
    return once(numbers(), (n) => ({ params, body: { active: n % 2 } }));
  },
  'DELETE /templates/{id}': async (rows) => once(await eveningTemplates(rows, 5), byId),
  'POST /templates/preview-range': (rows) => ({ again: { body: weekAhead(rows) } }),
  'POST /templates/generate-range': (rows) => ({ again: { body: weekAhead(rows) } }),
};

/** The example subscription of RFC 8291, section 5. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export const notificationCases: Record<
  EndpointNamesIn<
    typeof clientNotificationEndpoints | typeof adminNotificationEndpoints | typeof pushEndpoints
  >,
  Case
> = {
  'GET /client-notifications': again(),
  'GET /client-notifications/unread-count': again(),
  'POST /client-notifications/{id}/read': async (rows) => once(await clientNotifications(rows, ROWS), byId),
  'POST /client-notifications/read-all': again(),
  'DELETE /client-notifications/{id}': async (rows) => once(await clientNotifications(rows, ROWS), byId),
  'DELETE /client-notifications': again({ query: { scope: 'all' } }),
  'GET /notifications': again(),
  'GET /notifications/unread-count': again(),
  'POST /notifications/{id}/read': async (rows) => once(await ownerNotifications(rows, ROWS), byId),
  'DELETE /notifications/{id}': async (rows) => once(await ownerNotifications(rows, ROWS), byId),
  'POST /notifications/read-all': again(),
  'DELETE /notifications': again(),
  'GET /push/key': again(),
  'POST /push': again({ body: SUBSCRIPTION }),
  'DELETE /push': again({ body: { endpoint: SUBSCRIPTION.endpoint } }),
};

const CASH_DATE = { date: '2026-11-17' };
const withPayments = async (call: Call): Promise<void> =>
  void (await call('PUT /settings', { body: { payments: 1 } }));
const aPayment = { body: { kind: 'VISIT', method: 'CASH', amount: 1800 } };

const paymentsOf =
  (query: { from: string; to: string }) =>
  async (_: Rows, call: Call): Promise<{ again: { query: typeof query } }> => {
    await withPayments(call);
    await call('POST /payments', aPayment);
    return { again: { query } };
  };

export const paymentCases: Record<EndpointNamesIn<typeof paymentEndpoints>, Case> = {
  'GET /payments': paymentsOf({ from: '2026-01-01', to: '2030-01-01' }),
  'GET /analytics/charged': paymentsOf({ from: '2026-01-01', to: '2030-01-01' }),
  'GET /cash': paymentsOf({ from: '2026-11-01', to: '2026-11-30' }),
  'POST /payments': async (_, call) => {
    await withPayments(call);
    return { again: aPayment };
  },
  'POST /payments/{id}/void': async (_, call) => {
    await withPayments(call);
    const ids: number[] = [];
    for (const _n of numbers()) ids.push(((await call('POST /payments', aPayment)) as { id: number }).id);
    return once(ids, (id) => ({ params: { id }, body: { reason: 'Greška.' } }));
  },
  'GET /cash/{date}': async (_, call) => {
    await withPayments(call);
    return { again: { params: CASH_DATE } };
  },
  'PUT /cash/{date}': async (_, call) => {
    await withPayments(call);
    return once(numbers(), (opening) => ({ params: CASH_DATE, body: { opening } }));
  },
  'POST /cash/{date}/close': async (_, call) => {
    await withPayments(call);
    return once(numbers(), (n) => ({ params: { date: addDays('2026-01-01', n) }, body: { counted: 0 } }));
  },
  'POST /cash/{date}/reopen': async (_, call) => {
    await withPayments(call);
    return { again: { params: CASH_DATE, body: { reason: 'Greška.' } } };
  },
};
