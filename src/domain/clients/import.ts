/** Which rows of a list of clients become clients of the salon (docs/spec/behaviour.md §6.4). */
import { emailKey } from '../accounts.ts';
import type { UserId } from '../ids.ts';
import { phoneDigits } from './phone.ts';

export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** What can be read of one row: a person, or why it is none. */
export type ReadRow<P extends Contact = Contact> = { readonly person: P } | { readonly refused: string };

/** Whom the salon has; the admin has an address too, and is no client. */
export interface KnownUser {
  readonly id: UserId;
  readonly role: 'ADMIN' | 'CLIENT';
  readonly email_key: string | null;
  readonly phone_digits: string | null;
}

export type Verdict =
  | { readonly result: 'created' }
  /** Of the client with that id, or made by an earlier row. */
  | { readonly result: 'exists'; readonly of: Of; readonly reason: string }
  | { readonly result: 'refused'; readonly reason: string };

const NO_CONTACT = 'Unesite telefon ili email.';
export const EMAIL_TAKEN = 'Email adresa je već u upotrebi.';
export const SAME_EMAIL = 'isti email';
const SAME_PHONE = 'isti telefon';
const OF_FILE = ' u ovom fajlu';

type Of = { readonly id: UserId } | { readonly row: number };
type Keys = Pick<KnownUser, 'email_key' | 'phone_digits'>;

const keysOf = ({ email, phone }: Contact): Keys => ({
  email_key: email ? emailKey(email) : null,
  phone_digits: phone ? phoneDigits(phone) || null : null,
});

/** Whose each email and phone is: of several with one phone, the one who was there first. */
function contactsOf(known: readonly KnownUser[]) {
  const emails = new Map<string, Of | 'admin'>();
  const phones = new Map<string, Of>();
  const remember = ({ email_key, phone_digits }: Keys, of: Of) => {
    if (email_key !== null && !emails.has(email_key)) emails.set(email_key, of);
    if (phone_digits !== null && !phones.has(phone_digits)) phones.set(phone_digits, of);
  };
  for (const { id, role, ...keys } of known) {
    if (role === 'CLIENT') remember(keys, { id });
    else if (keys.email_key !== null) emails.set(keys.email_key, 'admin');
  }
  const find = ({ email_key, phone_digits }: Keys) => ({
    byEmail: email_key === null ? undefined : emails.get(email_key),
    byPhone: phone_digits === null ? undefined : phones.get(phone_digits),
  });
  return { remember, find };
}

/**
 * One verdict for each row, in the order of the rows: somebody with the email or the phone of a client, or of an earlier row,
 * exists; the email counts before the phone. docs/spec/behaviour.md §6.4
 */
export function judgeRows(rows: readonly ReadRow[], known: readonly KnownUser[]): Verdict[] {
  const contacts = contactsOf(known);
  return rows.map((row, index): Verdict => {
    if ('refused' in row) return { result: 'refused', reason: row.refused };
    const keys = keysOf(row.person);
    if (keys.email_key === null && keys.phone_digits === null)
      return { result: 'refused', reason: NO_CONTACT };
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
