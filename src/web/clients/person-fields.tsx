import { textOfError } from '#contract/page-errors.ts';
import { passwordRefusal } from '#domain/accounts/accounts.ts';
import {
  CITY_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
} from '#domain/limits.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** The typed values of a client's fields; '' means empty. Named as in the API, so that each server error appears at its field. */
export const BLANK = {
  name: '',
  phone: '',
  email: '',
  city: '',
  /** The typed password, which the server hashes. Empty: a new client gets none, an existing client keeps the old one. docs/spec/behaviour.md §6.4 */
  password_hash: '',
};

/** Errors that the browser finds before sending; the server checks everything else. */
export function personErrors({
  name,
  password_hash,
}: Pick<typeof BLANK, 'name' | 'password_hash'>): FormErrors | null {
  const fields: Record<string, string> = {};
  if (name.trim() === '') fields.name = 'Unesite ime.';
  const short = password_hash === '' ? undefined : passwordRefusal(password_hash);
  if (short) fields.password_hash = textOfError(short);
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

// No autofill, because these are not the owner's own details.
export const PERSON_FIELDS = {
  name: { label: 'Ime i prezime', autoComplete: 'off', maxLength: NAME_MAX_CHARACTERS, required: true },
  phone: { label: 'Telefon', type: 'tel', autoComplete: 'off', maxLength: PHONE_MAX_CHARACTERS },
  email: { autoComplete: 'off', maxLength: EMAIL_MAX_CHARACTERS },
  city: { label: 'Grad', autoComplete: 'off', maxLength: CITY_MAX_CHARACTERS },
  password_hash: { label: 'Lozinka' },
} as const;

export const KEPT_PASSWORD_HINT = 'Ostavite prazno ako je ne menjate.';
export const NEW_PASSWORD_HINT = 'Nije obavezna. Uz nju i email može sama da se prijavi.';
