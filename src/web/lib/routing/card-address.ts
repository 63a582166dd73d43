import { toId } from '#domain/ids.ts';
import type { PersonRef } from '../queries/people-queries.ts';
import { paths } from './paths.ts';

/** The card's parameter in the URL: an account as `klijent`, a person without one as `osoba`. */
export const CARD_PARAMS = ['klijent', 'osoba'] as const;

export const cardParam = ({ person_id, client_id }: PersonRef): Record<string, string> =>
  client_id === null ? { osoba: String(person_id) } : { klijent: String(client_id) };

/** The path of Klijenti with the person's card open. docs/spec/product.md §2.14 */
export const cardPath = (of: PersonRef): string =>
  `${paths.adminClients}?${new URLSearchParams(cardParam(of))}`;

/** The person whose card the URL opens; null if it opens none. */
export function personIn(address: URLSearchParams): PersonRef | null {
  const [client, person] = CARD_PARAMS.map((name) => Number(address.get(name)));
  if (client) return { person_id: null, client_id: toId(client) };
  return person ? { person_id: toId(person), client_id: null } : null;
}
