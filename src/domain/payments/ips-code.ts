/** The text of the National Bank of Serbia's IPS QR code. Its tags have a fixed order; empty tags are omitted. docs/spec/behaviour.md §19.3 */
import { inLatin } from '../cyrillic.ts';
import type { WallDate } from '../wall-clock.ts';

const NAME_MAX_CHARACTERS = 70;
const PURPOSE_MAX_CHARACTERS = 35;
const REFERENCE_MODEL = '97';
const ACCOUNT_DIGITS = 18;
const BANK_DIGITS = 3;
const CONTROL_DIGITS = 2;

/** The kind of account owner. The payment code in the QR code depends on it. */
export type AccountOwner = 'FIRM' | 'PERSON';
const PURPOSE_CODES: Readonly<Record<AccountOwner, string>> = { FIRM: '221', PERSON: '289' };

/** Returns a bank account such as '840-955845-10' as 18 digits; null for another form or wrong control digits (ISO 7064 MOD 97-10). */
export function accountDigits(typed: string): string | null {
  const parts = typed.replace(/\s/g, '').split('-');
  if (parts.length !== 1 && parts.length !== 3) return null;
  const [bank = '', number = '', control = ''] = parts;
  const middle = ACCOUNT_DIGITS - BANK_DIGITS - CONTROL_DIGITS;
  const hasParts = bank.length === BANK_DIGITS && number !== '' && control.length === CONTROL_DIGITS;
  if (parts.length === 3 && !hasParts) return null;
  const digits = parts.length === 1 ? bank : bank + number.padStart(middle, '0') + control;
  return /^\d{18}$/.test(digits) && remainder97(digits) === 1 ? digits : null;
}

/** Formats the 18 digits of a bank account as '840-955845-10'. */
export const accountText = (digits: string): string =>
  [
    digits.slice(0, BANK_DIGITS),
    digits.slice(BANK_DIGITS, -CONTROL_DIGITS).replace(/^0+(?=\d)/, ''),
    digits.slice(-CONTROL_DIGITS),
  ].join('-');

const remainder97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** The two control digits of a reference number: 98 - (number × 100 modulo 97). Letters count as 10 (A) to 35 (Z). */
export function referenceControl(number: string): string {
  const digits = number.toUpperCase().replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return String(98 - remainder97(`${digits.replace(/\D/g, '')}00`)).padStart(CONTROL_DIGITS, '0');
}

/** The reference of a payment: model 97, control digits, the appointment's id, and a salt of four digits against guessing. */
export function paymentReference(appointmentId: number, salt: number): string {
  const number = `${appointmentId}${String(salt).padStart(4, '0')}`;
  return REFERENCE_MODEL + referenceControl(number) + number;
}

const REPLACED: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '€': 'EUR',
  '|': '/',
  '„': '"',
  '“': '"',
  '”': '"',
  '’': "'",
};

/** Converts a text for a tag of the code: only Serbian Latin letters and printable ASCII, at most `max` characters. */
function tagText(text: string, max: number): string {
  const letters = [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .map((letter) => REPLACED[letter] ?? inLatin(letter))
    .join('');
  const plain = letters.replace(/[^ -~čćđšžČĆĐŠŽ]/g, (letter) =>
    letter.normalize('NFD').replace(/[^ -~]/g, ''),
  );
  return plain.trim().slice(0, max).trim();
}

/** Formats an amount in para (1/100 dinar) as dinars: 123456 gives '1234,56'. */
const amountText = (para: number): string =>
  `${Math.trunc(para / 100)},${String(para % 100).padStart(2, '0')}`;

export const depositPurpose = (day: WallDate): string => `Kapara ${day.split('-').reverse().join('.')}`;

export interface IpsPayment {
  /** The account as 18 digits. */
  readonly account: string;
  readonly name: string;
  readonly owner: AccountOwner;
  /** The amount in para (hundredths of a dinar). */
  readonly amount: number;
  readonly purpose: string;
  /** The reference from `paymentReference`; empty: no reference. */
  readonly reference?: string;
}

/** The text of the QR code. docs/spec/behaviour.md §19.3 */
export const ipsCodeText = ({ account, name, owner, amount, purpose, reference = '' }: IpsPayment): string =>
  [
    ['K', 'PR'],
    ['V', '01'],
    ['C', '1'],
    ['R', account],
    ['N', tagText(name, NAME_MAX_CHARACTERS)],
    ['I', `RSD${amountText(amount)}`],
    ['SF', PURPOSE_CODES[owner]],
    ['S', tagText(purpose, PURPOSE_MAX_CHARACTERS)],
    ['RO', reference],
  ]
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag}:${value}`)
    .join('|');

/** The values of the tags N, R, I and RO, to type into a banking app instead of scanning the code. */
export function ipsCodeFields(text: string): Record<'name' | 'account' | 'amount' | 'reference', string> {
  const tags = new Map(
    text.split('|').map((tag) => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]),
  );
  return {
    name: tags.get('N') ?? '',
    account: accountText(tags.get('R') ?? ''),
    amount: (tags.get('I') ?? '').replace(/^RSD/, ''),
    reference: tags.get('RO') ?? '',
  };
}
