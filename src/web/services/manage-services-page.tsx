import { paths } from '../lib/paths.ts';
import { useServices } from '../lib/query-hooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { AddService } from './service-form.tsx';
import { ServiceList } from './service-list.tsx';

/** /admin/services: the price list is kept here (docs/spec/product.md §2.15). */
export default function ServicesManagePage() {
  const [tab, setTab] = useTab(['dodaj', 'pregled']);
  const count = useServices().data?.length ?? 0;
  const tabs = [
    { id: 'dodaj', label: 'Dodaj uslugu' },
    { id: 'pregled', label: 'Pregled svih usluga', badge: <Badge count={count} isQuiet /> },
  ] as const;
  return (
    <Page width="admin">
      <PageHead title="Usluge" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Usluge" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' ? <AddService /> : <ServiceList />}
      </Tabs>
    </Page>
  );
}
