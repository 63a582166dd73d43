// A salon that sells packages, for browser tests.
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { aService } from '../client/prepare.ts';
import { asAdmin, at } from '../network.ts';

export const NAME = 'Bojana Vučković';

/** Switches payments on, and adds a plan of so many visits and a person. */
export async function prepare(salon: Server, visits = 11) {
  const admin = { headers: await asAdmin(salon) };
  await request('PUT /settings', { ...admin, body: { payments: 1 } as never }, at(salon));
  const service_id = await aService(salon, 'Gel lak', 60);
  await request(
    'PUT /services/{id}',
    { ...admin, params: { id: service_id }, body: { price: 1800 } },
    at(salon),
  );
  const plan = { name: '10 + 1 gel lak', service_ids: [service_id], visits, price: 18_000, months: 12 };
  const { id: plan_id } = await request('POST /plans', { ...admin, body: plan as never }, at(salon));
  const person = await request(
    'POST /people',
    { ...admin, body: { name: NAME, phone: '064 555 711' } },
    at(salon),
  );
  return { admin, service_id, plan_id, person };
}
