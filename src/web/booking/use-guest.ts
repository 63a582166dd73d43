import { useState } from 'react';
import { bookingPerson } from '#domain/booking.ts';
import { type Session, useSession } from '../lib/session.ts';
import { type FormState, useForm } from '../ui/use-form.ts';

const BLANK = { guest_name: '', guest_phone: '' };
type Contact = typeof BLANK;

export interface Guest {
  form: FormState<Contact>;
  /** The switch; always on for the admin, who books for others. */
  isForAnother: boolean;
  setIsForAnother: (isOn: boolean) => void;
  /** Are name and phone required? */
  isNeeded: boolean;
  /** Is half of them missing, or all? */
  isMissing: boolean;
  role: Session['role'] | 'VISITOR';
}

/** The person whom the booking is for (docs/spec/product.md §2.3, docs/spec/behaviour.md §5.4). */
export function useGuest(): Guest {
  const role = useSession()?.role ?? 'VISITOR';
  const [isForAnother, setIsForAnother] = useState(false);
  const form = useForm(BLANK);
  const isNeeded = isForAnother || role !== 'CLIENT';
  return {
    form,
    isForAnother: isForAnother || role === 'ADMIN',
    setIsForAnother,
    isNeeded,
    isMissing: isNeeded && bookingPerson({ role: 'VISITOR' }, form.values) === 'guest_contact_missing',
    role,
  };
}

/** What a request carries: both fields, or neither. */
export const guestFieldsOf = ({ isNeeded, form }: Guest): Partial<Contact> => (isNeeded ? form.values : {});

/** Marks what is missing and puts the focus there; the sentence is shown where the button is. */
export function markMissing({ form }: Guest): void {
  const { guest_name, guest_phone } = form.values;
  const fields = {
    guest_name: !guest_name.trim() || undefined,
    guest_phone: !guest_phone.trim() || undefined,
  };
  form.refuse({ fields });
}
