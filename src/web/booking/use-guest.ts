import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { isPhone, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import type { UserId } from '#domain/ids.ts';
import { useSession } from '../lib/session/session.ts';
import { type FormErrors, useForm } from '../ui/use-form.ts';

const BLANK = { guest_name: '', guest_phone: '' };
type Contact = typeof BLANK;

/** A client for whom the owner books. */
export interface ClientOfSalon {
  id: UserId;
  name: string;
  phone: string | null;
}

/** The person of the booking (docs/spec/product.md §2.3, docs/spec/behaviour.md §5.4). */
export function useGuest() {
  const role = useSession()?.role ?? 'VISITOR';
  const [isForAnother, setIsForAnother] = useState(false);
  const [client, setClient] = useState<ClientOfSalon | null>(null);
  const [isAskedInSheet, setIsAskedInSheet] = useState(false);
  return {
    form: useForm(BLANK),
    /** Whether the booking is for another person; always true for the owner. */
    isForAnother: isForAnother || role === 'ADMIN',
    setIsForAnother,
    /** The client for whom the owner books; null for a guest. */
    client,
    setClient,
    /** Whether name and phone are required. */
    isNeeded: client === null && (isForAnother || role !== 'CLIENT'),
    /** Whether the waitlist sheet shows the contact fields, so that the page hides them. */
    isAskedInSheet,
    setIsAskedInSheet,
    role,
  };
}

export type Guest = ReturnType<typeof useGuest>;

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
