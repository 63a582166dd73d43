import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { judgeRows, type KnownUser, type ReadRow } from './import.ts';

const user = (id: number, email_key: string | null, number: string | null, role = 'CLIENT') =>
  ({ id: id as UserId, role, email_key, number }) as KnownUser;
const row = (email: string | null, phone: string | null): ReadRow => ({ person: { email, phone } });
const KNOWN = [
  user(1, 'admin@salon.local', '0601', 'ADMIN'),
  user(2, 'ana@primer.rs', '+38164100200'),
  user(3, null, '+38164100200'),
  user(4, 'mila@primer.rs', null),
];
const created = { result: 'created' };
const exists = (id: number, reason: string) => ({ result: 'exists', of: { id }, reason });
const again = (index: number, reason: string) => ({ result: 'exists', of: { row: index }, reason });
const refused = (reason: string) => ({ result: 'refused', reason });

test.each<[string, readonly ReadRow[], readonly unknown[]]>([
  ['a row with an unknown phone is a new client', [row(null, '064 100 201')], [created]],
  [
    'a row with a known phone matches the oldest client with that phone',
    [row(null, '+381 64 100-200')],
    [exists(2, 'isti telefon')],
  ],
  [
    'a row with a known email matches, in upper or lower case',
    [row('ANA@primer.rs', null)],
    [exists(2, 'isti email')],
  ],
  ['the email decides before the phone', [row('mila@primer.rs', '064100200')], [exists(4, 'isti email')]],
  [
    'a row with an unknown email matches by its phone',
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
  ["no row matches the owner's phone", [row(null, '060 1')], [created]],
  [
    'a row matches an earlier row with the same email or phone',
    [row('a@a.rs', '0650'), row('A@a.rs', null), row(null, '065-0')],
    [created, again(0, 'isti email u ovom fajlu'), again(0, 'isti telefon u ovom fajlu')],
  ],
  [
    'a new phone in a row that matches a client makes later rows with this phone match the client too',
    [row('ana@primer.rs', '0699'), row(null, '0699')],
    [exists(2, 'isti email'), exists(2, 'isti telefon')],
  ],
  [
    'no row matches an earlier row that was refused',
    [{ refused: 'Unesite ime.' }, row('admin@salon.local', '0688'), row(null, '0688')],
    [refused('Unesite ime.'), refused('Email adresa je već u upotrebi.'), created],
  ],
])('%s', (_, rows, verdicts) => expect(judgeRows(rows, KNOWN)).toEqual(verdicts));
