import type { ResponseBody } from '#contract/index.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { useSubmitForm } from '../lib/submit-form.ts';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { EmailField, TextAreaField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';

export type ClientDetails = ResponseBody<'GET /users/{id}'>;

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
});
type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ active, ...texts }: Values) => ({ ...texts, active: active === '1' ? 1 : 0 }) as const;

export interface ClientFormProps {
  client: ClientDetails;
  onSaved: () => void;
}

/** What the owner knows about a client, to be changed. */
export function ClientForm({ client, onSaved }: ClientFormProps) {
  const invalidate = useInvalidateAppointments();
  const form = useSubmitForm({
    start: valuesOf(client),
    send: (values) => request('PUT /users/{id}', { params: { id: String(client.id) }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: () => {
      invalidate();
      onSaved();
    },
  });
  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...form.field('name')} label="Ime i prezime" autoComplete="off" required />
        <TextField {...form.field('phone')} label="Telefon" type="tel" autoComplete="off" />
        <EmailField {...form.field('email')} autoComplete="off" />
        <TextField {...form.field('city')} label="Grad" autoComplete="off" />
      </div>
      <SelectField
        {...form.field('active')}
        label="Status"
        options={STATUSES}
        hint={form.values.active === '0' && 'Ne može da se prijavi. I dalje možete da zakazujete za nju.'}
      />
      <TextAreaField
        {...form.field('notes')}
        label="Beleška"
        hint="Vidite je samo vi."
        maxCharacters={NOTES_MAX_CHARACTERS}
      />
      <FormAlert />
      <DialogActions>
        <FormButtons />
      </DialogActions>
    </Form>
  );
}
