import type { ServiceId } from '#domain/ids.ts';
import type { Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';

export interface CopiedService {
  readonly service_id: ServiceId | null;
  readonly service_name: string | null;
  readonly service_price: number | null;
}
export const NO_SERVICE: CopiedService = { service_id: null, service_name: null, service_price: null };

/**
 * What an appointment keeps of the service that was chosen: its name and price as they are now, so that later changes of the
 * price list rewrite no history. docs/spec/behaviour.md §5.4
 */
export async function copiedService(trx: Trx, id: ServiceId | null | undefined): Promise<CopiedService> {
  if (id === null || id === undefined) return NO_SERVICE;
  const found = await trx
    .selectFrom('services')
    .select(['name', 'price'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) refuse('unknown_service');
  return { service_id: id, service_name: found.name, service_price: found.price };
}
