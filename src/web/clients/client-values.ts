import type { Client } from '#contract/clients.ts';
import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import { passwordRefusal } from '#domain/accounts.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** A client's fields as typed; '' is nothing. Their names are those of the wire, so that the server's errors find them. */
export type ClientValues = {
  name: string;
  phone: string;
  email: string;
  city: string;
  /** As typed: the server hashes it (docs/spec/behaviour.md §6.4). */
  password_hash: string;
};

export const BLANK: ClientValues = { name: '', phone: '', email: '', city: '', password_hash: '' };

export const valuesOf = ({ name, phone, email, city }: Client): ClientValues => ({
  name,
  phone: phone ?? '',
  email: email ?? '',
  city: city ?? '',
  password_hash: '',
});

/** Why these values can't be sent; the server judges the rest. */
export function clientErrors({ name, password_hash }: ClientValues): FormErrors | null {
  const fields: Record<string, string> = {};
  if (name.trim() === '') fields.name = 'Unesite ime.';
  const short = password_hash === '' ? undefined : passwordRefusal(password_hash);
  if (short) fields.password_hash = textOfError(short);
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

/** The request's body: an empty password is none, or leaves the client's own. */
export const bodyOf = ({ password_hash, ...contact }: ClientValues): RequestBody<'POST /users/clients'> => ({
  ...contact,
  ...(password_hash !== '' && { password_hash }),
});
