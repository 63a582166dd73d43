// Fills the tables of packages and vouchers, shares, work and pictures, delays, messages and imports. Releases without them refuse the first request.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Doing, Json } from './requests.ts';

const idIn = ({ id }: Json): number => Number(id);

/** Bookings of today, one of them under way, and what staff record of them. */
async function withWork({ as, day }: Doing, service_id: number): Promise<number> {
  const booked = async (time: string, guest_name: string, guest_phone: string) =>
    idIn(
      await as('POST /appointments', {
        start_datetime: `${day(0)} ${time}`,
        duration_minutes: 60,
        guest_name,
        guest_phone,
        service_ids: [service_id],
      }),
    );
  const begun = await booked('09:30:00', 'Paketa', '063 555 201');
  const next = await booked('11:30:00', 'Sledeća', '063 555 202');
  const last = await booked('18:00:00', 'Poslednja', '063 555 203');
  const [field] = Object.values(await as('GET /work-fields')) as { readonly id: number }[];
  await as(`PUT /appointments/${begun}/work`, { values: [{ field_id: field?.id, value: 'OPI N25' }] });
  await as('PUT /delay', { minutes: 15 });
  await as(`POST /appointments/${next}/reached`, { what: 'DELAY', channel: 'VIBER', seen: null });
  await as(`POST /appointments/${last}/reached`, { claim: 1, claim_id: 'strana' });
  await as(`POST /appointments/${last}/cancel`, { reason: 'Bolest.' }); // becomes an SMS
  return begun;
}

async function withPictures({ as }: Doing, service_id: number): Promise<void> {
  const create = { width: 400, height: 300, channels: 3, background: '#c02040' } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const picture_id = idIn(await as('POST /pictures?kind=WORK', jpeg));
  await as('POST /works', { picture_id, service_id, consent: 1 });
}

/** What is paid out two days later: a payout ends before its day. */
export async function withEarnings({ as, day }: Doing): Promise<void> {
  await as('GET /delay'); // unknown to older releases
  await as('PUT /settings', { payments: 1 });
  const times = { start_datetime: `${day(-2)} 10:00:00`, duration_minutes: 60 };
  const guest = { guest_name: 'Zaradila', guest_phone: '063 555 207' };
  const appointment_id = idIn(await as('POST /appointments', { ...times, ...guest }));
  await as('POST /payments', { appointment_id, kind: 'VISIT', method: 'CASH', amount: 2000 });
  await as('PUT /settings', { payments: 0 });
}

export async function withCapabilities(doing: Doing): Promise<void> {
  const { as, call, day } = doing;
  await as('PUT /settings', { payments: 1 });
  const service_id = idIn(await as('POST /services', { name: 'Nadogradnja', price: 3000 }));
  const plan = {
    name: '10 + 1 nadogradnja',
    service_ids: [service_id],
    visits: 11,
    price: 30_000,
    months: 12,
  };
  const plan_id = idIn(await as('POST /plans', plan));
  await as('PUT /technicians/1', { percent: 50, terms: [{ service_id, percent: 30 }] });
  await as('PUT /settings', { sms: 1 });
  const visited = await withWork(doing, service_id);
  const { id: client_id } = await as('POST /users/clients', { name: 'Vesna', phone: '063 555 204' });
  const sold = { kind: 'PACKAGE', plan_id, client_id, method: 'CASH' };
  const holding_id = idIn(await as('POST /holdings', sold));
  await as('POST /payments', { appointment_id: visited, kind: 'VISIT', method: 'PACKAGE', holding_id });
  await as('POST /shares/payouts', { technician_id: 1, from: day(-9), to: day(-1), method: 'CASH' });
  await withPictures(doing, service_id);
  const rows = [{ name: 'Uvezena', phone: '063 555 205' }];
  await as('POST /users/clients/import', { import_id: randomUUID(), rows });
  const waiting = { guest_name: 'Čekalica', guest_phone: '063 555 206', service_ids: [service_id] };
  await call('POST /client-notifications/free-slot', { body: { date: day(22), ...waiting } });
}
