import { paths } from '../paths.ts';
import { TemplatesTab } from '../templates/templates-tab.tsx';
import { Tabs } from '../ui/action/tabs.tsx';
import { useTab } from '../ui/action/use-tab.ts';
import { Page, PageHead } from '../ui/part/page.tsx';
import { AddSlotTab } from './add/add-slot-tab.tsx';
import { SlotListTab } from './list/slot-list-tab.tsx';

const TABS = [
  { id: 'dodaj', label: 'Dodaj termin' },
  { id: 'pregled', label: 'Pregled termina' },
  { id: 'sabloni', label: 'Šabloni' },
] as const;

/** /admin/appoitments: a slot, the list of a period, the week's templates (spec.md §2). */
export default function SlotsPage() {
  const [tab, setTab] = useTab(['dodaj', 'pregled', 'sabloni']);
  return (
    <Page width="admin">
      <PageHead title="Termini" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Termini" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' && <AddSlotTab />}
        {tab === 'pregled' && <SlotListTab />}
        {tab === 'sabloni' && <TemplatesTab />}
      </Tabs>
    </Page>
  );
}
