import { useServices } from '../../api/use-services.ts';
import { paths } from '../../paths.ts';
import { Tabs } from '../../ui/action/tabs.tsx';
import { useTab } from '../../ui/action/use-tab.ts';
import { Badge } from '../../ui/part/badge.tsx';
import { Page, PageHead } from '../../ui/part/page.tsx';
import { AddService } from './add-service.tsx';
import { ServiceList } from './service-list.tsx';

/** /admin/services: the price list is kept here (spec.md §2). */
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
