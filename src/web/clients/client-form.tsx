import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { serverErrors } from '../lib/errors.ts';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { EmailField, TextAreaField, TextField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toast.ts';
import { type FormErrors, useForm } from '../ui/use-form.ts';

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

function useSaveClient(id: number, onSaved: () => void, onRefused: (refusal: FormErrors) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Values) =>
      request('PUT /users/{id}', { params: { id: String(id) }, body: bodyOf(values) }),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['clients'] });
      toast('success', 'Podaci uspešno sačuvani.');
      onSaved();
    },
    onError: (error) => onRefused(serverErrors(error, 'Greška pri čuvanju.')),
  });
}

export interface ClientFormProps {
  client: ClientDetails;
  onSaved: () => void;
  onClose: () => void;
  /** For the sheet around it: it asks before it throws typed text away. */
  onState: (state: { isDirty: boolean; isBusy: boolean }) => void;
}

/** What the owner knows about a client, to be changed. */
export function ClientForm({ client, onSaved, onClose, onState }: ClientFormProps) {
  const form = useForm(valuesOf(client));
  const save = useSaveClient(client.id, onSaved, form.refuse);
  const { isDirty } = form;
  const isBusy = save.isPending;
  useEffect(() => onState({ isDirty, isBusy }), [onState, isDirty, isBusy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    form.clearErrors();
    save.mutate(form.values);
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
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
      <FormAlert text={form.alert} />
      <DialogActions>
        <FormButtons onGiveUp={onClose} isBusy={isBusy} />
      </DialogActions>
    </form>
  );
}
