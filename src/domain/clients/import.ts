import { emailKey } from '../accounts/accounts.ts';
import type { UserId } from '../ids.ts';
import { phoneNumber } from './phone.ts';

export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

export type ReadRow<P extends Contact = Contact> = { readonly person: P } | { readonly refused: string };

/** An existing user. The owner and technicians are included because a client can't have their email. */
export interface KnownUser {
  readonly id: UserId;
  readonly role: 'ADMIN' | 'CLIENT' | 'TECHNICIAN';
  readonly email_key: string | null;
  /** The phone number in its normal form. */
  readonly number: string | null;
}

export type Verdict =
  | { readonly result: 'created' }
  /** `of`: the existing client, or the earlier row of the file, that has the same email or phone number. */
  | { readonly result: 'exists'; readonly of: Of; readonly reason: string }
  | { readonly result: 'refused'; readonly reason: string };

const NO_CONTACT = 'Unesite telefon ili email.';
const EMAIL_TAKEN = 'Email adresa je već u upotrebi.';
const SAME_EMAIL = 'isti email';
const SAME_PHONE = 'isti telefon';
const OF_FILE = ' u ovom fajlu';

type Of = { readonly id: UserId } | { readonly row: number };
type Keys = Pick<KnownUser, 'email_key' | 'number'>;

/** The email and the phone number in the forms that are compared. */
export const keysOf = ({ email, phone }: Contact): Keys => ({
  email_key: email ? emailKey(email) : null,
  number: phoneNumber(phone),
});

/** Indexes users by email and phone number. A phone number that several users share finds the first of them in `known`. */
function contactsOf(known: readonly KnownUser[]) {
  const emails = new Map<string, Of | 'admin'>();
  const phones = new Map<string, Of>();
  const remember = ({ email_key, number }: Keys, of: Of) => {
    if (email_key !== null && !emails.has(email_key)) emails.set(email_key, of);
    if (number !== null && !phones.has(number)) phones.set(number, of);
  };
  for (const { id, role, ...keys } of known) {
    if (role === 'CLIENT') remember(keys, { id });
    else if (keys.email_key !== null) emails.set(keys.email_key, 'admin');
  }
  const find = ({ email_key, number }: Keys) => ({
    byEmail: email_key === null ? undefined : emails.get(email_key),
    byPhone: number === null ? undefined : phones.get(number),
  });
  return { remember, find };
}

/** The result of each row of an import: a person exists already if the email, or else the phone, is known. docs/spec/behaviour.md §6.4 */
export function judgeRows(rows: readonly ReadRow[], known: readonly KnownUser[]): Verdict[] {
  const contacts = contactsOf(known);
  return rows.map((row, index): Verdict => {
    if ('refused' in row) return { result: 'refused', reason: row.refused };
    const keys = keysOf(row.person);
    if (keys.email_key === null && keys.number === null) return { result: 'refused', reason: NO_CONTACT };
    const { byEmail, byPhone } = contacts.find(keys);
    if (byEmail === 'admin') return { result: 'refused', reason: EMAIL_TAKEN };
    const of = byEmail ?? byPhone;
    contacts.remember(keys, of ?? { row: index });
    return of ? existing(of, byEmail ? SAME_EMAIL : SAME_PHONE) : { result: 'created' };
  });
}

const existing = (of: Of, same: string): Verdict => ({
  result: 'exists',
  of,
  reason: 'row' in of ? `${same}${OF_FILE}` : same,
});
