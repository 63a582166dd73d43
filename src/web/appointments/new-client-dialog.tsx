import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { PHONE_PATTERN } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { serverErrors } from '../lib/errors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { useForm } from '../ui/use-form.ts';
import type { PickedClient } from './picked-client.ts';

const FALLBACK = 'Neuspešno dodavanje.';

export interface NewClientDialogProps {
  /** What was typed into the search: a name or a number to start from. */
  typed: string;
  onMade: (client: PickedClient) => void;
  onClose: () => void;
}

/** What was searched for becomes the field it looks like. */
const startFrom = (typed: string) =>
  typed !== '' && PHONE_PATTERN.test(typed)
    ? { name: '', phone: typed, email: '' }
    : { name: typed, phone: '', email: '' };

/** A client made in the middle of a booking: a name is enough. */
export function NewClientDialog({ typed, onMade, onClose }: NewClientDialogProps) {
  const form = useForm(startFrom(typed));
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (body: { name: string; phone: string; email: string }) =>
      request('POST /users/clients', { body }),
    onSuccess: (client) => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      onMade(client);
      onClose();
    },
    onError: (error) => form.refuse(serverErrors(error, FALLBACK)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // React would hand it on to the form in which the picker stands
    if (add.isPending) return;
    if (!form.values.name.trim()) return form.refuse({ fields: { name: 'Unesite ime.' } });
    form.clearErrors();
    add.mutate(form.values);
  };
  return (
    <Dialog
      title="Nova klijentkinja"
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={add.isPending}
      hasCloseButton={false}
    >
      {(requestClose) => (
        <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
          <TextField {...form.field('name')} label="Ime i prezime" autoComplete="off" required />
          <TextField {...form.field('phone')} label="Telefon" type="tel" autoComplete="off" />
          <TextField
            {...form.field('email')}
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            hint="Nije obavezno."
          />
          <FormAlert text={form.alert} />
          <DialogActions>
            <FormButtons onGiveUp={requestClose} isBusy={add.isPending} submit="Dodaj klijenta" />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
