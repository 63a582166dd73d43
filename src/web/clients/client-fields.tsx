import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import { passwordRefusal } from '#domain/accounts.ts';
import {
  CITY_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import type { FormErrors, FormState } from '../ui/use-form.ts';

/** The typed values of a client's fields; '' means empty. Named as in the API, so that the server's errors find their field. */
export type ClientValues = {
  name: string;
  phone: string;
  email: string;
  city: string;
  /** The typed password. The server hashes it (docs/spec/behaviour.md §6.4). */
  password_hash: string;
};

export const BLANK: ClientValues = { name: '', phone: '', email: '', city: '', password_hash: '' };

/** Errors that the browser finds before sending; the server checks everything else. */
export function clientErrors({ name, password_hash }: ClientValues): FormErrors | null {
  const fields: Record<string, string> = {};
  if (name.trim() === '') fields.name = 'Unesite ime.';
  const short = password_hash === '' ? undefined : passwordRefusal(password_hash);
  if (short) fields.password_hash = textOfError(short);
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

/** The request body. An empty password is left out: a new client then has none, an existing client keeps the old one. */
export const bodyOf = ({ password_hash, ...contact }: ClientValues): RequestBody<'POST /users/clients'> => ({
  ...contact,
  ...(password_hash !== '' && { password_hash }),
});

// No autofill, because these are not the owner's own details.
export const CLIENT_FIELDS = {
  name: { label: 'Ime i prezime', autoComplete: 'off', maxLength: NAME_MAX_CHARACTERS, required: true },
  phone: { label: 'Telefon', type: 'tel', autoComplete: 'off', maxLength: PHONE_MAX_CHARACTERS },
  email: { autoComplete: 'off', maxLength: EMAIL_MAX_CHARACTERS },
  city: { label: 'Grad', autoComplete: 'off', maxLength: CITY_MAX_CHARACTERS },
  password_hash: { label: 'Lozinka', autoComplete: 'new-password' },
} as const;

export const KEPT_PASSWORD_HINT = 'Ostavite prazno ako je ne menjate.';
export const NEW_PASSWORD_HINT = 'Nije obavezna. Uz nju i email može sama da se prijavi.';

interface ClientFieldsProps {
  form: FormState<ClientValues>;
  passwordHint: string;
}

export function ClientFields({ form: { field }, passwordHint }: ClientFieldsProps) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField {...field('name')} {...CLIENT_FIELDS.name} />
      <TextField {...field('phone')} {...CLIENT_FIELDS.phone} />
      <EmailField {...field('email')} {...CLIENT_FIELDS.email} />
      <PasswordField {...field('password_hash')} {...CLIENT_FIELDS.password_hash} hint={passwordHint} />
    </div>
  );
}
