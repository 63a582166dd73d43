import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { judgeRows, type KnownUser, type ReadRow } from './import.ts';

const user = (id: number, email_key: string | null, phone_digits: string | null, role = 'CLIENT') =>
  ({ id: id as UserId, role, email_key, phone_digits }) as KnownUser;
const row = (email: string | null, phone: string | null): ReadRow => ({ person: { email, phone } });
const KNOWN = [
  user(1, 'admin@salon.local', '0601', 'ADMIN'),
  user(2, 'ana@primer.rs', '064100200'),
  user(3, null, '064100200'),
  user(4, 'mila@primer.rs', null),
];
const created = { result: 'created' };
const exists = (id: number, reason: string) => ({ result: 'exists', of: { id }, reason });
const again = (index: number, reason: string) => ({ result: 'exists', of: { row: index }, reason });
const refused = (reason: string) => ({ result: 'refused', reason });

test.each<[string, readonly ReadRow[], readonly unknown[]]>([
  ['an unknown phone is new', [row(null, '064 100 201')], [created]],
  [
    'a known phone exists as the oldest client with that phone',
    [row(null, '+381 64 100-200')],
    [exists(2, 'isti telefon')],
  ],
  ['a known email exists in any case', [row('ANA@primer.rs', null)], [exists(2, 'isti email')]],
  ['email counts before phone', [row('mila@primer.rs', '064100200')], [exists(4, 'isti email')]],
  [
    'an unknown email with a known phone exists',
    [row('x@primer.rs', '064100200')],
    [exists(2, 'isti telefon')],
  ],
  ['refuses an unreadable row', [{ refused: 'Unesite ime.' }], [refused('Unesite ime.')]],
  ['refuses a row without phone and email', [row(null, null)], [refused('Unesite telefon ili email.')]],
  [
    "refuses the owner's email",
    [row('Admin@salon.local', '061 1')],
    [refused('Email adresa je već u upotrebi.')],
  ],
  ["the owner's phone matches nobody", [row(null, '060 1')], [created]],
  [
    'an earlier row counts as existing',
    [row('a@a.rs', '0650'), row('A@a.rs', null), row(null, '065-0')],
    [created, again(0, 'isti email u ovom fajlu'), again(0, 'isti telefon u ovom fajlu')],
  ],
  [
    'a contact that an earlier row adds to a known client matches that client',
    [row('ana@primer.rs', '0699'), row(null, '0699')],
    [exists(2, 'isti email'), exists(2, 'isti telefon')],
  ],
  [
    'a refused earlier row matches nobody',
    [{ refused: 'Unesite ime.' }, row('admin@salon.local', '0688'), row(null, '0688')],
    [refused('Unesite ime.'), refused('Email adresa je već u upotrebi.'), created],
  ],
])('%s', (_, rows, verdicts) => expect(judgeRows(rows, KNOWN)).toEqual(verdicts));
