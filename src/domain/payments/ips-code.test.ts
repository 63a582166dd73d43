import { expect, test } from 'vitest';
import {
  accountDigits,
  accountText,
  depositPurpose,
  ipsCodeFields,
  ipsCodeText,
  paymentReference,
  referenceControl,
} from './ips-code.ts';

const ACCOUNT = '840000000095584510';

test.each([
  ['accepts dashes', '840-955845-10', ACCOUNT],
  ['accepts 18 digits', ACCOUNT, ACCOUNT],
  ['ignores spaces', ' 840-955845-10 ', ACCOUNT],
  ['rejects wrong control digits', '840-955845-11', null],
  ['rejects another number of the same length', '840000000095584511', null],
  ['rejects 17 digits', '84000000009558451', null],
  ['rejects a part that is missing', '840-955845', null],
  ['rejects a bank of two digits', '84-0955845-10', null],
  ['rejects letters', '840-95584A-10', null],
  ['rejects an empty text', '', null],
])('an account number field %s', (_, typed, digits) => expect(accountDigits(typed)).toBe(digits));

test('an account number is written with dashes', () => expect(accountText(ACCOUNT)).toBe('840-955845-10'));

test.each([
  ['equals the sample of the National Bank', '3220000111111111000', '16'],
  ['counts letters as 10 to 35', 'A', String(98 - (1000 % 97))],
  ['has two digits', '1', String(98 - (100 % 97))],
])('the control number of a reference %s', (_, number, control) =>
  expect(referenceControl(number)).toBe(control),
);

test.each([
  [7, 12, '70012'],
  [123456, 9999, '1234569999'],
])('the reference of appointment %i with salt %i ends in %s', (id, salt, number) => {
  expect(paymentReference(id, salt)).toBe(`97${referenceControl(number)}${number}`);
});

const PAYMENT = {
  account: ACCOUNT,
  name: 'Salon Mesečina',
  owner: 'FIRM',
  amount: 123400,
  purpose: depositPurpose('2026-12-05'),
  reference: paymentReference(1, 1),
} as const;
const START = `K:PR|V:01|C:1|R:${ACCOUNT}|N:`;
const END = `|S:Kapara 05.12.2026|RO:${PAYMENT.reference}`;

test.each([
  ['for a firm', {}, `${START}Salon Mesečina|I:RSD1234,00|SF:221${END}`],
  ['for a person', { owner: 'PERSON' } as const, `${START}Salon Mesečina|I:RSD1234,00|SF:289${END}`],
  ['with para (hundredths of a dinar)', { amount: 70005 }, `${START}Salon Mesečina|I:RSD700,05|SF:221${END}`],
  ['below one dinar', { amount: 5 }, `${START}Salon Mesečina|I:RSD0,05|SF:221${END}`],
  [
    'without a reference',
    { purpose: 'Usluga', reference: '' },
    `${START}Salon Mesečina|I:RSD1234,00|SF:221|S:Usluga`,
  ],
  ['in Cyrillic', { name: 'Ђурђа Њежић' }, `${START}Đurđa Nježić|I:RSD1234,00|SF:221${END}`],
  [
    'with characters that the code must not have',
    { name: 'A–B | „C“ €5 é\nž' },
    `${START}A-B / "C" EUR5 e ž|I:RSD1234,00|SF:221${END}`,
  ],
  ['with a long name', { name: 'x'.repeat(71) }, `${START}${'x'.repeat(70)}|I:RSD1234,00|SF:221${END}`],
])('the text of an IPS QR code %s', (_, change, text) =>
  expect(ipsCodeText({ ...PAYMENT, ...change })).toBe(text),
);

test('a purpose is cut to 35 characters', () => {
  expect(ipsCodeText({ ...PAYMENT, purpose: 'u'.repeat(36) })).toContain(`|S:${'u'.repeat(35)}|`);
});

test('the fields of an IPS QR code are formatted for payers who type them by hand', () => {
  const text = 'K:PR|V:01|C:1|R:840000000095584510|N:Salon: Mesec|I:RSD700,00|SF:221|S:Kapara|RO:9716123';
  expect(ipsCodeFields(text)).toEqual({
    name: 'Salon: Mesec',
    account: '840-955845-10',
    amount: '700,00',
    reference: '9716123',
  });
});
