import { expect, test } from 'vitest';
import { smsLink, telephoneLink, viberLink, whatsAppLink } from './phone-links.tsx';
import { clockTyped } from './time-field.tsx';

test.each([
  ['064/123-456', '064123456', '38164123456'],
  ['+381 (0)64 123-456', '+38164123456', '38164123456'],
  ['00381 64 123 456', '0038164123456', '38164123456'],
  ['+49 151 2345678', '+491512345678', '491512345678'],
  ['64 123 456', '64123456', '64123456'],
])('the links of the phone %s', (phone, dialled, international) => {
  expect(telephoneLink(phone)).toBe(`tel:${dialled}`);
  expect(smsLink(phone)).toBe(`sms:${dialled}`);
  expect(viberLink(phone)).toBe(`viber://chat?number=%2B${international}`);
  expect(whatsAppLink(phone)).toBe(`https://wa.me/${international}`);
});

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['930', '09:30'],
  ['1745', '17:45'],
  ['9.30', '09:30'],
  ['17 45 h', '17:45'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', ''],
  ['9:60', ''],
  ['9:3', ''],
  ['podne', ''],
  ['', ''],
])('the typed time %j is read as %j', (typed, clock) => {
  expect(clockTyped(typed)).toBe(clock);
});
