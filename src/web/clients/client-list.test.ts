import { expect, test } from 'vitest';
import type { Client } from '#contract/clients.ts';
import { findClients } from './client-list.tsx';

const aClient = (name: string, fields: Partial<Client> = {}) =>
  ({ name, email: null, phone: null, city: null, ...fields }) as Client;
const clients = [
  aClient('Đorđe Žđanski', { phone: '+381 64 777-88-99', city: 'Petrovaradin' }),
  aClient('Una Simić', { email: 'una@primer.rs' }),
];
const namesFor = (query: string) => findClients(clients, query).map(({ name }) => name.split(' ')[0]);

test.each([
  ['', ['Đorđe', 'Una']],
  ['   ', ['Đorđe', 'Una']],
  ['djordje', ['Đorđe']],
  ['žđanski ЂОРЂЕ', ['Đorđe']],
  ['064 777', ['Đorđe']],
  ['petro', ['Đorđe']],
  ['una@', ['Una']],
  ['simic', ['Una']],
  ['simic petro', []],
])('searching for „%s“ finds %j', (query, found) => {
  expect(namesFor(query)).toEqual(found);
});

test('a client whose name changed is found by the new name', () => {
  expect(findClients([aClient('Mila Simić')], 'mila')).toHaveLength(1);
});
