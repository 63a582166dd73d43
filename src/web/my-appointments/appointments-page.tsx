import { type LazyPage, lazyPage, useLazyPage } from '../lib/lazy-page.ts';
import { currentSession, type Session, useSession } from '../lib/session.ts';

const pages = {
  visitor: lazyPage(() => import('../guest-links/guest-tickets-page.tsx')),
  own: lazyPage(() => import('./my-appointments-page.tsx')),
};
const whosePage = (session: Session | null) => (session ? 'own' : 'visitor');

function Appointments({ whose }: { whose: keyof typeof pages }) {
  const Page = useLazyPage(pages[whose]);
  return <Page />;
}

function AppointmentsPage() {
  const whose = whosePage(useSession());
  return <Appointments key={whose} whose={whose} />;
}

/** /appointments: one's own (docs/spec/product.md §2.5), or for a visitor the tickets kept on this device. */
export const appointmentsPage: LazyPage<object> = {
  fetch: () => pages[whosePage(currentSession())].fetch(),
  component: () => AppointmentsPage,
};
