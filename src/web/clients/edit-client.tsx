import { type FormEvent, useEffect } from 'react';
import type { Client } from '#contract/clients.ts';
import { serverErrors } from '../lib/errors.ts';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { ClientFields } from './client-fields.tsx';
import { bodyOf, type ClientValues, valuesRefusal } from './client-values.ts';
import { useEditClient } from './queries.ts';

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
  const form = useForm(draft);
  const edit = useEditClient(client.id, () => {
    toast('success', 'Podaci uspešno sačuvani.');
    onClose();
  });
  const { ref, values } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const field = (name: keyof ClientValues) => {
    const { onChange, ...rest } = form.field(name);
    const type = (value: string) => {
      onChange(value);
      onDraft(client, { ...values, [name]: value });
    };
    return { ...rest, onChange: type };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isPending) return;
    const refusal = valuesRefusal(values);
    if (refusal) return form.refuse(refusal);
    form.clearErrors();
    edit.mutate(bodyOf(values), {
      onError: (error) => form.refuse(serverErrors(error, 'Greška pri čuvanju.')),
    });
  };
  return (
    <form
      ref={form.ref}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !edit.isPending && onClose()}
      noValidate
      aria-label={client.name}
      className="grid gap-4 p-4"
    >
      <ClientFields form={{ ...form, field }} hasCity passwordHint="Prazno: ostaje kakva je." />
      <FormAlert text={form.alert} />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={onClose} isBusy={edit.isPending} giveUp="Odustani" />
      </div>
    </form>
  );
}
