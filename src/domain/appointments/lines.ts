/** The service lines of an appointment, one per chosen service, with values copied from the price list. docs/spec/behaviour.md §5.23 */
import { type ServiceId, toId } from '../ids.ts';
import { type NamedService, serviceName } from '../language/service-name.ts';

/** A chosen service with its name, price and duration at the time of the choice. */
export interface ServiceLine extends NamedService {
  /** The id of the service; null once the service was deleted. */
  readonly service_id: ServiceId | null;
  /** The price in dinars; 0: on request, null: unknown. */
  readonly price: number | null;
  readonly duration_minutes: number | null;
  /** The minutes after the services in which nobody is booked. Missing: none. */
  readonly cleanup_minutes?: number | undefined;
}

interface AskedServices {
  readonly service_id?: ServiceId | null | undefined;
  readonly service_ids?: readonly ServiceId[] | null | undefined;
}

/** The ids of the services in a request; undefined if the request names no services. */
export function askedServices({ service_id, service_ids }: AskedServices): readonly ServiceId[] | undefined {
  if (service_ids !== undefined) return service_ids ?? [];
  if (service_id === undefined) return undefined;
  return service_id === null ? [] : [service_id];
}

/** The joined names in the reader's language: 'Gel lak + Skidanje gela'; null without lines. */
export const namesOf = (lines: readonly NamedService[]): string | null =>
  lines.map(serviceName).join(' + ') || null;

/** Adds amounts in dinars exactly, by adding whole hundredths (para). */
const sumOfDinars = (prices: readonly number[]): number =>
  prices.reduce((paras, price) => paras + Math.round(price * 100), 0) / 100;

/** The sum of the known prices; null if no price is known. */
export function priceOf(lines: readonly { readonly price: number | null }[]): number | null {
  const known = lines.flatMap(({ price }) => (price === null ? [] : [price]));
  return known.length === 0 ? null : sumOfDinars(known);
}

/** The sum of the durations; null without lines or if one duration is unknown. */
export function minutesOfServices(services: readonly { readonly duration_minutes: number | null }[]) {
  const known = services.flatMap(({ duration_minutes }) => duration_minutes ?? []);
  const isKnown = known.length > 0 && known.length === services.length;
  return isKnown ? known.reduce((sum, minutes) => sum + minutes, 0) : null;
}

/** Parses the service ids in a text like '1,4' from a URL or a form field. */
export const serviceIdsIn = (text: string): ServiceId[] =>
  text.split(',').flatMap((part) => (Number(part) > 0 ? toId<ServiceId>(Number(part)) : []));

/** What notifications, the history and the API's summary fields say of the services. */
export const summaryOf = (lines: readonly ServiceLine[]) => ({
  service_id: lines[0]?.service_id ?? null,
  service_name: lines.map(({ name }) => name).join(' + ') || null,
  service_price: priceOf(lines),
});

/** The lines of the newly chosen services, in their order. A service that was chosen before keeps the name and price of its line. */
export const linesAfter = (before: readonly ServiceLine[], chosen: readonly ServiceLine[]) =>
  chosen.map((line) => before.find(({ service_id }) => service_id === line.service_id) ?? line);

/** True if two appointments have the same services with the same names and prices. Ignores the order of the services. */
export const areSameLines = (a: readonly ServiceLine[], b: readonly ServiceLine[]): boolean =>
  a.length === b.length &&
  a.every(({ service_id, name, price }) =>
    b.some((line) => line.service_id === service_id && line.name === name && line.price === price),
  );

type Visit = { readonly services: readonly { readonly service_id: ServiceId | null }[] };

/** The most frequent set of services; on a tie the more recent set. `visits` must be sorted latest first. docs/spec/behaviour.md §6.4 */
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
