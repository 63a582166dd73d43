import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { requestPage } from '../../../src/web/lib/queries/admin-queries.ts';
import { aClient, aTechnicianPerson } from '../../support/builders.ts';
import { fetchFrom } from '../../support/in-process-fetch.ts';
import { insertClients } from '../../support/rows/many-clients.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { quickestMs } from '../../support/size.ts';

const PEOPLE = {
  djurdja: { name: 'Đurđa Đorđević', phone: '064 123-4567', email: 'djole@posta.rs', city: 'Čačak' },
  cyrillic: { name: 'Љубица Ђорђевић', phone: '+381 65 111 222', email: null, city: 'Ужице' },
  mueller: { name: 'Änne Müller', phone: '+49 171 5', email: 'a_b%c@primer.de', city: 'Köln' },
  plain: { name: 'Ana Ćirić', phone: null, email: null, city: null },
};
type Who = keyof typeof PEOPLE;

onBothEngines('searching clients', () => {
  const ids = new Map<number, Who>();
  beforeAll(async () => {
    for (const [who, body] of Object.entries(PEOPLE))
      ids.set((await salon.admin.call('POST /users/clients', { body })).id, who as Who);
  });

  test.each<[string, Who[]]>([
    ['', ['plain', 'mueller', 'djurdja', 'cyrillic']],
    ['djordjevic', ['djurdja', 'cyrillic']],
    ['Đorđević', ['djurdja', 'cyrillic']],
    ['ЂОРЂЕВИЋ', ['djurdja', 'cyrillic']],
    ['dordevic', ['djurdja', 'cyrillic']],
    ['ljub', ['cyrillic']],
    ['Љуб', ['cyrillic']],
    ['c', ['plain', 'mueller', 'djurdja', 'cyrillic']],
    ['cir', ['plain']],
    ['ĆIR', ['plain']],
    ['uzice', ['cyrillic']],
    ['muller koln', ['mueller']],
    ['anne', ['mueller']],
    ['đorđević đurđa', ['djurdja']],
    ['djordjevic uzice', ['cyrillic']],
    ['djordjevic nis', []],
    ['064', ['djurdja']],
    ['+381 64', ['djurdja']],
    ['00381641234567', ['djurdja']],
    ['123 45', ['djurdja']],
    ['065111', ['cyrillic']],
    ['+49171', ['mueller']],
    ['posta.rs', ['djurdja']],
    ['a_b%c', ['mueller']],
    ['a_b', ['mueller']],
    ['%', ['mueller']],
    ['_', ['mueller']],
    ['!', []],
    ['axb', []],
    ['\\', []],
    ["'", []],
  ])('the search for %j finds %j', async (q, who) => {
    const found = await salon.admin.call('GET /users/clients', { query: { q } });
    expect(found.map(({ id }) => ids.get(id))).toEqual(who);
    const picked = await salon.admin.call('GET /users', { query: { q } });
    expect(picked.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  });
});

onBothEngines('searching among 5,000 clients', () => {
  const COUNT = 5000;
  beforeAll(async () => {
    const person = (n: number) => ({
      name: `Živadinka Đorđević ${n}`,
      email: `klijentkinja.broj.${n}@primer.rs`,
      phone: `+381 64 ${1_000_000 + n}`,
      city: 'Sremska Mitrovica',
      created_at: n,
    });
    for (let n = 0; n < COUNT; n += 500) {
      const clients = Array.from({ length: 500 }, (_, more) => person(n + more));
      await inTransaction(salon.db, (trx) => insertClients(trx, clients));
    }
  });

  test('a search among 5,000 clients for the client picker takes at most 100 ms', async () => {
    const query = { q: 'djordjevic 4999' };
    expect(await salon.admin.call('GET /users', { query })).toHaveLength(1);
    expect(await quickestMs(() => salon.admin.call('GET /users', { query }), 100)).toBeLessThan(100);
    expect(await salon.admin.call('GET /users')).toHaveLength(20);
  });

  test('5,000 clients are returned in pages of a thousand, with the total', async () => {
    const all: number[] = [];
    for (const offset of [0, 1000, 2000, 3000, 4000, 5000]) {
      const { rows, total } = await requestPage(
        'GET /users/clients',
        { query: offset ? { offset } : {} },
        fetchFrom(salon.app, salon.admin.token),
      );
      expect(total).toBe(COUNT);
      all.push(...rows.map(({ id }) => id));
    }
    expect(new Set(all).size).toBe(COUNT);
    expect(await quickestMs(() => salon.admin.call('GET /users/clients'), 200)).toBeLessThan(200);
  });

  test('a technician’s search finds a name behind thousands of clients whose emails match', async () => {
    await aClient(salon, { name: 'Žužana Primerić' });
    const technician = await aTechnicianPerson(salon);
    const namesFor = async (q: string) =>
      (await technician.call('GET /users', { query: { q } })).map(({ name }) => name);
    expect(await namesFor('primer')).toEqual(['Žužana Primerić']);
    expect(await namesFor('zivadinka')).toHaveLength(20);
    expect(await namesFor('mitrovica')).toEqual([]);
  });
});
