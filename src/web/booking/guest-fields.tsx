import { useEffect, useLayoutEffect, useRef } from 'react';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import type { Guest } from './use-booking-steps.ts';

type ContactFieldsProps = { guest: Guest; className?: string };

/** The fields for name and phone of a person without an account, in the surrounding form. */
export function ContactFields({ guest: { form, role, isForAnother }, className }: ContactFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { ref } = form;
  useLayoutEffect(() => {
    ref.current = place.current?.closest('form') ?? null;
  }, [ref]);
  useEffect(() => {
    if (!place.current?.closest('dialog')) return;
    const inputs = [...place.current.querySelectorAll('input')];
    inputs.find(({ value, ariaInvalid }) => ariaInvalid === 'true' || !value.trim())?.focus();
  }, []);
  const isForUser = role === 'VISITOR' && !isForAnother;
  return (
    <div ref={place} className={cx('grid gap-4 md:grid-cols-2 md:gap-2', className)}>
      <TextField
        {...form.field('guest_name')}
        label="Ime"
        autoComplete={isForUser ? 'name' : 'off'}
        autoCapitalize="words"
        required
      />
      <TextField
        {...form.field('guest_phone')}
        label="Telefon"
        type="tel"
        autoComplete={isForUser ? 'tel' : 'off'}
        required
      />
    </div>
  );
}

export interface GuestFieldsProps {
  guest: Guest;
  /** True if these fields are in the confirmation dialog, false if they are on the page. */
  isInDialog: boolean;
  onEdit: () => void;
}

/** The switch 'Zakazujem za drugu osobu', with name and phone if required. Hidden once the owner has chosen a client. */
export function GuestFields({ guest, isInDialog, onEdit }: GuestFieldsProps) {
  const { role, isForAnother, setIsForAnother, isNeeded, isAskedInSheet } = guest;
  if (guest.client) return null;
  return (
    <form
      onSubmit={(event) => event.preventDefault()}
      onInput={onEdit}
      noValidate
      className="mt-5 in-data-[user=ADMIN]:invisible"
    >
      <Switch
        label="Zakazujem za drugu osobu"
        isOn={isForAnother}
        onChange={setIsForAnother}
        disabled={role === 'ADMIN'}
      />
      {isNeeded && !isInDialog && !isAskedInSheet && (
        <ContactFields guest={guest} className="mt-1 in-data-[user=CLIENT]:hidden" />
      )}
    </form>
  );
}
