// Helpers for tests of a salon with several technicians.
import type { RequestBody } from '../../../src/contract/index.ts';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import type { Slot } from '../client/prepare.ts';
import { asAdmin, at } from '../network.ts';

export async function aTechnician(
  salon: Server,
  body: RequestBody<'POST /technicians'>,
): Promise<TechnicianId> {
  return (await request('POST /technicians', { headers: await asAdmin(salon), body }, at(salon))).id;
}

/** Creates a free slot for a technician. */
export async function aSlotOf(
  salon: Server,
  technician_id: TechnicianId,
  day: string,
  clock: string,
  duration_minutes = 60,
): Promise<Slot> {
  const body = { technician_id, start_datetime: `${day} ${clock}:00`, duration_minutes };
  return request('POST /appointments/slot', { headers: await asAdmin(salon), body }, at(salon));
}
