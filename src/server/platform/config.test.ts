import { expect, test } from 'vitest';
import { pagesAddress, readConfig, sender, worldwideId } from './config.ts';

test.each([
  [{}, 'Lunula', { name: 'Lunula', address: 'admin@salon.local' }],
  [{ MAIL_FROM: 'salon@primer.rs' }, 'Ana', { name: 'Ana', address: 'salon@primer.rs' }],
  [{ MAIL_FROM: 'Salon Ana <salon@primer.rs>' }, 'Mila', { name: 'Salon Ana', address: 'salon@primer.rs' }],
  [{ MAIL_FROM: '"Ana, nokti" <salon@primer.rs>' }, '', { name: 'Ana, nokti', address: 'salon@primer.rs' }],
  [{}, 'Ana, nokti <3', { name: 'Ana, nokti <3', address: 'admin@salon.local' }],
])('with the variables %j, mails of the salon “%s” come from %j', (settings, name, from) => {
  expect(sender(readConfig(settings), name)).toEqual(from);
});

test('worldwideId depends on the sender’s email address, but not on the sender’s name', () => {
  const id = (settings: Record<string, string>) => worldwideId('appointment-7', readConfig(settings));
  expect(id({ MAIL_FROM: 'a@primer.rs' })).toBe(id({ MAIL_FROM: 'Ana <a@primer.rs>', SALON_NAME: 'Ana' }));
  expect(id({ MAIL_FROM: 'a@primer.rs' })).not.toBe(id({ MAIL_FROM: 'b@primer.rs' }));
});

test.each([
  [{ PUBLIC_URL: 'https://lunula.rs/' }, 'https://lunula.rs'],
  [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://0.0.0.0:8080'],
])('with the variables %j, links in mails begin with %s', (settings, address) => {
  expect(pagesAddress(readConfig(settings))).toBe(address);
});
