import { paths } from '../lib/routing/paths.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { TemplatesTab } from '../week-templates/templates-tab.tsx';
import { AddSlotTab } from './add-slot-tab.tsx';
import { SlotListTab } from './slot-list-tab.tsx';

const TABS = [
  { id: 'dodaj', label: 'Dodaj termin' },
  { id: 'pregled', label: 'Pregled termina' },
  { id: 'sabloni', label: 'Šabloni' },
] as const;

/** /admin/appoitments: a slot, the list of a period, the week's templates (docs/spec/product.md §2.11). */
export default function SlotsPage() {
  const [tab, setTab] = useTab(['dodaj', 'pregled', 'sabloni']);
  return (
    <Page width="admin">
      <PageHead title="Termini" back={{ to: paths.admin, label: 'Admin panel' }} actions={<WaitingLink />} />
      <Tabs label="Termini" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' && <AddSlotTab />}
        {tab === 'pregled' && <SlotListTab />}
        {tab === 'sabloni' && <TemplatesTab />}
      </Tabs>
    </Page>
  );
}
