import {
  CITY_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { cx } from '../ui/cx.ts';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import type { FormState } from '../ui/use-form.ts';
import type { ClientValues } from './client-values.ts';

export interface ClientFieldsProps {
  form: FormState<ClientValues>;
  hasCity?: boolean;
  passwordHint: string;
}

/** A client's fields as the owner fills them: not the owner's own details, so the browser fills in nothing. */
export function ClientFields({ form: { field }, hasCity = false, passwordHint }: ClientFieldsProps) {
  return (
    <div className={cx('grid items-start gap-4 md:grid-cols-2', hasCity && 'lg:grid-cols-3')}>
      <TextField
        {...field('name')}
        label="Ime i prezime"
        autoComplete="off"
        maxLength={NAME_MAX_CHARACTERS}
        required
      />
      <TextField
        {...field('phone')}
        label="Telefon"
        type="tel"
        autoComplete="off"
        maxLength={PHONE_MAX_CHARACTERS}
      />
      <EmailField {...field('email')} autoComplete="off" maxLength={EMAIL_MAX_CHARACTERS} />
      {hasCity && (
        <TextField {...field('city')} label="Grad" autoComplete="off" maxLength={CITY_MAX_CHARACTERS} />
      )}
      <PasswordField
        {...field('password_hash')}
        label="Lozinka"
        autoComplete="new-password"
        hint={passwordHint}
      />
    </div>
  );
}
