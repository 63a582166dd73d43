import type { ClientDetails } from '#contract/clients.ts';
import {
  CITY_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  NOTES_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { request } from '../../lib/api.ts';
import { type SubmitForm, useSubmitForm } from '../../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { EmailField, PasswordField, TextAreaField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { clientErrors } from '../client-values.ts';

const STATUSES = [
  { value: '1', label: 'Aktivan' },
  { value: '0', label: 'Neaktivan' },
];

const valuesOf = ({ name, email, phone, city, active, notes }: ClientDetails) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  active: String(active),
  notes: notes ?? '',
  password_hash: '',
});
export type CardValues = ReturnType<typeof valuesOf>;

/** An empty password leaves the client's own. */
const bodyOf = ({ active, password_hash, ...texts }: CardValues) => ({
  ...texts,
  active: active === '1' ? (1 as const) : (0 as const),
  ...(password_hash !== '' && { password_hash }),
});

/** What the owner knows about a client, to be changed. */
export function useClientForm(client: ClientDetails, onSaved: () => void) {
  const invalidate = useInvalidateAppointments();
  return useSubmitForm({
    start: valuesOf(client),
    check: clientErrors,
    send: (values: CardValues) =>
      request('PUT /users/{id}', { params: { id: String(client.id) }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: () => {
      invalidate();
      onSaved();
    },
  });
}

const passwordHint = ({ has_login }: ClientDetails): string =>
  has_login === 1 ? 'Prazno: ostaje kakva je.' : 'Nije obavezna. Uz nju i email može sama da se prijavi.';

export interface CardFieldsProps {
  client: ClientDetails;
  form: SubmitForm<CardValues>;
}

/** The part 'Podaci' of the card. */
export function ClientFields({ client, form: { field, values } }: CardFieldsProps) {
  return (
    <section className="mt-6 lg:mt-0 lg:rounded-card lg:border lg:border-line lg:p-5">
      <h3 className="mb-3 text-h2">Podaci</h3>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          {...field('name')}
          label="Ime i prezime"
          autoComplete="off"
          maxLength={NAME_MAX_CHARACTERS}
          required
          className="md:col-span-2"
        />
        <TextField
          {...field('phone')}
          label="Telefon"
          type="tel"
          autoComplete="off"
          maxLength={PHONE_MAX_CHARACTERS}
        />
        <TextField {...field('city')} label="Grad" autoComplete="off" maxLength={CITY_MAX_CHARACTERS} />
        <div className="md:col-span-2">
          <EmailField {...field('email')} autoComplete="off" maxLength={EMAIL_MAX_CHARACTERS} />
        </div>
        <SelectField
          {...field('active')}
          label="Status"
          options={STATUSES}
          hint={values.active === '0' && 'Ne može da se prijavi. I dalje možete da zakazujete za nju.'}
        />
        <PasswordField
          {...field('password_hash')}
          label="Lozinka"
          autoComplete="new-password"
          hint={passwordHint(client)}
        />
        <div className="md:col-span-2">
          <TextAreaField
            {...field('notes')}
            label="Beleška"
            hint="Vidite je samo vi."
            maxCharacters={NOTES_MAX_CHARACTERS}
          />
        </div>
      </div>
    </section>
  );
}
