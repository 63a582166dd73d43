import { useChanged } from '../api/use-changed.ts';
import { useSalon } from '../api/use-salon.ts';
import { paths } from '../paths.ts';
import { Brand } from '../ui/part/brand.tsx';
import { Page, PageHead, Section } from '../ui/part/page.tsx';
import { ActiveList } from './active/active-list.tsx';
import { PastList } from './past/past-list.tsx';

/** /appointments: what is ahead and what was (spec.md §2). */
export default function AppointmentsPage() {
  const salon = useSalon().data;
  const refresh = useChanged();
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <PageHead title="Moji termini" />
      <Section title="Aktivni termini" className="mt-0">
        <ActiveList onEnded={refresh} />
      </Section>
      <Section title="Prethodni termini" className="after-bones">
        <PastList />
      </Section>
    </Page>
  );
}
