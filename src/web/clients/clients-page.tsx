import type { FormEvent } from 'react';
import { serverErrors } from '../lib/errors.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.ts';
import { type FormState, useForm } from '../ui/use-form.ts';
import { ClientFields } from './client-fields.tsx';
import { ClientList } from './client-list.tsx';
import { BLANK, bodyOf, type ClientValues, valuesRefusal } from './client-values.ts';
import { useAddClient } from './queries.ts';

const TABS = [
  { id: 'dodaj', label: 'Dodaj klijenta' },
  { id: 'pregled', label: 'Pregled svih klijenta' },
] as const;

/**
 * /admin/clients: everybody who comes, kept by the owner (docs/spec/product.md §2.13). What is typed stays while the list is
 * looked at.
 */
export default function ClientsPage() {
  const [tab, setTab] = useTab(['dodaj', 'pregled']);
  const form = useForm(BLANK);
  return (
    <Page width="admin">
      <PageHead title="Klijenti" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Klijenti" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' ? <AddClient form={form} /> : <ClientList onAdd={() => setTab('dodaj')} />}
      </Tabs>
    </Page>
  );
}

const FALLBACK = 'Neuspešno dodavanje.';

/** A new client: a name is enough; with email and password she can log in. */
function AddClient({ form }: { form: FormState<ClientValues> }) {
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
    form.clearErrors();
    add.mutate(bodyOf(form.values), {
      onError: (error) => form.refuse(serverErrors(error, FALLBACK)),
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
