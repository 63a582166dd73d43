import { type FormEvent, useEffect } from 'react';
import type { Client } from '#contract/clients.ts';
import { serverErrors } from '../lib/errors.ts';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { ClientFields } from './client-fields.tsx';
import { bodyOf, type ClientValues, valuesOf, valuesRefusal } from './client-values.ts';
import { useEditClient } from './queries.ts';

/** What is typed in rows that are being edited, by client: scrolled away or searched past, it is kept. */
export type Drafts = Map<number, ClientValues>;

export interface EditClientProps {
  client: Client;
  drafts: Drafts;
  onClose: (client: Client) => void;
}

/** A client changed in her own row. */
export function EditClient({ client, drafts, onClose }: EditClientProps) {
  const form = useForm(drafts.get(client.id) ?? valuesOf(client));
  const close = () => {
    drafts.delete(client.id);
    onClose(client);
  };
  const edit = useEditClient(client.id, () => {
    toast('success', 'Podaci uspešno sačuvani.');
    close();
  });
  const { ref, values } = form;
  useEffect(() => {
    if (!drafts.has(client.id)) ref.current?.querySelector('input')?.focus();
    drafts.set(client.id, values);
  }, [ref, drafts, client.id, values]);
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
      onKeyDown={(event) => event.key === 'Escape' && !edit.isPending && close()}
      noValidate
      aria-label={client.name}
      className="grid gap-4 p-4"
    >
      <ClientFields form={form} hasCity passwordHint="Prazno: ostaje kakva je." />
      <FormAlert text={form.alert} />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={close} isBusy={edit.isPending} giveUp="Odustani" />
      </div>
    </form>
  );
}
