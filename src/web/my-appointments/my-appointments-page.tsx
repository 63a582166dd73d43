import { useLocation } from 'wouter';
import WaitingDays from '../booking/waiting-days.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { Brand } from '../ui/brand.tsx';
import { Page, PageHead, Section } from '../ui/page.tsx';
import { ActiveList } from './active-list.tsx';
import { PastList } from './past-list.tsx';

/** /appointments: what is ahead and what was (docs/spec/product.md §2.5). */
export default function MyAppointmentsPage() {
  const salon = useSalon().data;
  const [, navigate] = useLocation();
  const refresh = useInvalidateAppointments();
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <PageHead title="Moji termini" />
      <Section title="Aktivni termini" className="mt-0">
        <ActiveList onEnded={refresh} />
      </Section>
      <WaitingDays onShow={(day) => navigate(bookingPath({ day }))} />
      <Section title="Prethodni termini" className="after-skeleton">
        <PastList />
      </Section>
    </Page>
  );
}
