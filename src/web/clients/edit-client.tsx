import { useEffect } from 'react';
import type { Client } from '#contract/clients.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import type { FormState } from '../ui/use-form.ts';
import { ClientFields } from './client-fields.tsx';
import { bodyOf, type ClientValues, clientErrors } from './client-values.ts';

export interface EditClientProps {
  client: Client;
  /** What stands in the fields when the row appears. */
  draft: ClientValues;
  /** Called with what is typed, so that it outlives the row. */
  onDraft: (client: Client, values: ClientValues) => void;
  onClose: () => void;
}

/** A client changed in their own row. */
export function EditClient({ client, draft, onDraft, onClose }: EditClientProps) {
  const invalidate = useInvalidateAppointments();
  const form = useSubmitForm({
    start: draft,
    check: clientErrors,
    send: (values) => request('PUT /users/clients/{id}', { params: { id: client.id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: () => {
      invalidate();
      onClose();
    },
  });
  const { ref, values } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const field: FormState<ClientValues>['field'] = (name) => {
    const { onChange, ...rest } = form.field(name);
    const type = (value: string) => {
      onChange(value);
      onDraft(client, { ...values, [name]: value });
    };
    return { ...rest, onChange: type };
  };
  return (
    <Form
      form={form}
      onKeyDown={(event) => event.key === 'Escape' && !form.isBusy && onClose()}
      aria-label={client.name}
      className="grid gap-4 p-4"
    >
      <ClientFields form={{ ...form, field }} hasCity passwordHint="Prazno: ostaje kakva je." />
      <FormAlert />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={onClose} giveUp="Odustani" />
      </div>
    </Form>
  );
}
