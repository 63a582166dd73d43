import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { isPhone, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import type { UserId } from '#domain/ids.ts';
import { type Session, useSession } from '../lib/session/session.ts';
import { type FormErrors, type FormState, useForm } from '../ui/use-form.ts';

const BLANK = { guest_name: '', guest_phone: '' };
type Contact = typeof BLANK;

/** A client whom the admin books for. */
export interface ClientOfSalon {
  id: UserId;
  name: string;
  phone: string | null;
}

export interface Guest {
  form: FormState<Contact>;
  /** The switch; always on for the admin, who books for others. */
  isForAnother: boolean;
  setIsForAnother: (isOn: boolean) => void;
  /** null: the admin books for a guest. */
  client: ClientOfSalon | null;
  setClient: (client: ClientOfSalon | null) => void;
  /** Are name and phone required? */
  isNeeded: boolean;
  /** The sheet of the waiting list asks for name and phone, and the page does not meanwhile. */
  isAskedInSheet: boolean;
  setIsAskedInSheet: (isAsked: boolean) => void;
  role: Session['role'] | 'VISITOR';
}

/** The person whom the booking is for (docs/spec/product.md §2.3, docs/spec/behaviour.md §5.4). */
export function useGuest(): Guest {
  const role = useSession()?.role ?? 'VISITOR';
  const [isForAnother, setIsForAnother] = useState(false);
  const [client, setClient] = useState<ClientOfSalon | null>(null);
  const [isAskedInSheet, setIsAskedInSheet] = useState(false);
  const form = useForm(BLANK);
  return {
    isAskedInSheet,
    setIsAskedInSheet,
    form,
    isForAnother: isForAnother || role === 'ADMIN',
    setIsForAnother,
    client,
    setClient,
    isNeeded: client === null && (isForAnother || role !== 'CLIENT'),
    role,
  };
}

/** What a request carries: both fields, or neither. */
export const guestFieldsOf = ({ isNeeded, form }: Pick<Guest, 'isNeeded' | 'form'>): Partial<Contact> =>
  isNeeded ? form.values : {};

/** What is wrong with name and phone where they are needed: the sentence of what is missing, the mark of each field; null: nothing. */
export function contactFaults(
  { isNeeded, form: { values } }: { isNeeded: boolean; form: { values: Contact } },
  missing: 'guest_contact_missing' | 'waitlist_contact_missing' = 'guest_contact_missing',
): FormErrors | null {
  if (!isNeeded) return null;
  const isNameMissing = !values.guest_name.trim();
  const isPhoneMissing = !values.guest_phone.trim();
  if (!isNameMissing && isPhone(values.guest_phone)) return null;
  return {
    text: isNameMissing || isPhoneMissing ? textOfError(missing) : null,
    fields: {
      guest_name: isNameMissing || undefined,
      guest_phone: isPhoneMissing || (isPhone(values.guest_phone) ? undefined : PHONE_REFUSED),
    },
  };
}
