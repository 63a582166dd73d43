import type { ClientChoice } from '#contract/clients.ts';
import { PHONE_PATTERN } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';

/** As much of a client as a form needs to show them. */
export type PickedClient = Pick<ClientChoice, 'id' | 'name' | 'phone'> & { email?: string | null };

export interface NewClientDialogProps {
  /** What was typed into the search: a name or a number to start from. */
  typed: string;
  onAdded: (client: PickedClient) => void;
  onClose: () => void;
}

/** What was searched for becomes the field it looks like. */
const startFrom = (typed: string) =>
  typed !== '' && PHONE_PATTERN.test(typed)
    ? { name: '', phone: typed, email: '' }
    : { name: typed, phone: '', email: '' };

/** A client added in the middle of a booking: a name is enough. */
export function NewClientDialog({ typed, onAdded, onClose }: NewClientDialogProps) {
  const invalidate = useInvalidateAppointments();
  const form = useSubmitForm({
    start: startFrom(typed),
    check: ({ name }) => (name.trim() ? null : { fields: { name: 'Unesite ime.' } }),
    send: (body) => request('POST /users/clients', { body }),
    fallback: 'Neuspešno dodavanje.',
    onDone: (client) => {
      invalidate();
      onAdded(client);
      onClose();
    },
  });
  return (
    <Dialog title="Nova klijentkinja" onClose={onClose} hasCloseButton={false}>
      <Form form={form} className="grid gap-4">
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
        <FormAlert />
        <DialogActions>
          <FormButtons submit="Dodaj klijenta" />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
