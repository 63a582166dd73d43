// Fills every table of a salon through requests that all releases accept. Returns the users' tokens and links.
import { createECDH, randomBytes } from 'node:crypto';
import { withCapabilities } from './capabilities.ts';
import { type Doing, type Json, PASSWORD, tokenIn, unlessUnknown } from './requests.ts';
import type { Told } from './stage.ts';

export interface Held {
  /** The salon's local time at which all tables were filled. */
  readonly wall: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly client: { readonly email: string; readonly password: string; readonly token: string };
  readonly guest: { readonly token: string; readonly start: string };
  /** A request with an idempotency key, and its response. */
  readonly repeated: { path: string; key: string; body: object; answer: Json };
  readonly undo: { readonly token: string; readonly start: string };
  readonly resetToken: string;
  readonly counts: Readonly<Record<string, number>>;
  /** What the stories left; undefined in salons of releases before them. */
  readonly told?: Told;
}
export type Visited = Omit<Held, 'resetToken' | 'counts' | 'wall' | 'told'>;

/** A push subscription at a service that does not exist, so that its pushes stay in the outbox. */
export function device(path = 'landed'): object {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.primer.rs/${path}`, keys };
}

/** Adds a technician with a service and a generated day, a payment, a closed day, a deposit and a guest who is due to return. */
async function withSeveral({ as, slot, book, day }: Doing): Promise<void> {
  const { id: service_id } = await as('POST /services', {
    name: 'Manikir',
    price: 1500,
    duration_minutes: 60,
  });
  const { id: technician_id } = await as('POST /technicians', { name: 'Jelena', service_ids: [service_id] });
  await as('POST /templates', { technician_id, weekday: 2, time_start: '10:00:00', duration_minutes: 60 });
  await as('POST /templates/generate-range', { technician_id, from: day(37), weeks: 1 });
  const account = { account_number: '840-955845-10', account_name: 'Salon' };
  await as('PUT /settings', { payments: 1, deposit_for: 'ALL', deposit_percent: 50, ...account });
  await as('POST /payments', { kind: 'EXPENSE', method: 'CASH', amount: 300 });
  await as(`POST /cash/${day(0)}/close`, { counted: 0 });
  const guest = { guest_name: 'Treća', guest_phone: '063 555 102' };
  await book(await slot(`${day(7)} 09:00:00`), { ...guest, service_ids: [service_id] });
  await as('PUT /settings', { deposit_for: 'NONE' });
  await as(`POST /calendar-feed?technician_id=${technician_id}`);
  const regular = { guest_name: 'Stalna', guest_phone: '063 555 103' };
  const past = { start_datetime: `${day(-28)} 09:00:00`, duration_minutes: 60 };
  await as('POST /appointments', { ...past, ...regular, service_ids: [service_id], technician_id });
  const due = Object.values(await as('GET /clients/due')) as { readonly key: string }[];
  await as(`POST /clients/due/${due[0]?.key}`, { action: 'CONTACTED' });
}

/** Fills the salon's tables. `soon` is less than a day ahead, so that the reminder of an appointment at `soon` is due. */
export async function visit(doing: Doing, admin: Held['admin'], soon: string): Promise<Visited> {
  const { call, as, day, slot, book, register } = doing;
  await as('POST /push', device()).catch(unlessUnknown);

  const service = await as('POST /services', { name: 'Gel lak', price: 1800.5, duration_minutes: 60 });
  await as('POST /services', { name: 'Korekcija', price: 900 });
  await as('POST /templates', { weekday: 1, time_start: '09:00:00', duration_minutes: 60 });
  await as('POST /templates/generate-range', { from: day(30), weeks: 1 });
  await as('POST /annual', { date_from: day(60), date_to: day(62), reason: 'Odmor' });

  const milica = await register('Milica Đorđević', 'milica@primer.rs', '064 111 2222');
  const jovana = await register('Jovana', 'jovana@primer.rs', '064 333 4444');
  const former = await as('POST /users/clients', { name: 'Nekadašnja', phone: '064 555 6666', city: 'Niš' });
  await as(`PUT /users/${former.id}`, { active: 0, notes: 'Preselila se.' });

  const first = await slot(`${day(3)} 10:00:00`);
  const body = { ...first.seen, notes: 'Šljokice, "crvene"', service_id: service.id };
  const repeated = { path: `/appointments/${first.id}/book`, key: 'kljuc-klijentkinje', body };
  const { key } = repeated;
  const answer = await call(`POST ${repeated.path}`, { token: milica, key, body });
  await as('PUT /settings', { salon_phone: '021 555 0184' }).catch(unlessUnknown);
  await book(await slot(soon), { service_id: service.id }, { token: milica });

  const ofGuest = await slot(`${day(4)} 11:00:00`);
  const guest = { guest_name: 'Gošća', guest_phone: '063 555 100', guest_email: 'gosca@primer.rs' };
  const booked = await book(ofGuest, guest);
  const guestToken = tokenIn(booked.guest_link);
  const left = await book(await slot(`${day(4)} 13:00:00`), { ...guest, guest_phone: '063 555 101' });
  const leftToken = tokenIn(left.guest_link);
  await call('POST /guest-link/cancel', { body: { token: leftToken, reason: 'Ne mogu.' } });

  const moved = await slot(`${day(5)} 09:00:00`);
  await book(moved, {}, { token: jovana });
  const times = { start_datetime: `${day(5)} 12:00:00`, end_datetime: `${day(5)} 13:00:00` };
  await as(`PUT /analytics/appointments/${moved.id}/move`, times);
  const cancelled = await slot(`${day(6)} 09:00:00`);
  await book(cancelled, {}, { token: jovana });
  await call('POST /client-notifications/free-slot', { token: milica, body: { date: day(6) } });
  await call(`POST /appointments/${cancelled.id}/cancel`, {
    token: jovana,
    body: { reason: 'Bolesna sam.' },
  });
  await slot(`${day(6)} 15:00:00`);
  await call('POST /client-notifications/free-slot', { token: milica, body: { date: day(20) } });
  await call('POST /client-notifications/free-slot', {
    body: { date: day(21), guest_name: 'Gošća', guest_phone: '063 555 100' },
  });

  await withCapabilities(doing).catch(unlessUnknown);
  await withSeveral(doing).catch(unlessUnknown); // closes the day
  await as('POST /calendar-feed').catch(unlessUnknown);
  const deleted = await slot(`${day(8)} 09:00:00`);
  const { undo_token } = await as(`DELETE /appointments/${deleted.id}?undo=1`);
  return {
    admin,
    client: { email: 'milica@primer.rs', password: PASSWORD, token: milica },
    guest: { token: guestToken, start: ofGuest.start },
    repeated: { ...repeated, answer },
    undo: { token: String(undo_token), start: deleted.start },
  };
}
