import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ClientChoice } from '#contract/clients.ts';
import type { ResponseBody } from '#contract/index.ts';
import type { ListedPerson, PersonDetails } from '#contract/people.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import { request } from '../api.ts';
import { isTechnician } from '../session/session.ts';
import { requestPage } from './admin-queries.ts';
import { queryOf } from './queries.ts';

/** A person, with or without an account. At least one id is known; an account's person is found by the account. */
export interface PersonRef {
  readonly person_id: PersonId | null;
  readonly client_id: UserId | null;
}

/** A person whom the owner chooses for a booking. */
export interface PickedPerson extends PersonRef, Pick<ClientChoice, 'name' | 'phone' | 'recent_start'> {
  readonly email?: string | null;
}

/** Says that a person has no account. */
export const NO_ACCOUNT = 'bez naloga';

const ofAccount = ({ id, ...choice }: ClientChoice): PickedPerson => ({ ...choice, client_id: id });

export const asPicked = ({
  id,
  client_id = null,
  name,
  phone,
  email,
}: ResponseBody<'GET /people'>[number] | PersonDetails) =>
  ({ person_id: id, client_id, name, phone, ...(email !== undefined && { email }) }) satisfies PickedPerson;

/** True for a row as the owner gets it. */
const isWhole = (row: ResponseBody<'GET /people'>[number]): row is ListedPerson => row.visits !== undefined;

/** Fetches all pages; the server returns at most a thousand rows per request. */
async function allPeople(q: string, signal: AbortSignal): Promise<readonly ListedPerson[]> {
  const people: ListedPerson[] = [];
  for (;;) {
    const query = { ...(q && { q }), offset: people.length };
    const page = await requestPage('GET /people', { query, signal });
    people.push(...page.rows.filter(isWhole));
    if (people.length >= page.total || page.rows.length === 0) return people; // no rows: some were deleted between two requests
  }
}

const CHOICES_COUNT = 20;
/** More than have one first name, because a part of a name is also a part of others. */
const NAMED_COUNT = 200;

/** The first people who match; of a technician's only id, name and phone are known. */
const foundPeople = async (
  q: string,
  signal: AbortSignal,
  limit = CHOICES_COUNT,
): Promise<readonly PickedPerson[]> =>
  (await request('GET /people', { query: { q, limit }, signal })).map(asPicked);

async function personDetails({ person_id, client_id }: PersonRef, signal: AbortSignal) {
  const id =
    person_id ?? (await request('GET /users/{id}', { params: { id: String(client_id) }, signal })).person_id;
  return request('GET /people/{id}', { params: { id }, signal });
}

const NOBODY: PersonRef = { person_id: null, client_id: null };

export const peopleQueries = {
  /** Everybody who matches; without a text, everybody with a phone number or an account. */
  all: (q = '') =>
    queryOptions({
      queryKey: ['clients', 'all', q],
      queryFn: ({ signal }) => allPeople(q, signal),
      placeholderData: keepPreviousData,
    }),
  found: (q: string) =>
    queryOptions({
      queryKey: ['clients', 'choices', q],
      queryFn: ({ signal }) => foundPeople(q, signal),
      placeholderData: keepPreviousData,
    }),
  /** The people whom a line may name; nobody for an empty name. */
  named: (q: string) =>
    queryOptions({
      queryKey: ['clients', 'named', q],
      queryFn: ({ signal }) => foundPeople(q, signal, NAMED_COUNT),
      enabled: q !== '',
    }),
  /** The clients of the latest bookings. */
  recent: () =>
    queryOptions({
      ...queryOf(['clients', 'recent'], 'GET /users', { query: { role: 'CLIENT', recent: '1' } }),
      select: (rows) => rows.map(ofAccount),
    }),
  /** A person's card. Fetches nothing while nobody is chosen, nor for a technician, who has no access to cards. */
  one: (of: PersonRef | null) => {
    const { person_id, client_id } = of ?? NOBODY;
    return queryOptions({
      queryKey: ['client', person_id, client_id],
      queryFn: ({ signal }) => personDetails({ person_id, client_id }, signal),
      enabled: (person_id ?? client_id) !== null && !isTechnician(),
      gcTime: 0, // not cached after the form closes, so that the next form starts with current values
      refetchOnWindowFocus: false,
    });
  },
};
