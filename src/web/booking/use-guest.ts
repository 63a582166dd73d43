import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { isPhone, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import type { UserId } from '#domain/ids.ts';
import { type Session, useSession } from '../lib/session/session.ts';
import { type FormErrors, type FormState, useForm } from '../ui/use-form.ts';

const BLANK = { guest_name: '', guest_phone: '' };
type Contact = typeof BLANK;

/** A client for whom the owner books. */
export interface ClientOfSalon {
  id: UserId;
  name: string;
  phone: string | null;
}

export interface Guest {
  form: FormState<Contact>;
  /** Whether the booking is for another person; always true for the owner. */
  isForAnother: boolean;
  setIsForAnother: (isOn: boolean) => void;
  /** The client for whom the owner books; null for a guest. */
  client: ClientOfSalon | null;
  setClient: (client: ClientOfSalon | null) => void;
  /** Whether name and phone are required. */
  isNeeded: boolean;
  /** Whether the waitlist sheet shows the contact fields, so that the page hides them. */
  isAskedInSheet: boolean;
  setIsAskedInSheet: (isAsked: boolean) => void;
  role: Session['role'] | 'VISITOR';
}

/** The person of the booking (docs/spec/product.md §2.3, docs/spec/behaviour.md §5.4). */
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

/** The contact fields of the request: both or none. */
export const guestFieldsOf = ({ isNeeded, form }: Pick<Guest, 'isNeeded' | 'form'>): Partial<Contact> =>
  isNeeded ? form.values : {};

/** The errors of name and phone if they are required, otherwise null. */
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
