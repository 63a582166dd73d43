import { expect, test } from 'vitest';
import type { ListedPerson } from '#contract/people.ts';
import { cardPath, personIn } from '../lib/routing/card-address.ts';
import { sameNumbers } from './people-list.tsx';

const aPerson = (name: string, phone: string | null, is_shared_number = 1) =>
  ({ name, phone, is_shared_number }) as ListedPerson;

test('people with one number in any format are proposed together; nobody else is', () => {
  const people = [
    aPerson('Ana Anić', '064 555 0110'),
    aPerson('Bojana', '063 555 018', 0),
    aPerson('Ana A.', '+381 64/555-0110'),
    aPerson('Vesna', '065 1'),
    aPerson('Bez broja', null),
  ];
  expect(sameNumbers(people).map((group) => group.map(({ name }) => name))).toEqual([['Ana Anić', 'Ana A.']]);
});

test.each([
  ['klijent=7', { person_id: null, client_id: 7 }],
  ['osoba=12', { person_id: 12, client_id: null }],
  ['klijent=x', null],
  ['tab=dodaj', null],
])('the address ?%s opens the card of %j', (query, of) => {
  const person = personIn(new URLSearchParams(query));
  expect(person).toEqual(of);
  if (person) expect(cardPath(person)).toBe(`/admin/clients?${query}`);
});
