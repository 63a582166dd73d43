import type { RequestBody } from '../../../src/contract/index.ts';
import type { ServiceId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService } from '../../support/builders.ts';
import { salon } from '../../support/salon-test.ts';

export const TODAY = '2026-11-17';
export const switchOn = () => salon.admin.call('PUT /settings', { body: { payments: 1 } });

/** Gel lak for 1.800 din and the plan '10 + 1' for it. */
export async function aPlan(given: Partial<RequestBody<'POST /plans'>> = {}) {
  const service_id = await aService(salon, { name: 'Gel lak', price: 1800 });
  const plan = await salon.admin.call('POST /plans', {
    body: {
      name: '10 + 1 gel lak',
      service_ids: [service_id],
      visits: 11,
      price: 18_000,
      months: 12,
      ...given,
    },
  });
  return { plan, service_id };
}

export const sell = (body: RequestBody<'POST /holdings'>, key?: string) =>
  salon.admin.call('POST /holdings', { body, ...(key && { headers: { 'idempotency-key': key } }) });

/** A client with her person, and a package of the plan. */
export async function aPackage(given: Partial<RequestBody<'POST /holdings'>> = {}) {
  const { plan, service_id } = await aPlan();
  const client = await aClient(salon);
  const held = await sell({
    kind: 'PACKAGE',
    plan_id: plan.id,
    client_id: client.id,
    method: 'CASH',
    ...given,
  });
  return { plan, service_id, client, held };
}

export const aVoucher = (amount = 5000) => sell({ kind: 'VOUCHER', amount, method: 'CARD' });

/** A booking of a client with one service, that began today. */
export async function aVisit(
  client: { readonly id: Parameters<typeof aBooking>[2] },
  service: ServiceId,
  start: WallTime = `${TODAY} 08:00:00`,
) {
  const id = await aBooking(salon, start, client.id);
  await edit(id, { service_ids: [service] });
  return id;
}

export const pay = (body: RequestBody<'POST /payments'>, key?: string) =>
  salon.admin.call('POST /payments', { body, ...(key && { headers: { 'idempotency-key': key } }) });
export const takeVisit = (appointment_id: number, holding_id: number) =>
  pay({ appointment_id, kind: 'VISIT', method: 'PACKAGE', holding_id });
export const payBy = (appointment_id: number, holding_id: number, amount?: number) =>
  pay({
    appointment_id,
    kind: 'VISIT',
    method: 'VOUCHER',
    holding_id,
    ...(amount !== undefined && { amount }),
  });
export const voidPayment = (id: number) =>
  salon.admin.call('POST /payments/{id}/void', { params: { id }, body: { reason: 'Greška.' } });
export const holding = async (id: number) =>
  (await salon.admin.call('GET /holdings', { query: {} })).holdings.find((one) => one.id === id);
export const find = (id: number) => salon.admin.call('GET /appointments/{id}', { params: { id } });
export const edit = (id: number, body: RequestBody<'PUT /appointments/{id}'>) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
