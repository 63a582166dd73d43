import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '#domain/language/translate.ts';
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
        label={t('Ime')}
        autoComplete={isForUser ? 'name' : 'off'}
        autoCapitalize="words"
        required
      />
      <TextField
        {...form.field('guest_phone')}
        label={t('Telefon')}
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
  children: ReactNode;
}

/** The switch 'Zakazujem za drugu osobu', with name and phone if required. */
export function GuestFields({ guest, isInDialog, onEdit, children }: GuestFieldsProps) {
  const { isForAnother, setIsForAnother, isNeeded, isAskedInSheet } = guest;
  return (
    <form onSubmit={(event) => event.preventDefault()} onInput={onEdit} noValidate className="mt-5">
      <Switch label={t('Zakazujem za drugu osobu')} isOn={isForAnother} onChange={setIsForAnother} />
      {isNeeded && !isInDialog && !isAskedInSheet && (
        <ContactFields guest={guest} className="mt-1 in-data-[user=CLIENT]:hidden" />
      )}
      {children}
    </form>
  );
}
