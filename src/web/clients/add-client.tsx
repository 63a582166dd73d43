import type { FormEvent } from 'react';
import { refusedByServer } from '../api/refusal/form-refusal.ts';
import { Button } from '../ui/action/button.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import type { Form } from '../ui/form/use-form.ts';
import { toast } from '../ui/toast/toast.ts';
import { ClientFields } from './client-fields.tsx';
import { BLANK, bodyOf, type ClientValues, valuesRefusal } from './client-values.ts';
import { useAddClient } from './queries.ts';

const FALLBACK = 'Neuspešno dodavanje.';

/** A new client: a name is enough; with email and password she can log in. */
export function AddClient({ form }: { form: Form<ClientValues> }) {
  const add = useAddClient(() => {
    toast('success', 'Klijent je dodat.');
    form.reset(BLANK);
    form.ref.current?.querySelector('input')?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const refusal = valuesRefusal(form.values);
    if (refusal) return form.refuse(refusal);
    form.accept();
    add.mutate(bodyOf(form.values), {
      onError: (error) => form.refuse(refusedByServer(error, FALLBACK)),
    });
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid max-w-home gap-4">
      <ClientFields form={form} passwordHint="Nije obavezna. Uz nju i email može sama da se prijavi." />
      <FormAlert text={form.alert} />
      <Button type="submit" isBusy={add.isPending} className="md:justify-self-start">
        Dodaj klijenta
      </Button>
    </form>
  );
}
