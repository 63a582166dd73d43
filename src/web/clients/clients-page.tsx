import { request } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { type SubmitForm, useSubmitForm } from '../lib/submit-form.ts';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { ClientFields } from './client-fields.tsx';
import { ClientList } from './client-list.tsx';
import { BLANK, bodyOf, type ClientValues, clientErrors } from './client-values.ts';

const TABS = [
  { id: 'dodaj', label: 'Dodaj klijenta' },
  { id: 'pregled', label: 'Pregled svih klijenta' },
] as const;

/** A new client: a name is enough; with email and password they can log in. */
function useAddClient() {
  const invalidate = useInvalidateAppointments();
  return useSubmitForm({
    start: BLANK,
    check: clientErrors,
    send: (values) => request('POST /users/clients', { body: bodyOf(values) }),
    fallback: 'Neuspešno dodavanje.',
    done: 'Klijent je dodat.',
    onDone: (_client, _sent, { reset, ref }) => {
      invalidate();
      reset(BLANK);
      ref.current?.querySelector('input')?.focus();
    },
  });
}

function AddClient({ form }: { form: SubmitForm<ClientValues> }) {
  return (
    <Form form={form} className="grid max-w-home gap-4">
      <ClientFields form={form} passwordHint="Nije obavezna. Uz nju i email može sama da se prijavi." />
      <FormAlert />
      <SubmitButton className="md:justify-self-start">Dodaj klijenta</SubmitButton>
    </Form>
  );
}

/** /admin/clients: all clients, kept by the owner (docs/spec/product.md §2.13). What is typed stays while the list is open. */
export default function ClientsPage() {
  const [tab, setTab] = useTab(['dodaj', 'pregled']);
  const form = useAddClient();
  return (
    <Page width="admin">
      <PageHead title="Klijenti" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Klijenti" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' ? <AddClient form={form} /> : <ClientList onAdd={() => setTab('dodaj')} />}
      </Tabs>
    </Page>
  );
}
