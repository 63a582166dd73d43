import type { Settings } from '../../../src/domain/settings.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aService, aSlot, seen } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { salon } from '../../support/salon-test.ts';

export const DAY = '2026-11-20';
const ON = {
  payments: 1,
  deposit_for: 'ALL',
  deposit_percent: 30,
  account_number: '840-955845-10',
  account_name: 'Salon Mesečina',
} as const;

/** Saves settings that require a deposit of 30 % for every booking. `body` adds or replaces settings. */
export const set = (body: Partial<Settings> = {}) =>
  salon.admin.call('PUT /settings', { body: { ...ON, ...body } });

/** Books a new slot and a service for 2.400 din, so that the deposit is 700 din. */
export async function book(who: Person, start: WallTime = `${DAY} 10:00:00`, body: object = {}) {
  const id = await aSlot(salon, start, 60);
  const service_id = await aService(salon, { name: 'Gel lak', price: 2400, duration_minutes: 60 });
  return who.call('POST /appointments/{id}/book', {
    params: { id },
    body: { ...seen(start, 60), service_id, ...body },
  });
}

export const takeBack = (id: number, reason = 'Pogrešna osoba.') =>
  salon.admin.call('POST /appointments/{id}/deposit', {
    params: { id },
    body: { action: 'TAKEN_BACK', reason },
  });

export const act = (id: number, action: 'RECEIVED' | 'WAIVED' | 'REFUNDED' | 'KEPT', amount?: number) =>
  salon.admin.call('POST /appointments/{id}/deposit', {
    params: { id },
    body: { action, ...(amount !== undefined && { amount }) },
  });
export const find = (id: number) => salon.admin.call('GET /appointments/{id}', { params: { id } });
