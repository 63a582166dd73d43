import type { ServiceId } from '../ids.ts';

type Visit = { readonly service_id: ServiceId | null };

/**
 * The service of most of these appointments, to suggest to the owner for a client; the more recent one on a tie.
 * `visits` is ordered latest first. docs/spec/behaviour.md §6.4
 */
export function mostTakenService(visits: readonly Visit[]): ServiceId | null {
  const counts = new Map<ServiceId, number>();
  for (const { service_id } of visits)
    if (service_id !== null) counts.set(service_id, (counts.get(service_id) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
