import { expect, test } from 'vitest';
import { emailLink, smsLink, telephoneLink, viberLink, whatsAppLink } from './phone-links.tsx';

test.each([
  ['064/123-456', '+38164123456', '38164123456'],
  ['+381 (0)64 123-456', '+38164123456', '38164123456'],
  ['00381 64 123 456', '+38164123456', '38164123456'],
  ['+49 151 2345678', '+491512345678', '491512345678'],
  ['64 123 456', '+38164123456', '38164123456'],
  ['12345', '12345', '12345'],
])('builds call, SMS, Viber and WhatsApp links for %s', (phone, dialled, international) => {
  expect(telephoneLink(phone)).toBe(`tel:${dialled}`);
  expect(smsLink(phone)).toBe(`sms:${dialled}`);
  expect(viberLink(phone)).toBe(`viber://chat?number=%2B${international}`);
  expect(whatsAppLink(phone)).toBe(`https://wa.me/${international}`);
});

test('SMS and WhatsApp links encode every character of the text', () => {
  const text = 'Čet, 17. u 11:45 & #1?\nĐurđa + „Šik“ 100%';
  const sms = smsLink('064 1', text);
  expect(sms).toMatch(/^sms:0641\?&body=[^&#\s+]*$/);
  expect(new URLSearchParams(sms.split('?')[1]).get('body')).toBe(text);
  expect(new URL(whatsAppLink('064 1', text)).searchParams.get('text')).toBe(text);
  expect(whatsAppLink('064 1', text)).toMatch(/^https:\/\/wa\.me\/381641\?text=[^&#\s+]*$/);
});

test.each([
  ['ana@primer.rs', 'mailto:ana@primer.rs'],
  ['ana.anic+nokti@primer.rs', 'mailto:ana.anic%2Bnokti@primer.rs'],
  ['ana?bcc=eva&x#1%@primer.rs', 'mailto:ana%3Fbcc%3Deva%26x%231%25@primer.rs'],
])('encodes the special characters of the email address %s', (email, link) => {
  expect(emailLink(email)).toBe(link);
});
