import { paths } from '../paths.ts';
import { Tabs } from '../ui/action/tabs.tsx';
import { useTab } from '../ui/action/use-tab.ts';
import { useForm } from '../ui/form/use-form.ts';
import { Page, PageHead } from '../ui/part/page.tsx';
import { AddClient } from './add-client.tsx';
import { BLANK } from './client-values.ts';
import { ClientList } from './list/client-list.tsx';

const TABS = [
  { id: 'dodaj', label: 'Dodaj klijenta' },
  { id: 'pregled', label: 'Pregled svih klijenta' },
] as const;

/** /admin/clients: everybody who comes, kept by the owner (spec.md §2). What is typed stays while the list is looked at. */
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
