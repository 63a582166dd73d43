import type { ServiceId } from '../ids.ts';

type Visit = { readonly services: readonly { readonly service_id: ServiceId | null }[] };

/** The services of most of these appointments (latest first), on a tie of the more recent ones. docs/spec/behaviour.md §6.4 */
export function mostTakenServices(visits: readonly Visit[]): readonly ServiceId[] {
  const counts = new Map<string, { ids: readonly ServiceId[]; count: number }>();
  for (const { services } of visits) {
    const ids = services.flatMap(({ service_id }) => service_id ?? []);
    const key = ids.toSorted((a, b) => a - b).join();
    const counted = counts.get(key);
    if (ids.length > 0) counts.set(key, { ids: counted?.ids ?? ids, count: (counted?.count ?? 0) + 1 });
  }
  const most = Math.max(0, ...[...counts.values()].map(({ count }) => count));
  return [...counts.values()].find(({ count }) => count === most)?.ids ?? [];
}
